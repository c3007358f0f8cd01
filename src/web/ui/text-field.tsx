import controls from './controls.module.css';
import { Labelled } from './labelled.tsx';

interface Props {
  label: string;
  help?: string;
  value: string;
  most: number;
  onChange: (value: string) => void;
}

/** A line of text that no browser fills in by itself. */
export function TextField({ label, help, value, most, onChange }: Props) {
  return (
    <Labelled label={label} {...(help !== undefined && { help })}>
      {(names) => (
        <input
          className={controls.field}
          value={value}
          maxLength={most}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          {...names}
        />
      )}
    </Labelled>
  );
}
