import { Kept, useStore } from '../../../stores/store.ts';

const kept = (key: string) =>
  new Kept<ReadonlySet<string>>(
    key,
    (text) => new Set((text ?? '').split(' ').filter((operation) => operation !== '')),
  );
const chosen = kept('develop-basics');
const folded = kept('develop-basics-folded');

const toggle = (set: typeof chosen, operation: string) => {
  const next = new Set(set.snapshot());
  if (!next.delete(operation)) next.add(operation);
  set.keep([...next].join(' '));
};

export interface Basics {
  has: (operation: string) => boolean;
  toggle: (operation: string) => void;
  /** Whether only its name stands in the group. */
  isFolded: (operation: string) => boolean;
  fold: (operation: string) => void;
}

/** The modules that the reader wants close at hand, kept in this browser, and which of them are folded there. */
export function useBasics(): Basics {
  const operations = useStore(chosen);
  const names = useStore(folded);
  return {
    has: (operation) => operations.has(operation),
    toggle: (operation) => toggle(chosen, operation),
    isFolded: (operation) => names.has(operation),
    fold: (operation) => toggle(folded, operation),
  };
}
