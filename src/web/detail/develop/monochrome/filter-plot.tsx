import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { number, t } from '../../../i18n/words.ts';
import { useLock } from '../../../ui/lock.tsx';
import { TAB_STOP } from '../../../ui/tab-stop.ts';
import { useModuleValues } from '../controls/module-values.ts';
import { scaleOf } from '../controls/steps.ts';
import { useWheel } from '../controls/use-wheel.ts';
import { useDraft } from '../use-draft.ts';
import { useKeptStill } from '../use-kept-still.ts';
import {
  cellsOf,
  type Filter,
  filterAt,
  FILTER_FIELDS,
  movedFilter,
  NO_FILTER,
  type Place,
  placeOf,
  radiusOf,
  widerFilter,
} from './filter-spot.ts';
import styles from './filter-plot.module.css';

/** In the a and b of Lab. */
const STEP = 1;
const SIZE_STEP = 0.1;
/** How near a finger has to be to drag the spot; elsewhere it scrolls, and a tap puts the spot there. */
const REACH_PX = 32;
const STILL_PX = 5;
/** The side of the drawing. */
const SIDE = 256;

/** monochrome's field of colors with the spot that it lets through: drag it, turn the wheel for its size. */
export function FilterPlot() {
  const { isLocked, lockedBy } = useLock();
  const { title: _title, ...lockProps } = lockedBy ?? {};
  const values = useModuleValues();
  const of = (from: (field: string) => number | undefined): Filter =>
    Object.fromEntries(FILTER_FIELDS.map((field) => [field, from(field) ?? NO_FILTER[field]])) as unknown as Filter;
  /** `held`: how far from the spot it was grabbed. */
  const { now, held, show, store, storeSoon, giveUp } = useDraft<Filter, Place>({
    stored: of(values.stored),
    isSame: (one, other) => FILTER_FIELDS.every((field) => one[field] === other[field]),
    onStore: (next) => values.change({ ...next }),
    onMove: (next) => values.move(next && { ...next }),
  });
  /** Where a finger beside the spot came down. */
  const tapped = useRef<{ x: number; y: number } | null>(null);
  const plot = useWheel<SVGSVGElement>((event) => {
    if (!isLocked) storeSoon(widerFilter(now, Math.sign(event.deltaY) * SIZE_STEP * scaleOf(event)));
  });
  useKeptStill(plot, held);

  const pointed = ({ clientX, clientY, currentTarget }: PointerEvent): Place & { side: number } => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height, side: width };
  };
  const focus = () => plot.current?.querySelector<SVGGElement>('[role=slider]')?.focus({ preventScroll: true });
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (isLocked || event.button !== 0) return;
    const { x, y, side } = pointed(event);
    const spot = placeOf(now);
    const isNear = Math.hypot(x - spot.x, y - spot.y) * side <= REACH_PX;
    if (event.pointerType !== 'mouse' && !isNear) {
      tapped.current = { x: event.clientX, y: event.clientY };
      return;
    }
    event.preventDefault();
    focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    // A mouse takes the spot to where it is, as in darktable; under a finger it does not jump.
    held.current = event.pointerType === 'mouse' ? { x: 0, y: 0 } : { x: spot.x - x, y: spot.y - y };
    show(filterAt(now, { x: x + held.current.x, y: y + held.current.y }));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!held.current) return;
    const { x, y } = pointed(event);
    show(filterAt(now, { x: x + held.current.x, y: y + held.current.y }));
  };
  const onPointerUp = (event: PointerEvent) => {
    const [wasHeld, from] = [held.current, tapped.current];
    held.current = tapped.current = null;
    if (wasHeld) store(now);
    else if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < STILL_PX) {
      focus();
      store(filterAt(now, pointed(event)));
    }
  };
  const onPointerCancel = () => {
    tapped.current = null;
    if (!held.current) return;
    held.current = null;
    giveUp();
  };
  const reset = () => {
    if (!isLocked) store(of(values.defaultsOf.told ?? (() => undefined)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLocked) return;
    const by = STEP * scaleOf(event);
    const ways: Record<string, () => Filter> = {
      ArrowLeft: () => movedFilter(now, { a: -by, b: 0 }),
      ArrowRight: () => movedFilter(now, { a: by, b: 0 }),
      ArrowUp: () => movedFilter(now, { a: 0, b: by }),
      ArrowDown: () => movedFilter(now, { a: 0, b: -by }),
      '+': () => widerFilter(now, SIZE_STEP),
      '-': () => widerFilter(now, -SIZE_STEP),
    };
    const next = ways[event.key]?.();
    if (!next && event.key !== 'Delete') return;
    event.preventDefault();
    event.stopPropagation();
    if (next) storeSoon(next);
    else reset();
  };
  const { x, y } = placeOf(now);
  const text = (value: number) => number(value, { maximumFractionDigits: 1 });
  return (
    <figure className={styles.filter}>
      <svg
        ref={plot}
        viewBox={`0 0 ${SIDE} ${SIDE}`}
        role="group"
        aria-label={t('develop.filter')}
        {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel }}
        onDoubleClick={reset}
      >
        {cellsOf(now).map((cell, at) => (
          <rect
            key={at}
            x={cell.x * SIDE}
            y={cell.y * SIDE}
            width={cell.side * SIDE - 1}
            height={cell.side * SIDE - 1}
            fill={cell.color}
          />
        ))}
        <circle className={styles.reach} cx={x * SIDE} cy={y * SIDE} r={radiusOf(now) * SIDE} />
        <g
          className={styles.spot}
          role="slider"
          {...TAB_STOP}
          aria-label={t('develop.filterSpot')}
          aria-valuemin={-128}
          aria-valuemax={128}
          aria-valuenow={Math.round(now.a)}
          aria-valuetext={t('develop.filterAt', { a: text(now.a), b: text(now.b), size: text(now.size) })}
          {...lockProps}
          onKeyDown={onKeyDown}
        >
          <circle className={styles.focus} cx={x * SIDE} cy={y * SIDE} r={14} />
          <circle className={styles.dot} cx={x * SIDE} cy={y * SIDE} r={6} />
        </g>
      </svg>
      <figcaption>{t('develop.filterHow')}</figcaption>
    </figure>
  );
}
