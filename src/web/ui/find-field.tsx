import { classes } from './classes.ts';
import controls from './controls.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string | undefined;
}

/** Where one types what a list is to show. */
export const FindField = ({ label, value, onChange, className }: Props) => (
  <input
    name="find"
    className={classes(controls.field, className)}
    type="search"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    spellCheck="false"
    enterKeyHint="done"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);
