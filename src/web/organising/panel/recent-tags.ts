import { useSyncExternalStore } from 'react';
import { ownerNow } from '../waiting/whose.ts';

const MOST = 12;
const key = () => `recent tags of ${ownerNow()?.library ?? ''}`;
const listeners = new Set<() => void>();

/** Full names of the tags used last in this browser, the latest first. */
export const recentTags = (): string[] => JSON.parse(localStorage.getItem(key()) ?? '[]') as string[];

export const rememberTag = (name: string): void =>
  keep([name, ...recentTags().filter((other) => other !== name)].slice(0, MOST));

/** Renames tags in the list; null removes one. */
export const renameRecentTags = (nameNow: (name: string) => string | null): void =>
  keep([...new Set(recentTags().flatMap((name) => nameNow(name) ?? []))]);

function keep(names: readonly string[]): void {
  localStorage.setItem(key(), JSON.stringify(names));
  for (const listener of [...listeners]) listener();
}

let read = { text: '', tags: [] as string[] };
export const useRecentTags = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      const text = localStorage.getItem(key()) ?? '[]';
      if (text !== read.text) read = { text, tags: JSON.parse(text) as string[] };
      return read.tags;
    },
  );
