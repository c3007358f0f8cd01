import { Plus, Trash2, Undo } from 'lucide-react';
import { t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { addPoint, type Curve, gapAt, type Point, removePoint } from './curve.ts';
import { typedNumber, writtenNumber } from './field-values.ts';
import { useTyped } from './use-typed.ts';
import controls from '../../ui/controls.module.css';
import numberField from './number-field.module.css';
import styles from './curve-editor.module.css';

interface Props {
  curve: Curve;
  points: Point[];
  chosen: number | null;
  onAdd: () => void;
  /** Removes a point; an end point is reset instead. */
  onRemove: (at: number) => void;
  onMove: (at: number, to: Point) => void;
}

/** Everything the plot can do, as buttons and fields. */
export function CurveTools({ curve, points, chosen, onAdd, onRemove, onMove }: Props) {
  const point = chosen === null ? undefined : points[chosen];
  const own = chosen === null || !point ? null : { at: chosen, ...point };
  const canAdd = curve.count !== null && addPoint(curve, points, { x: gapAt(points, chosen), y: 0 }) !== null;
  const canRemove = own !== null && removePoint(curve, points, own.at) !== null;
  const isEnd = curve.ends !== null && (chosen === 0 || chosen === points.length - 1);
  return (
    <div className={styles.tools}>
      {curve.count !== null && (
        <>
          <button
            type="button"
            className={button('quiet', 'icon')}
            aria-label={t('develop.curveAdd')}
            title={t('develop.curveAdd')}
            disabled={!canAdd}
            onClick={() => onAdd()}
          >
            <Plus size={16} aria-hidden />
          </button>
          <button
            type="button"
            className={button('quiet', 'icon')}
            aria-label={t(isEnd ? 'develop.curveEnd' : 'develop.curveRemove')}
            title={t(isEnd ? 'develop.curveEnd' : 'develop.curveRemove')}
            disabled={!canRemove}
            onClick={() => own && onRemove(own.at)}
          >
            {isEnd ? <Undo size={16} aria-hidden /> : <Trash2 size={16} aria-hidden />}
          </button>
        </>
      )}
      {!own && (
        <span className={styles.hint}>{t(curve.count === null ? 'develop.curvePull' : 'develop.curveClick')}</span>
      )}
      {own && !curve.isFixedX && (
        <Coordinate label="x" value={own.x} onChange={(x) => onMove(own.at, { x, y: own.y })} />
      )}
      {own && <Coordinate label="y" value={own.y} onChange={(y) => onMove(own.at, { x: own.x, y })} />}
    </div>
  );
}

interface CoordinateProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** A field for a coordinate of the chosen point. */
function Coordinate({ label, value, onChange }: CoordinateProps) {
  const typed = useTyped(writtenNumber(Number(value.toFixed(3))), (text) => {
    const next = typedNumber(text);
    if (next !== null) onChange(next);
  });
  return (
    <label className={styles.coordinate}>
      {label}
      <input
        name="value"
        className={classes(controls.field, numberField.input)}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={value}
        {...typed}
      />
    </label>
  );
}
