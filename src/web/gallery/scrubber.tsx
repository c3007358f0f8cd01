import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type ListParameters, timelineQuery } from '../api/images.ts';
import { locale, t } from '../i18n/words.ts';
import { shownAt, type ShownList } from './folds/groups.ts';
import type { RowLayout } from './row-layout.ts';
import { classes } from '../ui/classes.ts';
import styles from './scrubber.module.css';

interface Props {
  list: ShownList;
  layout: RowLayout;
  parameters: ListParameters;
  direction: 'asc' | 'desc';
  top: number;
  windowHeight: number;
  onMove: (top: number) => void;
}

interface Month {
  month: string | null;
  /** The top of its first row in the list. */
  top: number;
}

/** Labels closer than this overlap. */
const APART_PX = 22;
const EDGE_PX = 12;

/** The dates of a list next to it, with a handle to move through them. */
export function Scrubber({ list, layout, parameters, direction, top, windowHeight, onMove }: Props) {
  const { sort_by: _by, sort_dir: _dir, ...filters } = parameters;
  const { data } = useQuery(timelineQuery({ ...filters, sort_dir: direction }));
  const bar = useRef<HTMLDivElement>(null);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);

  const months = useMemo(() => {
    let index = 0;
    return (data?.items ?? []).flatMap(({ month, count }): Month[] => {
      const first = shownAt(list, index);
      index += count;
      // For a moment, the outline and the timeline may come from different states of the library.
      return first < layout.pictures ? [{ month, top: layout.top(layout.rowOf(first)) }] : [];
    });
  }, [data, list, layout]);

  const most = Math.max(1, layout.height - windowHeight);
  const room = windowHeight - 2 * EDGE_PX;
  const yOf = useCallback((top: number) => EDGE_PX + (Math.min(top, most) / most) * room, [most, room]);
  const years = useMemo(() => yearLabels(months, yOf), [months, yOf]);

  // Replaces the scroll bar: shown whenever there is something to scroll.
  const [firstMonth] = months;
  if (layout.height <= windowHeight || !firstMonth) return null;

  const monthAt = (top: number) => months.findLast((month) => month.top <= top + 1) ?? firstMonth;
  const wordsAt = (top: number) => {
    const { month } = monthAt(top);
    return month === null ? t('gallery.noDate') : monthWords(month);
  };
  const topAt = (event: PointerEvent) => {
    const barTop = bar.current?.getBoundingClientRect().top ?? 0;
    return Math.max(0, Math.min(1, (event.clientY - barTop - EDGE_PX) / room)) * most;
  };
  const step = (event: KeyboardEvent) => {
    const here = months.indexOf(monthAt(top));
    const year = (at: number) => months[at]?.month?.slice(0, 4);
    const nextYear = (by: 1 | -1) => {
      let at = here;
      while (months[at + by] && year(at) === year(here)) at += by;
      return at;
    };
    const to = {
      ArrowDown: here + 1,
      ArrowRight: here + 1,
      ArrowUp: here - 1,
      ArrowLeft: here - 1,
      PageDown: nextYear(1),
      PageUp: nextYear(-1),
      Home: 0,
      End: months.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove((months[Math.min(months.length - 1, to)] ?? firstMonth).top);
  };

  const tip = pointedAt ?? (isHeld ? top : null);
  return (
    <div
      ref={bar}
      className={classes(styles.scrubber, isHeld && styles.held)}
      role="slider"
      aria-orientation="vertical"
      aria-label={t('gallery.timeline')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((Math.min(top, most) / most) * 100)}
      aria-valuetext={wordsAt(top)}
      tabIndex={0}
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setIsHeld(true);
        setPointedAt(topAt(event));
        onMove(topAt(event));
      }}
      onPointerMove={(event) => {
        setPointedAt(topAt(event));
        if (isHeld) onMove(topAt(event));
      }}
      onPointerUp={() => setIsHeld(false)}
      onPointerCancel={() => setIsHeld(false)}
      onPointerLeave={() => setPointedAt(null)}
    >
      {years.map(({ words, y }) => (
        <span key={y} className={styles.year} style={{ top: y }} aria-hidden>
          {words}
        </span>
      ))}
      <span className={styles.here} style={{ top: yOf(top) }} />
      {tip !== null && (
        <span className={styles.tip} style={{ top: yOf(tip) }} aria-hidden>
          {wordsAt(tip)}
        </span>
      )}
    </div>
  );
}

/** A label at the start of each year; months if there is room for only one year. Labels never overlap. */
function yearLabels(months: readonly Month[], yOf: (top: number) => number): { words: string; y: number }[] {
  const labels: { words: string; y: number }[] = [];
  const isOneYear = new Set(months.map(({ month }) => month?.slice(0, 4))).size <= 2;
  let before: string | null = null;
  for (const { month, top } of months) {
    if (month === null) continue;
    const words = isOneYear ? shortMonth(month) : month.slice(0, 4);
    if (words === before) continue;
    before = words;
    const y = yOf(top);
    const last = labels.at(-1);
    if (!last || y - last.y >= APART_PX) labels.push({ words, y });
  }
  return labels;
}

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`);
const monthWords = (month: string) =>
  dateOf(month).toLocaleDateString(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = (month: string) => dateOf(month).toLocaleDateString(locale(), { month: 'short', timeZone: 'UTC' });
