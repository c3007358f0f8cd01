import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { number, t } from '../../i18n/words.ts';
import { type Curve, valueAt } from './field-values.ts';
import { useRefusals } from './refusals.ts';
import { smoothPath } from './smooth-path.ts';

interface Props {
  curve: Curve;
  label: string;
  params: unknown;
  disabled: boolean;
  onChange: (changes: Record<string, number>) => void;
}

interface Point {
  x: number;
  y: number;
}

const SIZE = 240;
const EDGE = 10;
const STEP = 0.01;
const BIG_STEP = 0.05;
const REST_MS = 350;
/** Points of a curve must not meet. */
const APART = 0.005;

/** A curve as points on a plot, to be dragged or moved with the arrow keys. */
export function CurveEditor({ curve, label, params, disabled, onChange }: Props) {
  const stored = curve.points.map(({ x, y }): Point => ({
    x: Number(valueAt(params, x) ?? 0),
    y: Number(valueAt(params, y) ?? 0),
  }));
  const [draft, setDraft] = useState<Point[] | null>(null);
  const plot = useRef<SVGSVGElement>(null);
  const held = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const signature = JSON.stringify(stored);
  const refusals = useRefusals();
  useEffect(() => setDraft(null), [signature, refusals]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const points = draft ?? stored;
  const toX = (x: number) => EDGE + x * SIZE;
  const toY = (y: number) => EDGE + (1 - y) * SIZE;

  const move = (at: number, to: Point): Point[] => {
    const low = at === 0 ? 0 : points[at - 1]!.x + APART;
    const high = at === points.length - 1 ? 1 : points[at + 1]!.x - APART;
    const x = curve.isFixedX ? points[at]!.x : Math.min(high, Math.max(low, to.x));
    const next = points.map((point, place) => (place === at ? { x, y: Math.min(1, Math.max(0, to.y)) } : point));
    setDraft(next);
    return next;
  };
  const store = (next: Point[], at: number) => {
    const { x, y } = curve.points[at]!;
    onChange({ [y]: next[at]!.y, ...(!curve.isFixedX && { [x]: next[at]!.x }) });
  };
  const placeOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = plot.current!.getBoundingClientRect();
    const whole = SIZE + 2 * EDGE;
    return {
      x: (((event.clientX - left) / width) * whole - EDGE) / SIZE,
      y: 1 - (((event.clientY - top) / height) * whole - EDGE) / SIZE,
    };
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const size = event.shiftKey ? BIG_STEP : STEP;
    const by = {
      ArrowUp: [0, size],
      ArrowDown: [0, -size],
      ArrowRight: [size, 0],
      ArrowLeft: [-size, 0],
    }[event.key];
    if (!by || disabled) return;
    event.preventDefault();
    event.stopPropagation();
    const next = move(at, { x: points[at]!.x + by[0]!, y: points[at]!.y + by[1]! });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => store(next, at), REST_MS);
  };
  const words = ({ x, y }: Point) => [x, y].map((value) => number(value, { maximumFractionDigits: 3 })).join(' → ');

  return (
    <figure className="curve">
      <figcaption>{label}</figcaption>
      <svg
        ref={plot}
        viewBox={`0 0 ${SIZE + 2 * EDGE} ${SIZE + 2 * EDGE}`}
        role="group"
        aria-label={`${label}. ${t('develop.curveHow')}`}
        onPointerMove={(event) => {
          if (held.current !== null) move(held.current, placeOf(event));
        }}
        onPointerUp={(event) => {
          if (held.current === null) return;
          const at = held.current;
          held.current = null;
          store(move(at, placeOf(event)), at);
        }}
        onPointerCancel={() => {
          held.current = null;
          setDraft(null);
        }}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((line) => (
          <path
            key={line}
            className="curve-grid"
            d={`M${toX(line)} ${toY(0)}V${toY(1)}M${toX(0)} ${toY(line)}H${toX(1)}`}
          />
        ))}
        {!curve.isFixedX && <path className="curve-grid" d={`M${toX(0)} ${toY(0)}L${toX(1)} ${toY(1)}`} />}
        <path className="curve-line" d={smoothPath(points.map(({ x, y }) => [toX(x), toY(y)]))} />
        {points.map((point, at) => (
          <g
            key={at}
            className="curve-point"
            role="slider"
            tabIndex={disabled ? -1 : 0}
            aria-label={t('develop.curvePoint', { index: at + 1, total: points.length })}
            aria-valuemin={0}
            aria-valuemax={1}
            aria-valuenow={Number(point.y.toFixed(3))}
            aria-valuetext={words(point)}
            aria-disabled={disabled}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPointerDown={(event) => {
              if (disabled) return;
              event.preventDefault();
              event.currentTarget.focus();
              plot.current?.setPointerCapture(event.pointerId);
              held.current = at;
            }}
          >
            <circle className="curve-reach" cx={toX(point.x)} cy={toY(point.y)} r={14} />
            <circle className="curve-dot" cx={toX(point.x)} cy={toY(point.y)} r={5.5} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
