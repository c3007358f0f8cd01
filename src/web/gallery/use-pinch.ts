import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { perRowNow, setPerRow } from './per-row.ts';
import { pinchedTo } from './pinched-to.ts';
import { endLongPress } from './use-long-press.ts';

interface Pinch {
  enabled: boolean;
  /** A place in the window, in its pixels. */
  hold: (x: number, y: number) => void;
  follow: (y: number) => void;
  letGo: () => void;
}

/** Two fingers change how many pictures a row has; the picture between them stays there. They neither open nor select. */
export function usePinch(scroller: RefObject<HTMLElement | null>, { enabled, hold, follow, letGo }: Pinch): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element || !enabled) return;
    /** From the second finger until the next touch. */
    let pinched = false;
    let end: (() => void) | null = null;

    const begin = ({ touches }: TouchEvent) => {
      const [one, other] = touches;
      if (!one || !other || end) return;
      endLongPress();
      const inside = [one, other].map(({ target }) => target as Element).filter((target) => element.contains(target));
      if (inside.length < 2) return;
      pinched = true;
      const before = { apart: apart(one, other), perRow: perRowNow() };
      const { left, top } = element.getBoundingClientRect();
      const padding = parseFloat(getComputedStyle(element).paddingLeft);
      hold((one.clientX + other.clientX) / 2 - left - padding, (one.clientY + other.clientY) / 2 - top);

      const move = (event: TouchEvent) => {
        // A finger that was scrolling by itself goes on to scroll.
        if (event.cancelable) event.preventDefault();
        const [one, other] = event.touches;
        if (!one || !other) return;
        const perRow = perRowNow();
        const to = pinchedTo(apart(one, other) / before.apart, before.perRow, perRow);
        if (event.cancelable || to !== perRow) follow((one.clientY + other.clientY) / 2 - top);
        if (to !== perRow) flushSync(() => setPerRow(to));
      };
      const lift = (event: TouchEvent) => {
        if (event.cancelable) event.preventDefault();
        if (event.touches.length < 2) letGo();
        if (event.touches.length === 0) end?.();
      };
      // Their tiles may leave the page meanwhile. Touches still go to them, but no longer to what they were in.
      const listeners = new AbortController();
      const options = { passive: false, signal: listeners.signal };
      for (const target of new Set(inside)) {
        target.addEventListener('touchmove', move as EventListener, options);
        target.addEventListener('touchend', lift as EventListener, options);
        target.addEventListener('touchcancel', lift as EventListener, options);
      }
      end = () => {
        listeners.abort();
        letGo();
        end = null;
      };
    };
    const touched = ({ isPrimary }: PointerEvent) => {
      if (isPrimary) pinched = false;
    };
    const clicked = (event: MouseEvent) => {
      if (!pinched) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('pointerdown', touched, true);
    element.addEventListener('click', clicked, true);
    return () => {
      end?.();
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('pointerdown', touched, true);
      element.removeEventListener('click', clicked, true);
    };
  }, [scroller, enabled, hold, follow, letGo]);
}

const apart = (one: Touch, other: Touch) =>
  Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
