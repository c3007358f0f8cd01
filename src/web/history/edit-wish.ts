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

type Wish = (EditWish | WhenWish) & {
  /** No two have the same. */
  key: number;
};

/** They are asked one after the other, so that none is lost. */
let wishes: readonly Wish[] = [];
let asked = 0;
const listeners = new Set<() => void>();

export function askWhichEdits(next: EditWish): void {
  ask(next);
}

export function askWhen(next: Omit<WhenWish, 'is'>): void {
  ask({ is: 'when', ...next });
}

function ask(next: EditWish | WhenWish): void {
  change([...wishes, { ...next, key: ++asked }]);
}

/** The next one is asked then. */
export function answered({ key }: Pick<Wish, 'key'>): void {
  change(wishes.filter((wish) => wish.key !== key));
}

function change(next: readonly Wish[]): void {
  wishes = next;
  for (const listener of [...listeners]) listener();
}

/** null while nothing is asked. */
export const wishNow = (): Wish | null => wishes[0] ?? null;

export const useEditWish = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, wishNow);
