import { useCallback, useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest.ts';

/** A slider under the hand: its values are only shown; the last one is stored when the hand lifts. */
export function useHeldSlider(store: (value: number) => void) {
  const held = useRef<{ last: number | null; over: AbortController } | null>(null);
  const latest = useLatest(store);
  useEffect(() => () => held.current?.over.abort(), []);

  const hold = useCallback(() => {
    held.current?.over.abort();
    const hand = { last: null as number | null, over: new AbortController() };
    held.current = hand;
    const lift = () => {
      hand.over.abort();
      held.current = null;
      if (hand.last !== null) latest.current(hand.last);
    };
    // It may be lifted anywhere on the page, or leave it.
    for (const end of ['pointerup', 'pointercancel', 'blur']) addEventListener(end, lift, { signal: hand.over.signal });
  }, [latest]);
  /** Notes a value; false: nobody holds the slider. */
  const note = useCallback((value: number): boolean => {
    if (held.current) held.current.last = value;
    return held.current !== null;
  }, []);
  const isHeld = useCallback(() => held.current !== null, []);
  return { hold, note, isHeld };
}
