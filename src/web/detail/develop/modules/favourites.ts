import { useState } from 'react';

const KEY = 'develop-favourites';
const stored = () => new Set((localStorage.getItem(KEY) ?? '').split(' ').filter((operation) => operation !== ''));

export interface Favourites {
  has: (operation: string) => boolean;
  toggle: (operation: string) => void;
}

/** The modules that the reader wants close at hand, kept in this browser. */
export function useFavourites(): Favourites {
  const [operations, setOperations] = useState<ReadonlySet<string>>(stored);
  return {
    has: (operation) => operations.has(operation),
    toggle: (operation) => {
      // Another window may have changed them.
      const next = stored();
      if (!next.delete(operation)) next.add(operation);
      localStorage.setItem(KEY, [...next].join(' '));
      setOperations(next);
    },
  };
}
