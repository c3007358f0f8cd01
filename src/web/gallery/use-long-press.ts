import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 450;
const SHAKY_PX = 12;
/** On a tile while the finger on it selects, and does not scroll. */
const SELECTS = 'data-selects';

/** Ends each touch that selects or is about to. */
const touching = new Set<() => void>();

/** On whichever tile; what is selected by then stays. */
export function endLongPress(): void {
  for (const end of touching) end();
}

interface LongPress {
  onLong: () => void;
  /** The finger has moved on to another picture without being lifted. */
  onDragTo: (id: number, isAfter: boolean) => void;
  /** The finger that selected is lifted, or the system took it away. */
  onLift: () => void;
}

/**
 * A long touch selects the picture. The click that follows is ignored wherever on the tile it is, because the mark in
 * the corner appears under the finger.
 */
export function useLongPress({ onLong, onDragTo, onLift }: LongPress) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<{ x: number; y: number } | null>(null);
  const long = useRef(false);
  /** The tile on which a finger selects, and the picture that it is over. */
  const held = useRef<{ tile: HTMLElement; over: string | null } | null>(null);
  const end = () => {
    touching.delete(end);
    clearTimeout(timer.current);
    start.current = null;
    const wasHeld = held.current !== null;
    held.current?.tile.removeAttribute(SELECTS);
    held.current = null;
    if (wasHeld) onLift();
  };
  return {
    /** Called for the click. A click by keyboard has no touch before it. */
    wasLong: ({ detail }: MouseEvent) => {
      const was = long.current && detail > 0;
      long.current = false;
      return was;
    },
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, clientX, clientY, currentTarget: tile }: PointerEvent<HTMLElement>) => {
        endLongPress();
        if (!isPrimary) return;
        touching.add(end);
        long.current = false;
        // A long touch would drag it as well; it selects.
        tile.draggable = pointerType === 'mouse';
        if (pointerType === 'mouse') return;
        start.current = { x: clientX, y: clientY };
        timer.current = setTimeout(() => {
          long.current = true;
          start.current = null;
          held.current = { tile, over: keyOf(pictureAt(clientX, clientY)) };
          tile.setAttribute(SELECTS, '');
          onLong();
        }, LONG_PRESS_MS);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const from = start.current;
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > SHAKY_PX) end();
        const over = held.current && pictureAt(clientX, clientY);
        if (over === null || held.current?.over === keyOf(over)) return;
        held.current = held.current && { ...held.current, over: keyOf(over) };
        onDragTo(over.id, over.isAfter);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        // Prevents the browser's own reaction to a long touch.
        if (long.current || start.current) event.preventDefault();
      },
    },
  };
}

/** A picture, and on which half of it the finger is. */
interface Under {
  id: number;
  isAfter: boolean;
}
const keyOf = (under: Under | null) => under && `${under.id} ${under.isAfter}`;

const pictureAt = (x: number, y: number): Under | null => {
  const picture = document
    .elementFromPoint(x, y)
    ?.closest('[role=listitem]')
    ?.querySelector<HTMLElement>('[data-image]');
  if (!picture) return null;
  const { left, width } = picture.getBoundingClientRect();
  return { id: Number(picture.dataset.image), isAfter: x > left + width / 2 };
};

/** Browsers ask at the beginning of a touch who may prevent that it scrolls, and React's own listeners may not. */
export function useHoldsStill(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const hold = (event: TouchEvent) => {
      if ((event.target as Element).closest(`[${SELECTS}]`)) event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => element?.removeEventListener('touchmove', hold);
  }, [scroller]);
}
