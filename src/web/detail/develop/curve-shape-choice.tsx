import { useId } from 'react';
import { t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import { type Curve, SHAPES } from './curve.ts';
import controls from '../../ui/controls.module.css';
import rows from './controls/choice-row.module.css';

interface Props {
  curve: Curve;
  onChange: (type: number) => void;
}

/** How darktable draws the curve through its points. */
export function CurveShapeChoice({ curve, onChange }: Props) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  return (
    <div className={rows.row}>
      <label htmlFor={id}>{t('develop.curveShape')}</label>
      <select
        id={id}
        className={controls.field}
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
