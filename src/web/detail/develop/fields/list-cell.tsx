import { useState } from 'react';
import { useLock } from '../../../ui/lock.tsx';
import { typedNumber, writtenNumber } from '../field-values.ts';
import type { SingleProps } from './single-field.tsx';
import controls from '../../../ui/controls.module.css';

/** A value in a table. */
export function ListCell({ field, label, value, onChange }: SingleProps) {
  const { isLocked, lockedBy } = useLock();
  const [draft, setDraft] = useState<string | null>(null);
  const store = () => {
    setDraft(null);
    if (draft === null || draft.trim() === '') return;
    const next = field.type === 'enum' || field.type === 'text' ? draft : typedNumber(draft);
    if (next !== value && next !== null) onChange(next);
  };
  if (field.type === 'boolean') {
    return (
      <input
        name="cell"
        type="checkbox"
        aria-label={label}
        checked={value === true}
        {...lockedBy}
        onChange={({ target }) => {
          if (!isLocked) onChange(target.checked);
        }}
      />
    );
  }
  const shown = typeof value === 'number' ? writtenNumber(value) : typeof value === 'string' ? value : '';
  return (
    <input
      name="cell"
      className={controls.field}
      aria-label={label}
      inputMode={typeof value === 'number' ? 'decimal' : undefined}
      readOnly={isLocked}
      {...lockedBy}
      value={draft ?? shown}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={store}
      onKeyDown={({ key }) => {
        if (key === 'Enter') store();
      }}
    />
  );
}
