import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQueries } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type ListParameters, type Outline, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { keepScrollPosition, keptScrollPosition } from './scroll-position.ts';
import { lastShown } from './last-shown.ts';
import { usePictureHeight } from './picture-size.ts';
import { RowLayout } from './row-layout.ts';
import { usePlaceholders } from './placeholders.ts';
import { type Reach, RowsAhead, rowsWithin } from './rows-ahead.ts';
import { Scrubber } from './scrubber.tsx';
import { clearSelection, selectAll, selection, selectTo, toggle } from './selection.ts';
import { TallScroll } from './tall-scroll.ts';
import { Tile } from './tile.tsx';

const GAP = 10;
/** As in gallery.css. */
const CAPTION = 46;
/** Pictures lower than this have no room for words below them. */
const LOWEST_WITH_CAPTION = 120;
/** After so long without a move, more rows are made ready. */
const REST_MS = 400;
/** Free room above the first row and below the last. */
const PADDING = 4;
const END = 72;
/** What one scrolls past in a moment is not loaded. */
const STAY_MS = 40;

interface Props {
  outline: Outline;
  parameters: ListParameters;
  /** `?…` of the gallery, so that an image knows which list it is part of. */
  address: string;
  /** An image is open over the gallery. */
  behind: boolean;
  /** Pictures of the view before, until this one's arrive. */
  outdated: boolean;
  /** By date, newest or oldest first: dates stand beside it. */
  dated: 'asc' | 'desc' | null;
}

interface Window {
  first: number;
  last: number;
  shift: number;
  top: number;
}

/** All pictures of a list in justified rows; only those near the window are in the page. */
export function Grid({ outline, parameters, address, behind, outdated, dated }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useRef<TallScroll>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const pictureHeight = usePictureHeight(size.width);
  const captioned = pictureHeight >= LOWEST_WITH_CAPTION;
  const layout = useMemo(
    () =>
      new RowLayout(outline.shapes, {
        width: size.width,
        height: pictureHeight,
        gap: GAP,
        below: captioned ? CAPTION : GAP,
      }),
    [outline, size.width, pictureHeight, captioned],
  );
  const [shown, setShown] = useState<Window>({ first: 0, last: -1, shift: 0, top: 0 });
  const [current, setCurrent] = useState(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setSize({
        width: element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        height: element.clientHeight,
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // What is in the window now. Read by listeners that live longer than one drawing.
  const ahead = useRef(new RowsAhead());
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ layout, ids: outline.ids, address, height: size.height });
  const look = useCallback(() => {
    const { layout, height } = latest.current;
    const { top, shift } = scroll.current!.place;
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
    // Whatever somebody does meanwhile goes first.
    rest.current = setTimeout(() => startTransition(() => show(ahead.current.resting(height))), REST_MS);
  }, []);
  useEffect(() => () => clearTimeout(rest.current), []);

  useLayoutEffect(() => {
    const tall = new TallScroll(scroller.current!, look);
    scroll.current = tall;
    return () => tall.end();
  }, [look]);

  // Another width, another size, another state of the library: the picture at the top stays there. Another view begins at its top,
  // or where one left it.
  useLayoutEffect(() => {
    const tall = scroll.current!;
    const before = latest.current;
    latest.current = { layout, ids: outline.ids, address, height: size.height };
    if (size.width === 0) return;
    const { place } = tall;
    const isNew = before.address !== address || before.layout.count === 0;
    const row = before.layout.count > 0 ? before.layout.rowAt(place.top) : 0;
    const anchor = before.layout.count > 0 ? before.layout.firstOf(row) : 0;
    const offset = before.layout.count > 0 ? place.top - before.layout.top(row) : 0;
    const wasAtTop = place.top < 8;
    place.resize(layout.height + PADDING + END, size.height);
    if (isNew) {
      const kept = keptScrollPosition(address);
      const index = Math.min(kept?.index ?? 0, Math.max(0, layout.pictures - 1));
      setCurrent(index);
      tall.scrollTo(kept ? layout.top(layout.rowOf(index)) + kept.offset : 0);
    } else if (wasAtTop) {
      tall.scrollTo(0);
    } else {
      const index = before.ids === outline.ids ? anchor : outline.ids.indexOf(before.ids[anchor] ?? -1);
      if (index >= 0) tall.scrollTo(layout.top(layout.rowOf(index)) + offset);
      else tall.resized();
    }
    look();
  }, [layout, outline.ids, address, size, look]);

  useEffect(() => {
    const keep = () => {
      const { layout, address } = latest.current;
      if (layout.count === 0) return;
      const { top } = scroll.current?.place ?? { top: 0 };
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

  const recordAt = useRecords(parameters, outline, layout, shown);

  const focusPicture = useCallback((index: number) => {
    const { layout, height } = latest.current;
    const tall = scroll.current;
    if (!tall || index < 0 || index >= layout.pictures) return;
    const row = layout.rowOf(index);
    const [top, bottom] = [layout.top(row), layout.top(row + 1) + PADDING];
    flushSync(() => {
      setCurrent(index);
      if (top < tall.place.top) tall.scrollTo(row === 0 ? 0 : top);
      else if (bottom > tall.place.top + height) tall.scrollTo(bottom - height);
    });
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }, []);

  // Back from an image: on to where one stood in the list, which may be further than where one opened it.
  const wasBehind = useRef(behind);
  useEffect(() => {
    if (wasBehind.current && !behind) {
      const to = lastShown();
      // React draws nothing at once while it runs effects.
      if (to) queueMicrotask(() => focusPicture(outline.ids.indexOf(to.id)));
    }
    wasBehind.current = behind;
  }, [behind, outline.ids, focusPicture]);

  useEffect(() => {
    if (behind) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isHere = target === document.body || scroller.current?.contains(target) === true;
      if (!isHere || event.altKey || event.defaultPrevented) return;
      const { layout, ids, height } = latest.current;
      if (layout.count === 0) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && !event.shiftKey) {
        event.preventDefault();
        selectAll(ids);
        return;
      }
      if (event.ctrlKey || event.metaKey) return;
      const from = Math.min(current, layout.pictures - 1);
      if (event.key === ' ' && !(target instanceof HTMLButtonElement)) {
        event.preventDefault();
        toggle(ids[from]!, from);
        return;
      }
      if (event.key === 'Escape' && selection().size > 0) {
        event.preventDefault();
        clearSelection();
        return;
      }
      const to = nextPicture(layout, from, event.key, height);
      if (to === null) return;
      event.preventDefault();
      if (event.shiftKey) {
        if (selection().size === 0) toggle(ids[from]!, from);
        selectTo(to, ids);
      }
      focusPicture(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [behind, current, focusPicture]);

  const open = useCallback(
    (index: number) => {
      setCurrent(index);
      navigate(`/images/${outline.ids[index]}${address}`, { state: { index, fromGallery: true } });
    },
    [outline.ids, address],
  );
  const choose = useCallback(
    (index: number, isRange: boolean) => {
      setCurrent(index);
      if (isRange) selectTo(index, outline.ids);
      else toggle(outline.ids[index]!, index);
    },
    [outline.ids],
  );

  const rows = Array.from({ length: shown.last - shown.first + 1 }, (_, at) => shown.first + at).filter(
    (row) => row < layout.count,
  );
  const firstShown = rows.length > 0 ? layout.firstOf(rows[0]!) : 0;
  const endShown = rows.length > 0 ? layout.firstOf(rows.at(-1)!) + layout.boxes(rows.at(-1)!).length : 0;
  // One picture can be tabbed to: the one that arrow keys stand on, if it is in the page.
  const tabStop = current >= firstShown && current < endShown ? current : firstShown;
  const total = outline.ids.length;
  const placeholderOf = usePlaceholders(outline.ids, firstShown, endShown - 1);

  return (
    <div className={`grid-frame ${dated ? 'grid-dated' : ''}`}>
      <div className={`grid ${outdated ? 'grid-outdated' : ''}`} ref={scroller} tabIndex={-1}>
        <div
          role="list"
          aria-label={t('gallery.list')}
          className={`grid-rows ${captioned ? '' : 'grid-bare'}`}
          style={{ height: Math.min(layout.height + PADDING + END, 6_000_000) }}
        >
          {rows.map((row) => (
            <div
              key={layout.firstOf(row)}
              className="grid-row"
              role="presentation"
              style={{ transform: `translateY(${layout.top(row) - shown.shift + PADDING}px)` }}
            >
              {layout.boxes(row).map(({ index, left, width }) => (
                <Tile
                  key={outline.ids[index]}
                  id={outline.ids[index]!}
                  image={recordAt(index)}
                  placeholder={placeholderOf(outline.ids[index]!)}
                  index={index}
                  total={total}
                  left={left}
                  width={width}
                  height={layout.heightOf(row)}
                  captioned={captioned}
                  address={address}
                  isTabStop={index === tabStop}
                  onOpen={open}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      {dated && size.height > 0 && (
        <Scrubber
          layout={layout}
          parameters={parameters}
          direction={dated}
          top={shown.top}
          windowHeight={size.height}
          onMove={(top) => scroll.current?.scrollTo(top)}
        />
      )}
    </div>
  );
}

/** The records of what is in the window, as far as they have arrived. */
function useRecords(parameters: ListParameters, outline: Outline, layout: RowLayout, shown: Window) {
  const from = layout.count > 0 ? layout.firstOf(Math.min(shown.first, layout.count - 1)) : 0;
  const to = layout.count > 0 && shown.last >= 0 ? layout.firstOf(Math.min(shown.last + 1, layout.count)) - 1 : 0;
  const pageOf = (index: number) => Math.floor(Math.max(0, index) / PAGE_SIZE);
  const [wanted, setWanted] = useState({ first: pageOf(from), last: pageOf(to) });
  const next = { first: pageOf(from), last: pageOf(to) };
  useEffect(() => {
    const timer = setTimeout(() => setWanted({ first: next.first, last: next.last }), STAY_MS);
    return () => clearTimeout(timer);
  }, [next.first, next.last]);

  const count = Math.max(0, Math.min(wanted.last, pageOf(outline.ids.length - 1)) - wanted.first + 1);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, at) => pageQuery(parameters, wanted.first + at)),
  });

  // Whoever goes on comes to the next page; where nobody has moved yet, nobody does.
  const reached = useRef(wanted);
  useEffect(() => {
    const step = wanted.first - reached.current.first || wanted.last - reached.current.last;
    reached.current = wanted;
    const beyond = step > 0 ? wanted.last + 1 : wanted.first - 1;
    if (step !== 0 && beyond >= 0 && beyond * PAGE_SIZE < outline.ids.length)
      queryClient.query(pageQuery(parameters, beyond)).catch(() => undefined);
  }, [wanted, parameters, outline]);

  // Page and outline of two states of the library: both are asked for again.
  const isTorn = pages.some(({ data }) => data !== undefined && data.total !== outline.ids.length);
  const newest = Math.max(0, ...pages.map(({ dataUpdatedAt }) => dataUpdatedAt));
  useEffect(() => {
    if (isTorn) void queryClient.invalidateQueries({ queryKey: ['images'] });
  }, [isTorn, newest]);

  return (index: number): ImageRecord | undefined => {
    const items = pages[pageOf(index) - wanted.first]?.data?.items;
    const image = items?.[index % PAGE_SIZE];
    const id = outline.ids[index];
    return image?.id === id ? image : items?.find((other) => other.id === id);
  };
}

function nextPicture(layout: RowLayout, from: number, key: string, height: number): number | null {
  const last = layout.pictures - 1;
  const screen = (direction: 1 | -1) => {
    const top = layout.top(layout.rowOf(from)) + direction * height;
    return layout.nearestIn(layout.rowAt(Math.max(0, Math.min(top, layout.height - 1))), from);
  };
  switch (key) {
    case 'ArrowRight':
      return from < last ? from + 1 : null;
    case 'ArrowLeft':
      return from > 0 ? from - 1 : null;
    case 'ArrowDown':
      return layout.neighbour(from, 1);
    case 'ArrowUp':
      return layout.neighbour(from, -1);
    case 'PageDown':
      return screen(1);
    case 'PageUp':
      return screen(-1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
