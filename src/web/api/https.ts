import { queryOptions } from '@tanstack/react-query';
import type { HttpsStatus } from '../../contract/https.ts';
import { get, send } from './request.ts';

/** The switch may be turned elsewhere, and a port may become free. */
const LOOK_MS = 10_000;
export const httpsQuery = queryOptions({
  queryKey: ['admin', 'https'],
  refetchInterval: LOOK_MS,
  queryFn: ({ signal }) => get<HttpsStatus>('/api/v1/admin/https', signal),
});
export const renewAuthority = () => send('/api/v1/admin/https/authority', { method: 'POST' });
