import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { Plus, Trash2, Undo } from 'lucide-react';
import { number, t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import {
  addPoint,
  changesOf,
  type Curve,
  gapAt,
  isSameCurve,
  movePoint,
  type Point,
  pointsOf,
  removePoint,
  SHAPES,
} from './curve.ts';
import { curveThrough } from './curve-shape.ts';
import { typedNumber, writtenNumber } from './field-values.ts';
import { useIsSaving, useRefusals } from './refusals.ts';

interface Props {
  curve: Curve;
  label: string;
  params: unknown;
  onChange: (changes: Record<string, number>) => void;
}

const SIZE = 240;
const EDGE = 10;
const WHOLE = SIZE + 2 * EDGE;
const STEP = 0.01;
const BIG_STEP = 0.05;
const REST_MS = 350;
/** How far from its middle a point can be taken hold of, in the units of the plot. develop.css draws the same. */
const REACH = 14;
const REACH_OF_FINGERS = 21;
/** Less than this, in pixels of the screen, is a click and not a pull. */
const STILL = 5;
/** A double-click beside the points adds one with its first click; the second one must not take it away again. */
const DOUBLE_CLICK_MS = 700;
const SAMPLES = 180;

const toX = (x: number) => EDGE + x * SIZE;
const toY = (y: number) => EDGE + (1 - y) * SIZE;

/**
 * A curve as points on a plot: pulled, or moved with the arrow keys; a click beside them adds one, a double or right click on one
 * removes it. All of it can be done with the buttons and fields below as well.
 */
export function CurveEditor({ curve, label, params, onChange }: Props) {
  const { isLocked, lockedBy } = useLock();
  // SVG has a title of its own.
  const { title: _title, ...lockProps } = lockedBy ?? {};
  const stored = pointsOf(curve, params);
  /** As it is going to be; null while that is what is stored. */
  const [draft, setDraft] = useState<Point[] | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const plot = useRef<SVGSVGElement>(null);
  /** The point that is being pulled, and how far beside its middle it was taken hold of. */
  const held = useRef<{ at: number; beside: Point } | null>(null);
  /** Where on the screen the plot was pressed, until that is known to be a pull. */
  const pressed = useRef<{ x: number; y: number } | null>(null);
  /** The click that added a point. */
  const adding = useRef({ time: -Infinity, x: 0, y: 0 });
  const toFocus = useRef<number | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was asked for and is not stored yet. */
  const sent = useRef<Point[] | null>(null);

  const forget = () => {
    clearTimeout(rest.current);
    rest.current = undefined;
    sent.current = null;
    held.current = null;
    setDraft(null);
  };
  useEffect(() => () => clearTimeout(rest.current), []);
  useEffect(() => {
    // A finger on a point pulls the point, beside the points it scrolls. touch-action cannot say so: within an SVG it is not heeded.
    const svg = plot.current!;
    const keepStill = (event: TouchEvent) => {
      if (held.current) event.preventDefault();
    };
    svg.addEventListener('touchmove', keepStill, { passive: false });
    return () => svg.removeEventListener('touchmove', keepStill);
  }, []);
  const refusals = useRefusals();
  useEffect(forget, [refusals]);
  const isSaving = useIsSaving();
  const signature = JSON.stringify(stored);
  useEffect(() => {
    // Of several edits in a row the first may be stored: what is shown is the last.
    if (isSaving || held.current !== null || rest.current !== undefined) return;
    sent.current = null;
    setDraft(null);
  }, [signature, isSaving]);
  useEffect(() => {
    if (toFocus.current === null) return;
    plot.current?.querySelectorAll<SVGGElement>('.curve-point')[toFocus.current]?.focus({ preventScroll: true });
    toFocus.current = null;
  });

  const points = draft ?? stored;
  const own = chosen === null ? undefined : points[chosen];
  const shape = curveThrough(points, curve.shape, curve.isPeriodic);

  const store = (next: Point[]) => {
    clearTimeout(rest.current);
    rest.current = undefined;
    // A click that moved nothing is no edit.
    if (isSameCurve(next, sent.current ?? stored)) {
      setDraft(sent.current);
      return;
    }
    sent.current = next;
    setDraft(next);
    onChange(changesOf(curve, next));
  };
  const move = (at: number, to: Point): Point[] => {
    const next = movePoint(curve, points, at, to);
    setDraft(next);
    return next;
  };
  const add = (point: Point, isFocused: boolean) => {
    const added = addPoint(curve, points, point);
    if (!added) return;
    if (isFocused) toFocus.current = added.at;
    setChosen(added.at);
    store(added.points);
  };
  const addSomewhere = (isFocused: boolean) => {
    const x = gapAt(points, chosen);
    add({ x, y: shape(x) }, isFocused);
  };
  const remove = (at: number, isFocused: boolean) => {
    const left = removePoint(curve, points, at);
    if (!left) return;
    if (isFocused) toFocus.current = left.at;
    setChosen(left.at);
    store(left.points);
  };

  const placeOf = (event: MouseEvent): Point => {
    const { left, top, width, height } = plot.current!.getBoundingClientRect();
    return {
      x: (((event.clientX - left) / width) * WHOLE - EDGE) / SIZE,
      y: 1 - (((event.clientY - top) / height) * WHOLE - EDGE) / SIZE,
    };
  };
  const pointUnder = (event: MouseEvent, reach: number): number | null => {
    const place = placeOf(event);
    const away = points.map(({ x, y }) => Math.hypot(x - place.x, y - place.y) * SIZE);
    const nearest = Math.min(...away);
    return nearest <= reach ? away.indexOf(nearest) : null;
  };

  const hold = (at: number, point: Point, event: MouseEvent) => {
    const place = placeOf(event);
    held.current = { at, beside: { x: point.x - place.x, y: point.y - place.y } };
    setChosen(at);
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (isLocked || event.button !== 0) return;
    const isMouse = event.pointerType === 'mouse';
    pressed.current = { x: event.clientX, y: event.clientY };
    const at = pointUnder(event, isMouse ? REACH : REACH_OF_FINGERS);
    // A finger beside the points may want to scroll.
    if (isMouse || at !== null) event.currentTarget.setPointerCapture(event.pointerId);
    if (at === null) return;
    event.preventDefault();
    hold(at, points[at]!, event);
    plot.current?.querySelectorAll<SVGGElement>('.curve-point')[at]?.focus({ preventScroll: true });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (pressed.current && !isPulled(event, pressed.current)) return;
    const isStart = pressed.current !== null;
    pressed.current = null;
    if (held.current) {
      const { at, beside } = held.current;
      const { x, y } = placeOf(event);
      move(at, { x: x + beside.x, y: y + beside.y });
    } else if (isStart && event.pointerType === 'mouse') {
      // A new point, to be pulled on at once.
      const added = addPoint(curve, points, placeOf(event));
      if (!added) return;
      hold(added.at, added.points[added.at]!, event);
      setDraft(added.points);
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    const [was, start] = [held.current, pressed.current];
    held.current = pressed.current = null;
    // What was pulled is drawn already.
    if (was && !start) {
      store(points);
      return;
    }
    if (was || !start) return;
    const { x } = placeOf(event);
    adding.current = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    add({ x, y: shape(x) }, true);
  };
  const onPointerCancel = () => {
    pressed.current = null;
    if (held.current === null) return;
    held.current = null;
    setDraft(sent.current);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const at = pointUnder(event, REACH);
    const isSecondClick = event.timeStamp - adding.current.time < DOUBLE_CLICK_MS && !isPulled(event, adding.current);
    if (!isLocked && at !== null && !isSecondClick) remove(at, true);
  };
  const onContextMenu = (event: MouseEvent) => {
    // Not the menu key, and not a finger that rests.
    const at = event.button === 2 ? pointUnder(event, REACH) : null;
    if (isLocked || at === null) return;
    event.preventDefault();
    remove(at, true);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (isLocked || event.ctrlKey || event.altKey || event.metaKey) return;
    const size = event.shiftKey ? BIG_STEP : STEP;
    const by = {
      ArrowUp: [0, size],
      ArrowDown: [0, -size],
      ArrowRight: [size, 0],
      ArrowLeft: [-size, 0],
    }[event.key];
    const isAdding = ['+', 'Enter', 'Insert'].includes(event.key);
    const isRemoving = ['Delete', 'Backspace'].includes(event.key);
    if (!by && !isAdding && !isRemoving) return;
    event.preventDefault();
    event.stopPropagation();
    if (isAdding) {
      addSomewhere(true);
      return;
    }
    if (isRemoving) {
      remove(at, true);
      return;
    }
    const next = move(at, { x: points[at]!.x + by![0]!, y: points[at]!.y + by![1]! });
    clearTimeout(rest.current);
    rest.current = setTimeout(() => store(next), REST_MS);
  };

  const canAdd = curve.count !== null && addPoint(curve, points, { x: gapAt(points, chosen), y: 0 }) !== null;
  const canRemove = own !== undefined && removePoint(curve, points, chosen!) !== null;
  const isEnd = curve.ends !== null && (chosen === 0 || chosen === points.length - 1);
  return (
    <figure className="curve">
      <figcaption>
        <span>{label}</span>
        {curve.count !== null && <span>{t('develop.curveCount', { count: points.length, most: curve.most })}</span>}
      </figcaption>
      <svg
        ref={plot}
        viewBox={`0 0 ${WHOLE} ${WHOLE}`}
        role="group"
        aria-label={`${label}. ${t(curve.count === null ? 'develop.curveHow' : 'develop.curveHowMany')}`}
        className={isLocked || curve.count === null ? '' : 'curve-open'}
        {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onDoubleClick, onContextMenu }}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((line) => (
          <path
            key={line}
            className="curve-grid"
            d={`M${toX(line)} ${toY(0)}V${toY(1)}M${toX(0)} ${toY(line)}H${toX(1)}`}
          />
        ))}
        {curve.ends?.[1].y === 1 && <path className="curve-grid" d={`M${toX(0)} ${toY(0)}L${toX(1)} ${toY(1)}`} />}
        <path className="curve-line" d={pathOf(shape, points)} />
        {points.map((point, at) => (
          <g
            key={at}
            className={`curve-point ${at === chosen ? 'curve-chosen' : ''}`}
            role="slider"
            tabIndex={0}
            aria-label={t('develop.curvePoint', { index: at + 1, total: points.length })}
            aria-valuemin={0}
            aria-valuemax={1}
            aria-valuenow={Number(point.y.toFixed(3))}
            aria-valuetext={wordsOf(point)}
            {...lockProps}
            onFocus={() => setChosen(at)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            <circle className="curve-reach" cx={toX(point.x)} cy={toY(point.y)} r={REACH} />
            <circle className="curve-dot" cx={toX(point.x)} cy={toY(point.y)} r={5.5} />
          </g>
        ))}
      </svg>
      {!isLocked && (
        <div className="curve-tools">
          {curve.count !== null && (
            <>
              <button
                type="button"
                className="button button-quiet button-icon"
                aria-label={t('develop.curveAdd')}
                title={t('develop.curveAdd')}
                disabled={!canAdd}
                onClick={() => addSomewhere(false)}
              >
                <Plus size={16} aria-hidden />
              </button>
              <button
                type="button"
                className="button button-quiet button-icon"
                aria-label={t(isEnd ? 'develop.curveEnd' : 'develop.curveRemove')}
                title={t(isEnd ? 'develop.curveEnd' : 'develop.curveRemove')}
                disabled={!canRemove}
                onClick={() => remove(chosen!, false)}
              >
                {isEnd ? <Undo size={16} aria-hidden /> : <Trash2 size={16} aria-hidden />}
              </button>
            </>
          )}
          {!own && (
            <span className="curve-hint">{t(curve.count === null ? 'develop.curvePull' : 'develop.curveClick')}</span>
          )}
          {own && !curve.isFixedX && (
            <Coordinate label="x" value={own.x} onChange={(x) => store(move(chosen!, { ...own, x }))} />
          )}
          {own && <Coordinate label="y" value={own.y} onChange={(y) => store(move(chosen!, { ...own, y }))} />}
        </div>
      )}
      {curve.type !== null && <ShapeChoice curve={curve} onChange={(type) => onChange({ [curve.type!]: type })} />}
    </figure>
  );
}

const isPulled = (event: MouseEvent, from: { x: number; y: number }) =>
  Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL;

const wordsOf = ({ x, y }: Point) => [x, y].map((value) => number(value, { maximumFractionDigits: 3 })).join(' → ');

/** Through all of the plot, and exactly through its points. */
function pathOf(shape: (x: number) => number, points: readonly Point[]): string {
  const places = Array.from({ length: SAMPLES + 1 }, (_, at) => at / SAMPLES);
  const own = points.map(({ x }) => x).filter((x) => x > 0 && x < 1);
  const line = [...places, ...own]
    .toSorted((one, other) => one - other)
    .map((x) => `${toX(x).toFixed(2)} ${toY(shape(x)).toFixed(2)}`);
  return `M${line.join('L')}`;
}

interface CoordinateProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** Where the chosen point is, to be typed. */
function Coordinate({ label, value, onChange }: CoordinateProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const store = () => {
    const next = typedNumber(draft ?? '');
    if (next !== null) onChange(next);
    setDraft(null);
  };
  return (
    <label className="curve-coordinate">
      {label}
      <input
        className="field number-input"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={value}
        value={draft ?? writtenNumber(Number(value.toFixed(3)))}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={store}
        onKeyDown={({ key }) => {
          if (key === 'Enter') store();
        }}
      />
    </label>
  );
}

/** How darktable draws the curve through its points. */
function ShapeChoice({ curve, onChange }: Pick<Props, 'curve'> & { onChange: (type: number) => void }) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  return (
    <div className="choice-field">
      <label htmlFor={id}>{t('develop.curveShape')}</label>
      <select
        id={id}
        className="field"
        {...lockedBy}
        value={SHAPES.indexOf(curve.shape)}
        onChange={({ target }) => {
          if (!isLocked) onChange(Number(target.value));
        }}
      >
        {SHAPES.map((shape, value) => (
          <option key={shape} value={value}>
            {t(`develop.curveShapes.${shape}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
