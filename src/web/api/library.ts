import { queryOptions } from '@tanstack/react-query';
import type { LibraryStatus } from '../../contract/service.ts';
import { get } from './request.ts';

const POLL_READY_MS = 10_000;
const POLL_NOT_READY_MS = 1000;

/** Polled every second until the library is ready, then now and then: a library can come and go. */
export const libraryQuery = queryOptions({
  queryKey: ['library'],
  queryFn: ({ signal }) => get<LibraryStatus>('/api/v1/library', signal),
  refetchInterval: (query) => (query.state.data?.state === 'ready' ? POLL_READY_MS : POLL_NOT_READY_MS),
  staleTime: 0,
});
