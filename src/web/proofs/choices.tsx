import { classes } from '../ui/classes.ts';
import form from '../ui/form.module.css';
import styles from './proofs.module.css';

/** Several of a kind, each on or off. */
export function Checks<Name extends string>({
  legend,
  isBrief = false,
  options,
  onChange,
}: {
  legend: string;
  /** Each is a word: several fit beside each other. */
  isBrief?: boolean;
  options: readonly { name: Name; words: string; isOn: boolean }[];
  onChange: (name: Name, isOn: boolean) => void;
}) {
  return (
    <fieldset className={classes(form.choices, isBrief && form.choicesMany)}>
      <legend>{legend}</legend>
      {options.map(({ name, words, isOn }) => (
        <label key={name} className={form.choice}>
          <input type="checkbox" name={name} checked={isOn} onChange={({ target }) => onChange(name, target.checked)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One of a few. */
export function Radios<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
}: {
  legend: string;
  name: string;
  value: Value | undefined;
  options: readonly { value: Value; words: string; note?: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className={form.choices}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={form.choice}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            {option.words}
            {option.note !== undefined && <small className={styles.note}>{option.note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
