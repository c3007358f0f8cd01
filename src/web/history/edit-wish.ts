import type { When } from '../api/put-edits.ts';
import type { EditsPasted } from '../organising/change-words.ts';
import { Store, useStorePart } from '../stores/store.ts';
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

type QueuedWish = (EditWish | WhenWish) & {
  /** No two have the same. */
  key: number;
};

/** They are asked one after the other, so that none is lost. */
const wishes = new Store<readonly QueuedWish[]>([]);

export function askWhichEdits(next: EditWish): void {
  ask(next);
}

export function askWhen(next: Omit<WhenWish, 'is'>): void {
  ask({ is: 'when', ...next });
}

function ask(next: EditWish | WhenWish): void {
  const all = wishes.snapshot();
  wishes.set([...all, { ...next, key: (all.at(-1)?.key ?? 0) + 1 }]);
}

/** The next one is asked then. */
export function answered({ key }: Pick<QueuedWish, 'key'>): void {
  wishes.set(wishes.snapshot().filter((wish) => wish.key !== key));
}

const first = (all: readonly QueuedWish[]): QueuedWish | null => all[0] ?? null;
/** null while nothing is asked. */
export const wishNow = () => first(wishes.snapshot());
export const useEditWish = () => useStorePart(wishes, first);
