import controls from '../ui/controls.module.css';
import { Labelled } from '../ui/labelled.tsx';

interface Props {
  label: string;
  help?: string;
  value: string;
  options: readonly { value: string; words: string }[];
  onChange: (value: string) => void;
}

export function ChoiceField({ label, help, value, options, onChange }: Props) {
  return (
    <Labelled label={label} {...(help !== undefined && { help })}>
      {(names) => (
        <select
          className={controls.field}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          disabled={options.length === 0}
          {...names}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
