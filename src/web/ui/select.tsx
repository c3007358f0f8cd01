import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** A list to choose from. A choice shows when it is the `value`, so one that is refused never does. */
export function Select({ value, onChange, ...rest }: Props) {
  return (
    <select
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        currentTarget.value = value;
        onChange(chosen);
      }}
      {...rest}
    />
  );
}
