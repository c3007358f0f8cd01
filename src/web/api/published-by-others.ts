import { queryOptions } from '@tanstack/react-query';
import type { ChangeResult } from '../../contract/image-change.ts';
import type { ExistingList, TakenOver, TakeOver } from '../../contract/publication-existing.ts';
import type { FeedbackRule, PublicationFeedback } from '../../contract/publication-feedback.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const pathOf = (id: number, what: 'existing' | 'feedback') => `/api/v1/publications/${id}/${what}`;

/** Both ask the destination, so they are only asked for when somebody looks. */
const FRESH = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, retry: false } as const;

export const existingQuery = (id: number) =>
  queryOptions({
    queryKey: ['publication-existing', id],
    queryFn: ({ signal }) => get<ExistingList>(pathOf(id, 'existing'), signal),
    // Of many files, each look goes on where the last one ended.
    refetchInterval: ({ state }) => (state.data && state.data.untimed > 0 ? 500 : false),
    ...FRESH,
  });

export const feedbackQuery = (id: number, rule: FeedbackRule) =>
  queryOptions({
    queryKey: ['publication-feedback', id, rule],
    queryFn: async ({ signal }) =>
      (await get<PublicationFeedback>(`${pathOf(id, 'feedback')}?rule=${rule}`, signal)).items,
    ...FRESH,
  });

async function post<Body>(path: string, body: object): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  return (await (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Body;
}

export async function takeOver(id: number, items: TakeOver['items']): Promise<TakenOver> {
  const taken = await post<TakenOver>(pathOf(id, 'existing'), { items });
  await queryClient.invalidateQueries({ queryKey: ['publications'] });
  return taken;
}

export const takeOverFeedback = (id: number, rule: FeedbackRule): Promise<ChangeResult> =>
  post<ChangeResult>(pathOf(id, 'feedback'), { rule });
