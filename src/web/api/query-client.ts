import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isConnectionLost, onConnectionChange } from './connection.ts';
import { libraryQuery } from './library.ts';
import { ApiError } from './request.ts';
import { type Session, sessionQuery } from './session.ts';

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => noteRefusal(error) }),
  defaultOptions: {
    queries: {
      // The service is usually on this computer, so "the browser is offline" means nothing.
      networkMode: 'always',
      retry: (failures, error) =>
        error instanceof ApiError && error.status >= 500 && error.status !== 503 && failures < 2,
      retryDelay: 500,
    },
  },
});

/** Handles what a refusal says beyond its own request: the session has ended, or the library is away. */
export function noteRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) return;
  if (error.status === 401) queryClient.setQueryData<Session>(sessionQuery.queryKey, signedOut);
  // The client's rights were changed meanwhile.
  if (error.status === 403) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey });
  }
  if (error.status === 503) void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey });
}

export const signedOut: Session = { signed_in: false, client_id: null, scopes: [] };

/** Everything is asked for again when the service is back. */
export function openQueries(): void {
  onConnectionChange(() => {
    if (!isConnectionLost()) void queryClient.invalidateQueries();
  });
}
