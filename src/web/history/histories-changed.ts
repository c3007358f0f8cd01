import { queryClient } from '../api/query-client.ts';

const listeners = new Set<(ids: ReadonlySet<number>) => void>();

/** Hears of histories that this page has changed as a whole. Returns a function that ends this. */
export function onHistoriesChanged(listener: (ids: ReadonlySet<number>) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function historiesChanged(ids: Iterable<number>): void {
  for (const queryKey of [['history'], ['modules'], ['masks'], ['module-order']])
    void queryClient.invalidateQueries({ queryKey });
  const changed = new Set(ids);
  for (const listener of [...listeners]) listener(changed);
}
