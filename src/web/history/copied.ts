import { useMemo, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import { libraryQuery } from '../api/library.ts';

/** The picture whose edits were copied; they are read when they are pasted, as in darktable. */
export interface Copied {
  id: number;
  /** File name. */
  name: string;
}

const KEY = 'copied-edits';
const library = () => queryClient.getQueryData(libraryQuery.queryKey)?.library ?? null;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Every tab of this browser can paste them. */
export function keepCopied(copied: Copied): void {
  localStorage.setItem(KEY, JSON.stringify({ ...copied, library: library() }));
  for (const listener of [...listeners]) listener();
}

/** null: nothing was copied in this library. */
export function copiedNow(): Copied | null {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as (Copied & { library: string | null }) | null;
  return kept !== null && kept.library === library() ? kept : null;
}

/** The same, and what is copied later. */
export function useCopied(): Copied | null {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY));
  return useMemo(copiedNow, [kept]);
}
