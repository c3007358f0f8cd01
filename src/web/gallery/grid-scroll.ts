import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Outline } from '../api/images.ts';
import type { GridSize } from './grid-size.ts';
import type { RowLayout } from './row-layout.ts';
import { type Reach, RowsAhead, rowsWithin } from './rows-ahead.ts';
import { keepScrollPosition, keptScrollPosition } from './scroll-position.ts';
import { TallScroll } from './tall-scroll.ts';

/** After this long without scrolling, more rows are prepared. */
const REST_MS = 400;
/** Space above the first row and below the last. */
export const PADDING = 4;
const END = 72;

/** The height of all rows with the space around them. */
export const heightOf = (layout: RowLayout) => layout.height + PADDING + END;

/** The present list. Read by listeners that outlive a drawing. */
export interface GridPresent {
  layout: RowLayout;
  ids: Outline['ids'];
  address: string;
  /** The height of the window. */
  height: number;
}

/** A place of a picture that stays where it is in the window while the rows change. */
interface Held {
  index: number;
  /** How far down the picture. */
  part: number;
  /** In the window. */
  y: number;
}

/** The rows in the page, and the window's position in the list. */
interface ShownRows {
  first: number;
  last: number;
  shift: number;
  top: number;
}

interface Scrolled {
  layout: RowLayout;
  ids: Outline['ids'];
  address: string;
  size: GridSize;
  /** Another view is there, with this picture at its top. */
  onArrive: (index: number) => void;
}

/** Which rows are in the page while scrolling, and what stays visible when the list changes. */
export function useGridScroll(
  scroller: RefObject<HTMLElement | null>,
  { layout, ids, address, size, onArrive }: Scrolled,
) {
  const scroll = useRef<TallScroll>(null);
  const [shown, setShown] = useState<ShownRows>({ first: 0, last: -1, shift: 0, top: 0 });
  const ahead = useRef(new RowsAhead());
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const present = useRef<GridPresent>({ layout, ids, address, height: size.height });
  const held = useRef<Held>(null);
  const look = useCallback(() => {
    if (!scroll.current) return;
    const { layout, height } = present.current;
    const { top, shift } = scroll.current.position;
    const show = (reach: Reach) => {
      const { first, last } = rowsWithin(layout, { top, height }, reach);
      setShown((before) =>
        before.first === first && before.last === last && before.shift === shift && Math.abs(before.top - top) < 8
          ? before
          : { first, last, shift, top },
      );
    };
    show(ahead.current.moving(top, height, performance.now()));
    clearTimeout(rest.current);
    // Anything the user does meanwhile goes first.
    rest.current = setTimeout(() => startTransition(() => show(ahead.current.resting(height))), REST_MS);
  }, []);
  useEffect(() => () => clearTimeout(rest.current), []);

  useLayoutEffect(() => {
    if (!scroller.current) return;
    const tall = new TallScroll(scroller.current, look);
    scroll.current = tall;
    return () => tall.end();
  }, [scroller, look]);

  // After another width, picture size or state of the library, the picture at the top stays there. Another view begins
  // at its top, or at its last position.
  useLayoutEffect(() => {
    const tall = scroll.current;
    const before = present.current;
    present.current = { layout, ids, address, height: size.height };
    if (size.width === 0 || !tall) return;
    const { position } = tall;
    const isNew = before.address !== address || before.layout.count === 0;
    const row = before.layout.count > 0 ? before.layout.rowAt(position.top) : 0;
    const anchor = before.layout.count > 0 ? before.layout.firstOf(row) : 0;
    const offset = before.layout.count > 0 ? position.top - before.layout.top(row) : 0;
    const wasAtTop = position.top < 8;
    position.resize(heightOf(layout), size.height);
    if (isNew) {
      const kept = keptScrollPosition(address);
      const index = Math.min(kept?.index ?? 0, Math.max(0, layout.pictures - 1));
      onArrive(index);
      tall.scrollTo(kept ? layout.top(layout.rowOf(index)) + kept.offset : 0);
    } else if (held.current && before.ids === ids) {
      tall.scrollTo(topWith(layout, held.current));
    } else if (wasAtTop) {
      tall.scrollTo(0);
    } else {
      const index = before.ids === ids ? anchor : ids.indexOf(before.ids[anchor] ?? -1);
      if (index >= 0) tall.scrollTo(layout.top(layout.rowOf(index)) + offset);
      else tall.resized();
    }
    look();
  }, [layout, ids, address, size, look, onArrive]);

  useEffect(() => {
    const keep = () => {
      const { layout, address } = present.current;
      if (layout.count === 0) return;
      const { top } = scroll.current?.position ?? { top: 0 };
      const row = layout.rowAt(top);
      keepScrollPosition({ address, index: layout.firstOf(row), offset: top - layout.top(row) });
    };
    const timer = setTimeout(keep, 300);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [shown]);

  const scrollTo = useCallback((top: number) => scroll.current?.scrollTo(top), []);
  /** Scrolls only as far as needed to show the picture's whole row. */
  const reveal = useCallback((index: number) => {
    const { layout, height } = present.current;
    const tall = scroll.current;
    if (!tall) return;
    const row = layout.rowOf(index);
    const [top, bottom] = [layout.top(row), layout.top(row + 1) + PADDING];
    if (top < tall.position.top) tall.scrollTo(row === 0 ? 0 : top);
    else if (bottom > tall.position.top + height) tall.scrollTo(bottom - height);
  }, []);
  /** What lies at this point of the window moves with `follow` until `letGo`, however many pictures a row has. */
  const hold = useCallback((x: number, y: number) => {
    const { layout } = present.current;
    if (!scroll.current || layout.count === 0) return;
    const inList = scroll.current.position.top + y - PADDING;
    const row = layout.rowAt(inList);
    const box = layout.boxes(row).findLast(({ left }) => left <= x);
    const part = (inList - layout.top(row)) / layout.heightOf(row);
    held.current = { index: box?.index ?? layout.firstOf(row), part: Math.min(1, Math.max(0, part)), y };
  }, []);
  const follow = useCallback((y: number) => {
    if (!held.current) return;
    held.current.y = y;
    scroll.current?.scrollTo(topWith(present.current.layout, held.current));
  }, []);
  const letGo = useCallback(() => {
    held.current = null;
  }, []);
  return { shown, present, scrollTo, reveal, hold, follow, letGo };
}

function topWith(layout: RowLayout, { index, part, y }: Held): number {
  const row = layout.rowOf(index);
  return layout.top(row) + part * layout.heightOf(row) + PADDING - y;
}
