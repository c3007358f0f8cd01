import { type TouchEvent, useRef } from 'react';

const FAR_ENOUGH_PX = 50;

/** Handlers for a finger that wipes sideways. Two fingers, or a page that is zoomed in, mean something else. */
export function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      const isPlain = touches.length === 1 && (visualViewport?.scale ?? 1) < 1.05;
      start.current = isPlain && finger ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start.current || !finger) return;
      const right = finger.clientX - start.current.x;
      const down = finger.clientY - start.current.y;
      start.current = null;
      if (Math.abs(right) < FAR_ENOUGH_PX || Math.abs(right) < 2 * Math.abs(down)) return;
      if (right < 0) onLeft();
      else onRight();
    },
  };
}
