import { type TouchEvent } from 'react';
import { useLatest } from '../ui/use-latest.ts';

const FAR_ENOUGH_PX = 50;

/** A handler for a sideways swipe. Two fingers, or a zoomed page, mean something else. */
export function useSwipe(actions: { onLeft: () => void; onRight: () => void }) {
  const present = useLatest(actions);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const start = touches[0];
      if (!start || touches.length > 1 || (visualViewport?.scale ?? 1) >= 1.05) return;
      // The target gets all of this touch, even when it is no longer on the page: a thumbnail gives way to the sharp picture.
      // Capturing, because zooming keeps the events of two fingers to itself.
      const over = new AbortController();
      const listen = (type: 'touchmove' | 'touchend' | 'touchcancel', hear: (event: globalThis.TouchEvent) => void) =>
        target.addEventListener(type, hear as EventListener, { capture: true, passive: true, signal: over.signal });
      listen('touchmove', (event) => {
        if (event.touches.length > 1) over.abort();
      });
      listen('touchcancel', () => over.abort());
      listen('touchend', ({ changedTouches }) => {
        over.abort();
        const end = changedTouches[0];
        if (!end) return;
        const right = end.clientX - start.clientX;
        const down = end.clientY - start.clientY;
        if (Math.abs(right) < FAR_ENOUGH_PX || Math.abs(right) < 2 * Math.abs(down)) return;
        if (right < 0) present.current.onLeft();
        else present.current.onRight();
      });
    },
  };
}
