import type { KeyboardEvent, RefObject } from 'react';
import { number, t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import { useLock } from '../../ui/lock.tsx';
import { TAB_STOP } from '../../ui/tab-stop.ts';
import type { Curve, Point } from './curve.ts';
import { EDGE, pathOf, SIZE, toX, toY, WHOLE } from './curve-drawing.ts';
import { REACH, type useCurvePointer } from './curve-pointer.ts';
import type { CurveMark } from './curve-mark.ts';
import { type Behind, outlineOf } from './input-histogram.ts';
import type { CurveScale } from './curve-scale.ts';
import styles from './curve-editor.module.css';

interface Props {
  ref: RefObject<SVGSVGElement | null>;
  curve: Curve;
  label: string;
  points: readonly Point[];
  chosen: number | null;
  /** The height of the curve at x. */
  shape: (x: number) => number;
  scale: CurveScale;
  histogram: Behind | null;
  /** A color of the picture. */
  mark: CurveMark | null;
  pointer: ReturnType<typeof useCurvePointer>;
  onChoose: (at: number) => void;
  onKeyDown: (event: KeyboardEvent, at: number) => void;
}

/** The curve, its points, and the lines behind them. */
export function CurvePlot({
  ref,
  curve,
  label,
  points,
  chosen,
  shape,
  scale,
  histogram,
  mark,
  pointer,
  onChoose,
  onKeyDown,
}: Props) {
  const { isLocked, lockedBy } = useLock();
  // SVG has its own title.
  const { title: _title, ...lockProps } = lockedBy ?? {};
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${WHOLE} ${WHOLE}`}
      role="group"
      aria-label={`${label}. ${t(curve.count === null ? 'develop.curveHow' : 'develop.curveHowMany')}`}
      className={isLocked || curve.count === null ? undefined : styles.open}
      {...pointer}
    >
      {histogram && (
        <path
          data-histogram
          className={styles.histogram}
          transform={`translate(${EDGE} ${EDGE})`}
          d={outlineOf(histogram, { width: SIZE, height: SIZE, place: scale.place })}
        />
      )}
      {[0, 0.25, 0.5, 0.75, 1].map((line) => (
        <path
          key={line}
          className={styles.grid}
          d={`M${toX(scale.place(line))} ${toY(0)}V${toY(1)}M${toX(0)} ${toY(scale.place(line))}H${toX(1)}`}
        />
      ))}
      {curve.ends?.[1].y === 1 && <path className={styles.grid} d={`M${toX(0)} ${toY(0)}L${toX(1)} ${toY(1)}`} />}
      {mark && (
        <g data-mark>
          <path
            className={styles.range}
            d={`M${toX(scale.place(mark.min))} ${toY(0)}V${toY(1)}H${toX(scale.place(mark.max))}V${toY(0)}Z`}
          />
          <path className={styles.mark} d={`M${toX(scale.place(mark.mean))} ${toY(0)}V${toY(1)}`} />
        </g>
      )}
      <path className={styles.line} d={pathOf(shape, points, scale)} />
      {points.map((point, at) => (
        <g
          key={at}
          data-point
          className={classes(styles.point, at === chosen && styles.chosen)}
          role="slider"
          {...TAB_STOP}
          aria-label={t('develop.curvePoint', { index: at + 1, total: points.length })}
          aria-valuemin={0}
          aria-valuemax={1}
          aria-valuenow={Number(point.y.toFixed(3))}
          aria-valuetext={wordsOf(point)}
          {...lockProps}
          onFocus={() => onChoose(at)}
          onKeyDown={(event) => onKeyDown(event, at)}
        >
          <circle className={styles.reach} cx={toX(scale.place(point.x))} cy={toY(scale.place(point.y))} r={REACH} />
          <circle className={styles.dot} cx={toX(scale.place(point.x))} cy={toY(scale.place(point.y))} r={5.5} />
        </g>
      ))}
    </svg>
  );
}

const wordsOf = ({ x, y }: Point) => [x, y].map((value) => number(value, { maximumFractionDigits: 3 })).join(' → ');
