import { useLock } from '../../../ui/lock.tsx';
import { typedNumber, writtenNumber } from '../field-values.ts';
import { useTyped } from '../use-typed.ts';
import type { SingleProps } from './single-field.tsx';
import controls from '../../../ui/controls.module.css';

/** A value in a table. */
export function ListCell({ field, label, value, onChange }: SingleProps) {
  const { isLocked, lockedBy } = useLock();
  const shown = typeof value === 'number' ? writtenNumber(value) : typeof value === 'string' ? value : '';
  const typed = useTyped(shown, (text) => {
    if (text.trim() === '') return;
    const next = field.type === 'enum' || field.type === 'text' ? text : typedNumber(text);
    if (next !== value && next !== null) onChange(next);
  });
  if (field.type === 'boolean') {
    return (
      <input
        name="cell"
        type="checkbox"
        aria-label={label}
        checked={value === true}
        {...lockedBy}
        onChange={({ target }) => {
          if (isLocked) target.checked = value === true;
          else onChange(target.checked);
        }}
      />
    );
  }
  return (
    <input
      name="cell"
      className={controls.field}
      aria-label={label}
      inputMode={typeof value === 'number' ? 'decimal' : undefined}
      readOnly={isLocked}
      {...lockedBy}
      {...typed}
    />
  );
}
