import { type KeyboardEvent, useId } from 'react';
import { RotateCcw } from 'lucide-react';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { useLock } from '../../ui/lock.tsx';
import { isSlider, shownNumber, stepOf } from './field-values.ts';
import { useNumberEntry } from './use-number-entry.ts';
import controls from '../../ui/controls.module.css';
import { classes } from '../../ui/classes.ts';
import styles from './number-field.module.css';

interface Props {
  field: ParamField;
  label: string;
  value: number | null;
  onChange: (value: number) => void;
  /** It moves and is not stored yet; null: it is gone. */
  onMove: (value: number | null) => void;
}

/** A number: a slider if it has limits, and a text field. A double-click resets it to the default. */
export function NumberField({ field, label, value, onChange, onMove }: Props) {
  const { isLocked, lockedBy } = useLock();
  const id = useId();
  const entry = useNumberEntry({ field, value, isLocked, onChange, onMove });
  const { now, start } = entry;
  const { min, max } = field;
  const position = now ?? start ?? min;
  const title = start === null ? undefined : t('develop.reset', { value: shownNumber(start) });

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      entry.step(steps);
    } else if (event.key === 'Enter') entry.store();
  };
  return (
    <div className={styles.numberField}>
      <label htmlFor={id} onDoubleClick={entry.reset} title={title}>
        {label}
      </label>
      {start !== null && entry.isElsewhere && !isLocked && (
        <button
          type="button"
          className={styles.reset}
          aria-label={t('develop.resetTo', { field: label, value: shownNumber(start) })}
          title={t('develop.resetTo', { field: label, value: shownNumber(start) })}
          onClick={entry.reset}
        >
          <RotateCcw size={13} aria-hidden />
        </button>
      )}
      {/* Not of type number, which formats for the browser's language instead of the page's. */}
      <input
        id={id}
        className={classes(controls.field, styles.input)}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        {...(now !== null && { 'aria-valuenow': now })}
        {...(isSlider(field) && { 'aria-valuemin': min, 'aria-valuemax': max })}
        readOnly={isLocked}
        {...lockedBy}
        placeholder={value === null ? '–' : undefined}
        value={entry.shown}
        onChange={({ target }) => entry.type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={entry.leave}
      />
      {isSlider(field) && (
        <input
          name="slider"
          className={controls.range}
          type="range"
          aria-label={label}
          tabIndex={0}
          min={min}
          max={max}
          step={stepOf(field)}
          value={position}
          title={title}
          {...lockedBy}
          onPointerDown={entry.hold}
          onChange={({ target }) => {
            entry.slide(Number(target.value));
            if (isLocked) target.value = String(position);
          }}
          onDoubleClick={entry.reset}
        />
      )}
    </div>
  );
}
