import { ALL_SCOPES, knownScopes, type Scope } from '../contract/scopes.ts';
import { OWN_CLIENT_IDS, type Client, type Clients } from '../settings/clients.ts';

/** The client of a request. */
export interface Principal {
  readonly clientId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly via: 'bearer' | 'cookie';
}

export const BROWSER: Principal = { clientId: OWN_CLIENT_IDS.browser, scopes: new Set(ALL_SCOPES), via: 'cookie' };
/** The command line of the same user, or an agent that the user started, with the scopes that its token names. */
export const localUser = (clientId: string, scope: string): Principal => ({
  clientId,
  scopes: new Set<Scope>(knownScopes(scope)),
  via: 'bearer',
});

/** The client if what it got for this secret is still valid, else the reason why not. */
export function liveClient(clients: Clients, id: string, secretId: string | null | undefined): Client | string {
  const client = clients.get(id);
  if (!client) return 'The client is no longer registered.';
  if (!client.enabled) return 'The client is disabled.';
  if (secretId === null || secretId === undefined || !client.secretIds.has(secretId)) {
    return 'The token was issued for an old secret of the client.';
  }
  return client;
}

export function commonScopes(client: Client, wanted: string): Set<Scope> {
  const words = new Set<Scope>(knownScopes(wanted));
  return new Set(client.scopes.filter((scope) => words.has(scope)));
}
