import { type KeyboardEvent, useId, useState } from 'react';
import { X } from 'lucide-react';
import type { TextName } from '../../../contract/image-texts.ts';
import { t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import controls from '../../ui/controls.module.css';
import styles from './fields.module.css';

interface Props {
  name: TextName;
  shared: { value: string | null; is_shared: boolean };
  isLong: boolean;
  disabled: boolean;
  onSave: (value: string | null) => void;
}

/** A text of the pictures: saved when it is left, empty if they differ. */
export function TextField({ name, shared: { value, is_shared }, isLong, disabled, onSave }: Props) {
  const id = useId();
  /** The text being written; null if none is. */
  const [draft, setDraft] = useState<string | null>(null);
  const label = t(`texts.${name}`);
  const save = () => {
    setDraft(null);
    if (draft === null) return;
    const next = draft.trimEnd() === '' ? null : draft.trimEnd();
    // An empty field over different values changes nothing.
    if (next !== value) onSave(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && draft !== null) {
      event.preventDefault();
      event.stopPropagation();
      setDraft(null);
    } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  };
  const field = {
    id,
    className: classes(controls.field, styles.field, isLong && styles.long),
    value: draft ?? value ?? '',
    placeholder: is_shared ? '' : t('texts.different'),
    readOnly: disabled,
    'aria-disabled': disabled,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
    onBlur: save,
    onKeyDown,
  };
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      {!disabled && (value !== null || !is_shared) && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('texts.clear', { field: label })}
          title={t('texts.clear', { field: label })}
          onClick={() => {
            setDraft(null);
            onSave(null);
          }}
        >
          <X size={14} aria-hidden />
        </button>
      )}
      {isLong ? <textarea rows={3} {...field} /> : <input type="text" autoComplete="off" {...field} />}
    </div>
  );
}
