import { queryOptions } from '@tanstack/react-query';
import type { ExportBatch, ExportBatchList } from '../../contract/export-batches.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const ROOT = '/api/v1/exports';
const POLL_WAITING_MS = 5000;

/** The exports that were asked for together, the newest first. News of the queue bring it up to date; so does a look now and then. */
export const exportBatchesQuery = queryOptions({
  queryKey: ['exports'],
  // Goes on when the page is drawn anew meanwhile, which it is while it loads: the answer serves the next drawing.
  queryFn: async () => (await get<ExportBatchList>(ROOT)).items,
  // News tell when it has changed.
  staleTime: 30_000,
  refetchInterval: (query) => (query.state.data?.some(({ waiting }) => waiting > 0) ? POLL_WAITING_MS : false),
});

export const lookAtExports = () => void queryClient.invalidateQueries({ queryKey: exportBatchesQuery.queryKey });

export const archiveUrl = ({ id }: Pick<ExportBatch, 'id'>, pattern: string) =>
  `${ROOT}/${id}/archive?${new URLSearchParams({ pattern }).toString()}`;

/** The size of the archive in bytes, without its content. */
export const archiveSizeQuery = ({ id, done }: ExportBatch) =>
  queryOptions({
    queryKey: ['archive-size', id, done],
    queryFn: async ({ signal }) => {
      const answer = await send(`${ROOT}/${id}/archive`, { method: 'HEAD', signal });
      return Number(answer.headers.get('content-length'));
    },
    enabled: done > 0,
    retry: false,
  });

export async function forgetExports({ id }: Pick<ExportBatch, 'id'>): Promise<void> {
  await send(`${ROOT}/${id}`, { method: 'DELETE' });
  lookAtExports();
}
