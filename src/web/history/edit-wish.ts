import { useSyncExternalStore } from 'react';

/** It is asked what to paste onto these pictures, or which style to put on them. */
export interface EditWish {
  is: 'paste' | 'style';
  ids: readonly number[];
}

/** null while nothing is asked. */
let wish: EditWish | null = null;
const listeners = new Set<() => void>();

export function askWhichEdits(next: EditWish | null): void {
  wish = next;
  for (const listener of [...listeners]) listener();
}

export const useEditWish = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wish,
  );
