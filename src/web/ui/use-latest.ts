import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last drawing, for handlers and timers that outlive one. Effects have `useEffectEvent`. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
