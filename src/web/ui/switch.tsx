import type { ComponentProps } from 'react';
import styles from './switch.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, as `checked` says: a change that is refused never shows. A label around it or `aria-label` says what it is for. */
export function Switch({ checked, onChange, ...rest }: Props) {
  return (
    <input
      name="switch"
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      onChange={({ currentTarget }) => {
        currentTarget.checked = checked;
        onChange(!checked);
      }}
      {...rest}
    />
  );
}
