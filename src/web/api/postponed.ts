import { queryOptions } from '@tanstack/react-query';
import type { EditsResult, HistoryCopy } from '../../contract/history.ts';
import type { PostponedChange, PostponedChangeList } from '../../contract/postponed.ts';
import { livePollMs } from './live-state.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

export type { PostponedChange };

/** When edits are put on pictures. */
export type When = 'now' | 'darktable_closed';

/** Edits for pictures: copied ones, or a style. */
export type Look = ({ is: 'copy' } & Omit<HistoryCopy, 'to' | 'when'>) | { is: 'style'; name: string };

/** What waits until darktable is closed, and what has ended. */
export const postponedQuery = queryOptions({
  queryKey: ['postponed'],
  queryFn: ({ signal }) => get<PostponedChangeList>('/api/v1/postponed-changes', signal),
  refetchInterval: livePollMs,
  staleTime: 60_000,
});

export const postponedChanged = () => void queryClient.invalidateQueries({ queryKey: postponedQuery.queryKey });

/** Puts a look on pictures, or notes that until darktable is closed. */
export const putLook = async (look: Look, to: readonly number[], when: When): Promise<EditsResult | PostponedChange> =>
  (await (await post(look, to, when)).json()) as EditsResult | PostponedChange;

/** What that would do; nothing is stored. */
export const wouldPutLook = async (
  look: Look,
  to: readonly number[],
  when: When,
  signal?: AbortSignal,
): Promise<EditsResult> => (await (await post(look, to, when, { query: '?dry_run=1', signal })).json()) as EditsResult;

function post(
  { is, ...look }: Look,
  to: readonly number[],
  when: When,
  { query = '', signal }: { query?: string; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  return send(`${is === 'copy' ? '/api/v1/images/history/copy' : '/api/v1/styles/apply'}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...look, to, when }),
    ...(signal && { signal }),
  });
}

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
