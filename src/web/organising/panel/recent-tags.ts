import { Kept, useStore } from '../../stores/store.ts';
import { ownerNow } from '../waiting/whose.ts';

const MOST = 12;
const kept = new Kept(
  () => `recent tags of ${ownerNow()?.library ?? ''}`,
  (text) => JSON.parse(text ?? '[]') as string[],
);

/** Full names of the tags used last in this browser, the latest first. */
export const recentTags = kept.snapshot;
export const useRecentTags = () => useStore(kept);

export const rememberTag = (name: string): void =>
  keep([name, ...recentTags().filter((other) => other !== name)].slice(0, MOST));

/** Renames tags in the list; null removes one. */
export const renameRecentTags = (nameNow: (name: string) => string | null): void =>
  keep([...new Set(recentTags().flatMap((name) => nameNow(name) ?? []))]);

const keep = (names: readonly string[]): void => kept.keep(JSON.stringify(names));
