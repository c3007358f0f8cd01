import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import type { OpenState, View } from '../link/view.ts';
import { markByKey } from '../mark-keys.ts';
import type { Marking } from '../use-marking.ts';
import { t } from '../words.ts';
import styles from './grid.module.css';
import { justified, type Row, rowAt } from './rows.ts';
import { Tile } from './tile.tsx';

interface Props {
  view: View;
  state: OpenState;
  pictures: readonly GuestPicture[];
  marking: Marking;
  /** The picture that was looked at last: it is where the focus is. */
  current: string | null;
  onOpen: (key: string) => void;
}

const PHONE = 600;
const rowHeight = (width: number) => (width < PHONE ? 128 : 220);

/** Only the rows near what is seen are in the page, and the one with the focus. */
export function Grid({ view, state, pictures, marking, current, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [width, setWidth] = useState(0);
  const [[first, last], setRange] = useState<[number, number]>([0, 0]);
  const [focused, setFocused] = useState<string | null>(null);
  const rows = useMemo(
    () =>
      width === 0
        ? []
        : justified(
            pictures.map((picture) => picture.width / picture.height || 1),
            width,
            rowHeight(width),
          ),
    [pictures, width],
  );
  const here = current ?? focused;
  const focusIndex = Math.max(
    0,
    pictures.findIndex(({ key }) => key === here),
  );

  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const look = () => {
      const y = -(list.current?.getBoundingClientRect().top ?? 0);
      const next: [number, number] = [rowAt(rows, y - innerHeight), rowAt(rows, y + 2 * innerHeight)];
      setRange((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [rows]);
  // What was looked at last is where one comes back to.
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    if (current !== null) setFocused(current);
    else if (lastOpen.current !== null) {
      const row = rows.find(({ boxes }) => boxes.some(({ index }) => pictures[index]?.key === lastOpen.current));
      if (row) scrollToRow(list.current, row);
      tileOf(list.current, lastOpen.current)?.focus({ preventScroll: true });
    }
    lastOpen.current = current;
  }, [current, rows, pictures]);

  const focus = (index: number) => {
    const picture = pictures[index];
    const row = rows.find(({ boxes }) => boxes.some((box) => box.index === index));
    if (!picture || !row) return;
    setFocused(picture.key);
    scrollToRow(list.current, row);
    const there = tileOf(list.current, picture.key);
    // At once, so that the next key is for it; one that is far away is drawn first.
    if (there) there.focus({ preventScroll: true });
    else requestAnimationFrame(() => tileOf(list.current, picture.key)?.focus({ preventScroll: true }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex(({ boxes }) => boxes.some(({ index }) => index === focusIndex));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const rowStep = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const key = pictures[focusIndex]?.key;
    if (step !== undefined) focus(focusIndex + step);
    else if (rowStep !== undefined) focus(nearestIn(rows[at + rowStep], rows[at], focusIndex));
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(pictures.length - 1);
    else if (key === undefined || !markByKey(event.key, key, marking)) return;
    event.preventDefault();
  };

  const focusRow = rows.findIndex(({ boxes }) => boxes.some(({ index }) => index === focusIndex));
  const drawn = rows.slice(first, last + 1);
  const extra = focusRow >= 0 && (focusRow < first || focusRow > last) ? rows[focusRow] : undefined;
  if (extra) drawn.push(extra);
  const end = rows.at(-1);
  return (
    <ul
      ref={list}
      className={styles.grid}
      aria-label={t.title}
      style={{ height: end ? end.top + end.height : 0 }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const key = target instanceof HTMLElement ? target.dataset.tile : undefined;
        if (key !== undefined) setFocused(key);
      }}
    >
      {drawn.flatMap(({ top, height, boxes }) =>
        boxes.map(({ index, left, width: boxWidth }) => {
          const picture = pictures[index];
          return (
            picture && (
              <Tile
                key={picture.key}
                view={view}
                state={state}
                picture={picture}
                number={state.pictures.indexOf(picture) + 1}
                box={{ left, top, width: boxWidth, height }}
                isTabStop={index === focusIndex}
                marking={marking}
                onOpen={onOpen}
              />
            )
          );
        }),
      )}
    </ul>
  );
}

const tileOf = (list: HTMLElement | null, key: string) =>
  list?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(key)}"]`) ?? null;

function nearestIn(row: Row | undefined, from: Row | undefined, index: number): number {
  const own = from?.boxes.find((box) => box.index === index);
  if (!row || !own) return index;
  const middle = own.left + own.width / 2;
  const far = (box: { left: number; width: number }) => Math.abs(box.left + box.width / 2 - middle);
  return row.boxes.reduce((best, box) => (far(box) < far(best) ? box : best)).index;
}

/** The bar with the filters stands above what is scrolled. */
const ABOVE = 72;

function scrollToRow(list: HTMLElement | null, { top, height }: Row): void {
  if (!list) return;
  const y = list.getBoundingClientRect().top + top;
  if (y < ABOVE) scrollBy(0, y - ABOVE);
  else if (y + height > innerHeight) scrollBy(0, y + height - innerHeight + 8);
}
