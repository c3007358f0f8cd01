import { queryOptions } from '@tanstack/react-query';
import type { EditsResult } from '../../contract/history.ts';
import type { PostponedChange, PostponedChangeList } from '../../contract/postponed.ts';
import { livePollMs } from './live-state.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

export type { PostponedChange };

/** What waits until darktable is closed, and what has ended. */
export const postponedQuery = queryOptions({
  queryKey: ['postponed'],
  queryFn: ({ signal }) => get<PostponedChangeList>('/api/v1/postponed-changes', signal),
  refetchInterval: livePollMs,
  staleTime: 60_000,
});

export const postponedChanged = () => void queryClient.invalidateQueries({ queryKey: postponedQuery.queryKey });

/** Drops one that waits, or takes one that has ended off the list. */
export async function dropPostponed(id: number): Promise<void> {
  await send(`/api/v1/postponed-changes/${id}`, { method: 'DELETE' });
  postponedChanged();
}

/** Has darktable's plugin make it at once. */
export async function makePostponedNow(id: number): Promise<EditsResult> {
  const answer = await send(`/api/v1/postponed-changes/${id}/now`, { method: 'POST' });
  postponedChanged();
  return (await answer.json()) as EditsResult;
}
