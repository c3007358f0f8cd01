import type { Introspection, TokenResponse } from '../contract/oauth.ts';
import type { Scope } from '../contract/scopes.ts';

/** Who a request speaks for. */
export interface Principal {
  readonly clientId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly via: 'bearer' | 'cookie';
}

/** What of a request says who it speaks for. Header values as they came; several of one name as an array. */
export interface Credentials {
  method: string;
  authorization?: string | readonly string[] | undefined;
  cookie?: string | undefined;
  origin?: string | undefined;
  host?: string | undefined;
  /** Sec-Fetch-Site. */
  fetchSite?: string | undefined;
}

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** The address the request came from. */
  address: string;
}

export interface Auth {
  authenticate(credentials: Credentials): Principal;
  grant(client: ClientCredentials, scope: string): Promise<TokenResponse>;
  introspect(client: ClientCredentials, token: string): Promise<Introspection>;
  revoke(client: ClientCredentials, token: string): Promise<void>;
  readonly oneTimeCodes: { issue(): string; redeem(code: string): boolean };
  close(): void;
}
