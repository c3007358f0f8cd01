import { useEffect, useRef } from 'react';

/** The wheel turns what has the focus; otherwise it scrolls the panel. React's own handlers are passive. */
export function useWheel<Part extends Element>(turn: (event: WheelEvent) => void) {
  const part = useRef<Part>(null);
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const element = part.current!;
    const onWheel = (event: Event) => {
      if (!element.contains(document.activeElement)) return;
      event.preventDefault();
      latest.current(event as WheelEvent);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
  return part;
}
