import { useSyncExternalStore } from 'react';
import type { When } from '../api/put-look.ts';
import type { EditsPasted } from '../organising/change-words.ts';
import type { Outlook } from './postponed/outlook.ts';

/** It is asked what to paste onto these pictures, or which style to put on them. */
export interface EditWish {
  is: 'paste' | 'style';
  ids: readonly number[];
}

/** It is asked when edits are put on pictures: now, which darktable makes slow, or when it is closed. */
export interface WhenWish {
  is: 'when';
  change: EditsPasted;
  /** Of the pictures. */
  count: number;
  outlook: Outlook;
  onChoose: (when: When) => void;
}

/** null while nothing is asked. */
let wish: EditWish | WhenWish | null = null;
const listeners = new Set<() => void>();

export function askWhichEdits(next: EditWish | null): void {
  ask(next);
}

export function askWhen(next: Omit<WhenWish, 'is'>): void {
  ask({ is: 'when', ...next });
}

function ask(next: EditWish | WhenWish | null): void {
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
