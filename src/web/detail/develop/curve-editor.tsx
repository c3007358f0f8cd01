import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/words.ts';
import { ARROWS } from '../../keyboard/keys.ts';
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
} from './curve.ts';
import { CurvePlot } from './curve-plot.tsx';
import { focusPoint, type HeldPoint, useCurvePointer } from './curve-pointer.ts';
import { curveThrough } from './curve-shape.ts';
import { CurveShapeChoice } from './curve-shape-choice.tsx';
import type { CurveMark } from './curve-mark.ts';
import { type CurveScale, EVEN } from './curve-scale.ts';
import { CurveTools } from './curve-tools.tsx';
import type { Behind } from './input-histogram.ts';
import { useDraft } from './use-draft.ts';
import { itemAt } from '../../item-at.ts';
import styles from './curve-editor.module.css';

interface Props {
  curve: Curve;
  label: string;
  params: unknown;
  hasFixedShape?: boolean;
  /** How the axes are drawn. */
  scale?: CurveScale;
  histogram?: Behind | null;
  mark?: CurveMark | null;
  onChange: (changes: Record<string, number>) => void;
  /** Points are moved and not stored yet; null: not any more. */
  onMove: (changes: Record<string, number> | null) => void;
}

const STEP = 0.01;
const BIG_STEP = 0.05;

/**
 * A curve as points on a plot: drag them or use the arrow keys; a click next to them adds one, a double or right click
 * on one removes it. The buttons and fields below can do all of it, too.
 */
export function CurveEditor({
  curve,
  label,
  params,
  hasFixedShape = false,
  scale = EVEN,
  histogram = null,
  mark = null,
  onChange,
  onMove,
}: Props) {
  const { isLocked } = useLock();
  const draft = useDraft<Point[], HeldPoint>({
    stored: pointsOf(curve, params),
    isSame: isSameCurve,
    onStore: (next) => onChange(changesOf(curve, next)),
    onMove: (next) => onMove(next && changesOf(curve, next)),
  });
  const points = draft.now;
  const [chosen, setChosen] = useState<number | null>(null);
  const plot = useRef<SVGSVGElement>(null);
  const toFocus = useRef<number | null>(null);
  useEffect(() => {
    if (toFocus.current === null) return;
    focusPoint(plot.current, toFocus.current);
    toFocus.current = null;
  });
  const shape = curveThrough(points, curve.shape, curve.isPeriodic);

  const add = (point: Point, isFocused: boolean) => {
    const added = addPoint(curve, points, point);
    if (!added) return;
    if (isFocused) toFocus.current = added.at;
    setChosen(added.at);
    draft.store(added.points);
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
    draft.store(left.points);
  };

  const pointer = useCurvePointer(plot, {
    curve,
    draft,
    shape,
    scale,
    isLocked,
    onChoose: setChosen,
    onAdd: (point) => add(point, true),
    onRemove: (at) => remove(at, true),
  });
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (isLocked || event.ctrlKey || event.altKey || event.metaKey) return;
    const size = event.shiftKey ? BIG_STEP : STEP;
    const { x, y } = itemAt(points, at);
    const arrow = ARROWS[event.key];
    const act = ['+', 'Enter', 'Insert'].includes(event.key)
      ? () => addSomewhere(true)
      : ['Delete', 'Backspace'].includes(event.key)
        ? () => remove(at, true)
        : arrow &&
          (() => draft.storeSoon(movePoint(curve, points, at, { x: x + arrow[0] * size, y: y - arrow[1] * size })));
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <figure className={styles.curve}>
      <figcaption>
        <span>{label}</span>
        {curve.count !== null && <span>{t('develop.curveCount', { count: points.length, most: curve.most })}</span>}
      </figcaption>
      <CurvePlot
        ref={plot}
        {...{ curve, label, points, chosen, shape, scale, histogram, mark, pointer, onKeyDown }}
        onChoose={setChosen}
      />
      {mark?.text && <p className={styles.mean}>{mark.text(shape(mark.mean))}</p>}
      {!isLocked && (
        <CurveTools
          {...{ curve, points, chosen }}
          onAdd={() => addSomewhere(false)}
          onRemove={(at) => remove(at, false)}
          onMove={(at, to) => draft.store(movePoint(curve, points, at, to))}
        />
      )}
      {!hasFixedShape && <CurveShapeChoice curve={curve} onChange={onChange} />}
    </figure>
  );
}
