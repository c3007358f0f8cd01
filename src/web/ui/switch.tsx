import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. What it stands for is said by a label around it, or by `aria-label`. */
export function Switch({ onChange, ...rest }: Props) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      onChange={({ target }) => onChange(target.checked)}
      {...rest}
    />
  );
}
