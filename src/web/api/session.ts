import { queryOptions } from '@tanstack/react-query';
import type { Scope } from '../../contract/scopes.ts';
import { get, send } from './request.ts';

/** The client that this browser is signed in as. */
export interface Session {
  signed_in: boolean;
  client_id: string | null;
  scopes: Scope[];
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<Session>('/session', signal),
  staleTime: Infinity,
});

/** Sets an HttpOnly cookie. A used or unknown code throws an ApiError `unauthorized`, a wrong pair an ApiError `invalid_client`, too many attempts `slow_down`. */
export async function signIn(proof: { client_id: string; client_secret: string } | { code: string }): Promise<void> {
  await send('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  });
}

export async function signOut(): Promise<void> {
  await send('/session', { method: 'DELETE' });
}
