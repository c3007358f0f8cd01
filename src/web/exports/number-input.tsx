import { useState } from 'react';
import { readDecimal } from '../../contract/read-number.ts';
import { number } from '../i18n/words.ts';
import controls from '../ui/controls.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { t } from './words.ts';

/** A number as people of this language write it. What is no number, or out of range, is told, and changes nothing. */
export function NumberInput({
  label,
  value,
  min,
  max,
  isWhole = true,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  isWhole?: boolean;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState(() => number(value, { useGrouping: false }));
  const fits = (read: number | null): read is number =>
    read !== null && read >= min && read <= max && (!isWhole || Number.isInteger(read));
  const isWrong = !fits(readDecimal(typed));
  return (
    <Labelled
      label={label}
      complaint={
        isWrong
          ? t('between', { min: number(min, { useGrouping: false }), max: number(max, { useGrouping: false }) })
          : ''
      }
    >
      {(names) => (
        <input
          className={controls.field}
          inputMode={isWhole ? 'numeric' : 'decimal'}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            const read = readDecimal(target.value);
            if (fits(read)) onChange(read);
          }}
          {...names}
        />
      )}
    </Labelled>
  );
}
