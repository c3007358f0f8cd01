import { type ChangeEvent, type KeyboardEvent, useState } from 'react';

/** For a text field: what was typed is stored with Enter, or when the field is left. */
export function useTyped(shown: string, store: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const end = () => {
    setDraft(null);
    if (draft !== null) store(draft);
  };
  return {
    value: draft ?? shown,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setDraft(target.value),
    onBlur: end,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') end();
    },
  };
}
