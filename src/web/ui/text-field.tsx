import controls from './controls.module.css';
import { Labelled } from './labelled.tsx';
import { takesFocus } from './takes-focus.ts';

interface Props {
  label: string;
  help?: string;
  value: string;
  most: number;
  complaint?: string;
  /** It has the focus from its first moment. */
  isFirst?: boolean;
  onChange: (value: string) => void;
}

/** A line of text that no browser fills in by itself. */
export function TextField({ label, help, value, most, complaint, isFirst, onChange }: Props) {
  return (
    <Labelled label={label} {...(help !== undefined && { help })} {...(complaint !== undefined && { complaint })}>
      {(names) => (
        <input
          className={controls.field}
          value={value}
          maxLength={most}
          autoComplete="off"
          ref={isFirst ? takesFocus : null}
          onChange={({ target }) => onChange(target.value)}
          {...names}
        />
      )}
    </Labelled>
  );
}
