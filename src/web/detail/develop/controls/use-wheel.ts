import { useEffect, useRef } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';

/** The wheel turns what has the focus; otherwise it scrolls the panel. React's own handlers are passive. */
export function useWheel<Part extends Element>(turn: (event: WheelEvent) => void) {
  const part = useRef<Part>(null);
  const latest = useLatest(turn);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const onWheel = (event: Event) => {
      if (!element.contains(document.activeElement)) return;
      event.preventDefault();
      latest.current(event as WheelEvent);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [latest]);
  return part;
}
