import { queryClient } from '../api/query-client.ts';
import { Signal } from '../stores/store.ts';

const changes = new Signal<ReadonlySet<number>>();

/** Hears of histories that this page has changed as a whole. Returns a function that ends this. */
export const onHistoriesChanged = changes.subscribe;

export function historiesChanged(ids: Iterable<number>): void {
  for (const queryKey of [['history'], ['modules'], ['masks'], ['module-order']])
    void queryClient.invalidateQueries({ queryKey });
  changes.tell(new Set(ids));
}
