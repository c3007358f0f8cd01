import { type KeyboardEvent, useEffect, useState } from 'react';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { type Control, fromText, toText } from './value-schema.ts';
import { t } from './words.ts';
import controls from '../ui/controls.module.css';
import text from '../ui/text.module.css';
import styles from './setting-field.module.css';

interface Props {
  id: string;
  describedBy: string;
  invalid: boolean;
  control: Control;
  /** A value stored in another window replaces the shown value, but never what is being typed. */
  value: unknown;
  busy: boolean;
  saved: boolean;
  onSave: (value: unknown) => void;
  onDiscard: () => void;
}

/** Nothing half typed is stored: Enter or the button stores it, Esc goes back. */
export function TypedValue({ id, describedBy, invalid, control, value, busy, saved, onSave, onDiscard }: Props) {
  const shown = toText(control, value);
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    if (saved) setDraft(null);
  }, [saved]);
  const isChanged = draft !== null && draft !== shown;
  const discard = () => {
    setDraft(null);
    onDiscard();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isChanged) {
      event.preventDefault();
      discard();
    }
    if (event.key === 'Enter' && isChanged && (control.is !== 'list' || event.ctrlKey)) {
      event.preventDefault();
      onSave(fromText(control, draft));
    }
  };
  const shared = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    value: draft ?? shown,
    spellCheck: 'false' as const,
    autoCapitalize: 'none',
    autoComplete: 'off',
    onKeyDown,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
  };
  return (
    <div className={styles.typed}>
      {control.is === 'list' ? (
        <textarea
          className={classes(controls.field, text.mono)}
          rows={Math.min(8, Math.max(2, shared.value.split('\n').length))}
          {...shared}
        />
      ) : (
        <input
          className={classes(controls.field, control.is === 'number' ? styles.numberInput : text.mono)}
          type="text"
          inputMode={control.is === 'number' ? 'numeric' : 'text'}
          {...shared}
        />
      )}
      {isChanged && (
        <div className={styles.typedActions}>
          <button
            type="button"
            className={button('primary')}
            disabled={busy}
            onClick={() => onSave(fromText(control, draft))}
          >
            {t('field.save')}
          </button>
          <button type="button" className={button('quiet')} onClick={discard}>
            {t('field.discard')}
          </button>
        </div>
      )}
    </div>
  );
}
