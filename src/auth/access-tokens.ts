import { LRUCache } from 'lru-cache';
import { AppError, reasonOf } from '../platform/errors.ts';
import { OWN_CLIENT_IDS, type Client, type Clients } from '../settings/clients.ts';
import type { SecretFile } from '../settings/secret-file.ts';
import { deadline, DRIFT_MS, type Clocks } from './clocks.ts';
import { Unauthorized } from './credentials.ts';
import { LOCAL_ADMIN_SECONDS } from './local-admin.ts';
import { commonScopes, liveClient, localUser, type Principal } from './principal.ts';
import type { Revocations } from './revocations.ts';
import { tokensOf, type Claims, type NewToken } from './tokens.ts';

/** A verified token. Everything that can change is checked again at every request. */
interface SeenToken {
  claims: Claims;
  /** By both clocks: see [Note: Two clocks]. */
  isExpired: () => boolean;
  client: Client | undefined;
  principal: Principal | undefined;
}

interface AccessTokensOptions {
  secretFile: SecretFile;
  revocations: Revocations;
  clients: Clients;
  clocks: Clocks;
}

/** The bearer tokens: issued, checked at every request, revoked, and all ended with their key. */
export class AccessTokens {
  readonly #options: AccessTokensOptions;
  readonly #seen = new LRUCache<string, SeenToken>({ max: 1000 });
  #tokens: ReturnType<typeof tokensOf>;

  constructor(options: AccessTokensOptions) {
    this.#options = options;
    this.#tokens = tokensOf(options.secretFile.key());
  }

  sign(token: NewToken): string {
    return this.#tokens.sign(token);
  }

  /** Throws Unauthorized. */
  check(token: string): { claims: Claims; principal: Principal } {
    const { revocations, clients, clocks } = this.#options;
    const known = this.#seenToken(token);
    const { claims } = known;
    if (known.isExpired()) throw new Unauthorized('The token has expired.', { isExpired: true });
    // Made while the clock was ahead: it would be valid for as long as that was wrong.
    if (claims.iat * 1000 > clocks.now() + DRIFT_MS) throw new Unauthorized('The token was issued in the future.');
    if (revocations.has(claims.jti)) throw new Unauthorized('The token was revoked.');
    if (claims.sub === OWN_CLIENT_IDS.cli || claims.sub === OWN_CLIENT_IDS.agent) {
      if (claims.exp - claims.iat > LOCAL_ADMIN_SECONDS) throw new Unauthorized('The token has too long a lifetime.');
      return { claims, principal: (known.principal ??= localUser(claims.sub, claims.scope)) };
    }
    const client = liveClient(clients, claims.sub, claims.secret_id);
    if (typeof client === 'string') throw new Unauthorized(client);
    if (!known.principal || known.client !== client) {
      known.client = client;
      known.principal = { clientId: client.id, scopes: commonScopes(client, claims.scope), via: 'bearer' };
    }
    return { claims, principal: known.principal };
  }

  /** RFC 7009. Throws `invalid_request` for the token of another client. */
  revoke(token: string, clientId: string): void {
    let claims: Claims;
    try {
      // A token that seems expired can become valid again when the clock is corrected.
      claims = this.#tokens.readAnyAge(token);
    } catch {
      // RFC 7009 2.2: an invalid token counts as revoked.
      return;
    }
    if (claims.sub !== clientId) throw new AppError('invalid_request', 'The token belongs to another client.');
    this.#options.revocations.add(claims);
  }

  /** All tokens end. */
  rotateKey(): void {
    this.#tokens = tokensOf(this.#options.secretFile.rotate());
    this.#seen.clear();
  }

  #seenToken(token: string): SeenToken {
    const seen = this.#seen.get(token);
    if (seen) return seen;
    const { clocks } = this.#options;
    const claims = this.#read(token);
    const isExpired = deadline(clocks, claims.exp * 1000 - clocks.now());
    const known: SeenToken = { claims, isExpired, client: undefined, principal: undefined };
    this.#seen.set(token, known);
    return known;
  }

  #read(token: string): Claims {
    try {
      return this.#tokens.read(token, this.#options.clocks.now());
    } catch (error) {
      const expired = error instanceof Error && error.name === 'TokenExpiredError';
      const detail = expired ? 'The token has expired.' : `The token is not valid: ${reasonOf(error)}.`;
      throw new Unauthorized(detail, { isExpired: expired, cause: error });
    }
  }
}
