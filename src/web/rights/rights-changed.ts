import { queryClient } from '../api/query-client.ts';
import { ownRequestQuery, rightsRequestsQuery } from '../api/rights-requests.ts';
import { sessionQuery } from '../api/session.ts';

/** Somebody asks, or was answered. */
export function rightsChanged(): void {
  for (const { queryKey } of [sessionQuery, ownRequestQuery, rightsRequestsQuery])
    void queryClient.invalidateQueries({ queryKey });
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session?.scopes.includes('admin') === true)
    void import('./tell-requests.ts').then(({ tellRequests }) => tellRequests());
}
