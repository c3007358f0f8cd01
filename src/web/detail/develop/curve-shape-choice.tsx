import { useId } from 'react';
import { t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import { Select } from '../../ui/select.tsx';
import { type Curve, SHAPES } from './curve.ts';
import controls from '../../ui/controls.module.css';
import rows from './controls/choice-row.module.css';

interface Props {
  curve: Curve;
  onChange: (changes: Record<string, number>) => void;
}

/** How darktable draws the curve through its points, where that can be chosen. */
export function CurveShapeChoice({ curve: { type, shape }, onChange }: Props) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  if (type === null) return null;
  return (
    <div className={rows.row}>
      <label htmlFor={id}>{t('develop.curveShape')}</label>
      <Select
        id={id}
        className={controls.field}
        {...lockedBy}
        value={String(SHAPES.indexOf(shape))}
        onChange={(value) => {
          if (!isLocked) onChange({ [type]: Number(value) });
        }}
      >
        {SHAPES.map((name, value) => (
          <option key={name} value={value}>
            {t(`develop.curveShapes.${name}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
