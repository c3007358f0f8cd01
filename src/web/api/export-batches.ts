import { queryOptions } from '@tanstack/react-query';
import type { ExportBatch, ExportBatchList } from '../../contract/export-batches.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const ROOT = '/api/v1/exports';
const POLL_WAITING_MS = 5000;

/**
 * The exports that were requested together, newest first. News from the queue and occasional polling keep them up to
 * date.
 */
export const exportBatchesQuery = queryOptions({
  queryKey: ['exports'],
  // Not aborted when the page is redrawn while it loads: the next drawing uses the answer.
  queryFn: async () => (await get<ExportBatchList>(ROOT)).items,
  // Events tell when it has changed.
  staleTime: 30_000,
  refetchInterval: (query) => (query.state.data?.some(({ waiting }) => waiting > 0) ? POLL_WAITING_MS : false),
});

export const lookAtExports = () => void queryClient.invalidateQueries({ queryKey: exportBatchesQuery.queryKey });

export const archiveUrl = ({ id }: Pick<ExportBatch, 'id'>, pattern: string) =>
  `${ROOT}/${id}/archive?${new URLSearchParams({ pattern }).toString()}`;

/** The size of the archive in bytes, without loading it. */
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
