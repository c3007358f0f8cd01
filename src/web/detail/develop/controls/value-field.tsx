import { useId, useState } from 'react';
import { exactText, shownNumber, shownRange } from '../../../../contract/slider-value.ts';
import { type Refusal, typedValue } from '../../../../contract/typed-value.ts';
import { useLock } from '../../../ui/lock.tsx';
import { classes } from '../../../ui/classes.ts';
import { decimal } from './decimal.ts';
import { refusalWords } from './refusal-words.ts';
import { stepsOfKey } from './steps.ts';
import type { SliderValue } from './use-slider-value.ts';
import styles from './slider-row.module.css';

interface Props {
  value: SliderValue;
  name: string;
  label: string;
}

/** The label and the number of a slider. What is wrong with a typed number takes the place of the label. */
export function ValueField({ value, name, label }: Props) {
  const { lockedBy } = useLock();
  const noteId = useId();
  const [text, setText] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { scale, now, isFixed } = value;
  const shown = value.written(now);
  const [least, most] = shownRange(scale);

  const leave = () => {
    setText(null);
    setRefused(null);
  };
  const type = (typed: string) => {
    setText(typed);
    setRefused(null);
    value.show(typedValue(scale, typed, { stored: value.stored, decimal: decimal() }).stored);
  };
  /** Returns whether there is nothing left to correct. */
  const store = (): boolean => {
    if (text === null || text === shown) return true;
    const typed = typedValue(scale, text, { stored: value.stored, decimal: decimal() });
    setRefused(typed.refused);
    if (typed.refused) {
      value.show(null);
      return false;
    }
    value.store(typed.stored);
    setText(null);
    return true;
  };

  return (
    <>
      <span
        className={classes(styles.label, refused && styles.refused)}
        id={noteId}
        role={refused ? 'alert' : undefined}
      >
        {refused ? refusalWords(refused) : label}
      </span>
      <input
        name="value"
        className={classes(styles.value, value.isChanged && styles.changed)}
        role="spinbutton"
        aria-label={name}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={Number.isFinite(now) ? plain(shownNumber(scale, now)) : undefined}
        aria-valuetext={shown}
        aria-invalid={refused ? true : undefined}
        title={exactText(scale, now, decimal())}
        data-is-typed={text === null ? undefined : ''}
        inputMode="text"
        autoComplete="off"
        size={Math.max((text ?? shown).length, 4)}
        readOnly={isFixed}
        {...(refused && { 'aria-describedby': noteId })}
        {...lockedBy}
        value={text ?? shown}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          if (!isFixed) type(target.value);
        }}
        onKeyDown={(event) => {
          const steps = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? stepsOfKey(event) : null;
          if (steps !== null) {
            event.preventDefault();
            leave();
            value.step(steps);
          } else if (event.key === 'Enter') {
            if (store()) event.currentTarget.select();
          } else if (event.key === 'Escape' && text !== null) {
            event.preventDefault();
            leave();
            value.show(null);
          }
        }}
        onBlur={() => {
          store();
          leave();
        }}
      />
    </>
  );
}

/** Without an exponent, which is no number to a screen reader. */
const plain = (value: number) => Number(value.toFixed(6));
