import { useId } from 'react';
import type { ParamField } from '../../../../contract/modules.ts';
import { useLock } from '../../../ui/lock.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { NumberField } from '../number-field.tsx';
import { useTyped } from '../use-typed.ts';
import controls from '../../../ui/controls.module.css';
import styles from '../module-form.module.css';

export interface SingleProps {
  field: ParamField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A field with one value, as its type needs it. */
export function SingleField({
  field,
  label,
  value,
  onChange,
  onMove,
}: SingleProps & { onMove: (value: number | null) => void }) {
  const id = useId();
  const { isLocked, lockedBy } = useLock();
  switch (field.type) {
    case 'boolean':
      return (
        <label className={styles.switchField}>
          <span>{label}</span>
          <Switch
            checked={value === true}
            {...lockedBy}
            onChange={(on) => {
              if (!isLocked) onChange(on);
            }}
          />
        </label>
      );
    case 'enum':
      return (
        <div className={styles.choiceField}>
          <label htmlFor={id}>{label}</label>
          <Select
            id={id}
            className={controls.field}
            {...lockedBy}
            value={String(value)}
            onChange={(name) => {
              if (!isLocked) onChange(name);
            }}
          >
            {/* A newer darktable may have stored a choice that this layout does not know. */}
            {field.values?.every(({ name }) => name !== value) && (
              <option value={String(value)}>{String(value)}</option>
            )}
            {field.values?.map(({ name, label: words }) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
        </div>
      );
    case 'text':
      return <TextField {...{ field, label, onChange }} value={typeof value === 'string' ? value : ''} />;
    default:
      return <NumberField {...{ field, label, onChange, onMove }} value={typeof value === 'number' ? value : null} />;
  }
}

function TextField({ field, label, value, onChange }: SingleProps & { value: string }) {
  const { isLocked, lockedBy } = useLock();
  const id = useId();
  const typed = useTyped(value, (text) => {
    if (text !== value) onChange(text);
  });
  return (
    <div className={styles.choiceField}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={controls.field}
        readOnly={isLocked}
        {...lockedBy}
        maxLength={field.max_bytes}
        {...typed}
      />
    </div>
  );
}
