import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Introspection, TokenResponse } from '../contract/oauth.ts';
import { ALL_SCOPES, knownScopes, type Scope } from '../contract/scopes.ts';
import type { SessionInfo } from '../contract/session.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { OWN_CLIENT_IDS, type Client, type Clients } from '../settings/clients.ts';
import { openSecretFile } from '../settings/secret-file.ts';
import type { Settings } from '../settings/settings-store.ts';
import { deadline, DRIFT_MS, systemClocks, type Clocks } from './clocks.ts';
import {
  bearerToken,
  cookieValues,
  isSameOrigin,
  Unauthorized,
  type ClientCredentials,
  type Credentials,
  type Peer,
} from './credentials.ts';
import { LOCAL_ADMIN_SECONDS, localAdmin, signingKeyFile } from './local-admin.ts';
import { oneTimeCodes, type CodeHolder, type OneTimeCodes } from './one-time-codes.ts';
import { openRevocations } from './revocations.ts';
import { openSessions, SESSION_DAYS, type Browser, type Session } from './sessions.ts';
import { openThrottle } from './throttle.ts';
import { AUDIENCE, ISSUER, tokensOf, type Claims } from './tokens.ts';

/** The client of a request. */
export interface Principal {
  readonly clientId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly via: 'bearer' | 'cookie';
}

/** The session cookie. */
export interface SessionCookie {
  readonly name: string;
  readonly maxAgeSeconds: number;
}

export interface Auth {
  /**
   * Authenticates a request by its bearer token or, without an Authorization header, by its session cookie. Throws Unauthorized, and
   * `forbidden_origin` for a cookie that another site sends.
   */
  authenticate(credentials: Credentials): Principal;
  /**
   * The client-credentials grant. `scope` is separated by spaces; an empty one requests all scopes of the client. Throws
   * `invalid_client`, `invalid_scope`, `slow_down`.
   */
  grant(client: ClientCredentials, scope: string): Promise<TokenResponse>;
  /** RFC 7662. Tokens of other clients are reported as invalid. Throws `invalid_client`, `slow_down`. */
  introspect(client: ClientCredentials, token: string): Promise<Introspection>;
  /** RFC 7009. Throws `invalid_client`, `slow_down`, and `invalid_request` for the token of another client. */
  revoke(client: ClientCredentials, token: string): Promise<void>;
  readonly oneTimeCodes: OneTimeCodes;
  readonly sessionCookie: SessionCookie;
  /**
   * Signs a browser in: as Safelight's own, with every scope, or as the new device for which the code was made. Returns
   * the cookie's value, or null when the code is not valid, or not for this peer. `peer` is called only if the code
   * exists (see [Note: Codes in the list of processes]).
   */
  signInWithCode(code: string, browser?: Browser, peer?: () => Peer): string | null;
  /** Signs a browser in with the scopes of this client. Throws `invalid_client`, `slow_down`. */
  signInAsClient(client: ClientCredentials, browser?: Browser): Promise<string>;
  /** The signed-in browsers, newest first. `cookie`: the header of the request. */
  listSessions(cookie: string | undefined): SessionInfo[];
  /** Ends a session by its id in the list. Throws `not_found`. */
  endSession(id: string): void;
  /**
   * The session of the requesting browser and the value of its cookie; null when it is not signed in. Throws `forbidden_origin`.
   */
  session(credentials: Credentials): { principal: Principal; cookie: string } | null;
  /** Ends the sessions that the cookie header names. */
  signOut(cookie: string | undefined): void;
  /** A token of the command line (see local-admin.ts). */
  issueLocalAdminToken(): string;
  /** Creates a new signing key: all tokens end immediately; browsers stay signed in. */
  rotateSigningKey(): void;
  /** Stores pending changes. */
  close(): void;
}

export interface AuthOptions {
  dataDir: string;
  clients: Clients;
  settings: Pick<Settings, 'get'>;
  log: Log;
  clocks?: Clocks;
}

/** A verified token. Everything that can change is checked again at every request. */
interface SeenToken {
  claims: Claims;
  /** By both clocks: see [Note: Two clocks]. */
  isExpired: () => boolean;
  client: Client | undefined;
  principal: Principal | undefined;
}

const BROWSER: Principal = { clientId: OWN_CLIENT_IDS.browser, scopes: new Set(ALL_SCOPES), via: 'cookie' };
const COMMAND_LINE: Principal = { clientId: OWN_CLIENT_IDS.cli, scopes: new Set<Scope>(['admin']), via: 'bearer' };
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Opens key, revocations and sessions of a data-dir. Throws an Error for people when the key can be neither read nor made. */
export function openAuth({ dataDir, clients, settings, log, clocks = systemClocks }: AuthOptions): Auth {
  const { now } = clocks;
  const secretFile = openSecretFile({ file: signingKeyFile(dataDir), log });
  const revocations = openRevocations({ file: join(dataDir, 'revoked-tokens.json'), log, clocks });
  const sessions = openSessions({ file: join(dataDir, 'sessions.json'), log, clocks });
  const codes = oneTimeCodes(clocks);
  const throttle = openThrottle();
  const seen = new LRUCache<string, SeenToken>({ max: 1000 });
  let tokens = tokensOf(secretFile.key());

  // Cookies do not know ports: two Safelights on this host must not overwrite each other's.
  const cookieName = `safelight_session_${hash('sha256', resolve(dataDir), 'hex').slice(0, 8)}`;

  const seenToken = (token: string): { claims: Claims; principal: Principal } => {
    let known = seen.get(token);
    if (!known) {
      const claims = read(token);
      const isExpired = deadline(clocks, claims.exp * 1000 - now());
      known = { claims, isExpired, client: undefined, principal: undefined };
      seen.set(token, known);
    }
    const { claims } = known;
    if (known.isExpired()) throw new Unauthorized('The token has expired.');
    // Made while the clock was ahead: it would be valid for as long as that was wrong.
    if (claims.iat * 1000 > now() + DRIFT_MS) throw new Unauthorized('The token was issued in the future.');
    if (revocations.has(claims.jti)) throw new Unauthorized('The token was revoked.');
    if (claims.sub === OWN_CLIENT_IDS.cli) {
      if (claims.exp - claims.iat > LOCAL_ADMIN_SECONDS) throw new Unauthorized('The token has too long a lifetime.');
      return { claims, principal: COMMAND_LINE };
    }
    const client = liveClient(claims.sub, claims.secret_id);
    if (typeof client === 'string') throw new Unauthorized(client);
    if (!known.principal || known.client !== client) {
      known.client = client;
      known.principal = { clientId: client.id, scopes: commonScopes(client, claims.scope), via: 'bearer' };
    }
    return { claims, principal: known.principal };
  };

  const read = (token: string): Claims => {
    try {
      return tokens.read(token, now());
    } catch (error) {
      const expired = error instanceof Error && error.name === 'TokenExpiredError';
      const detail = expired ? 'The token has expired.' : `The token is not valid: ${reasonOf(error)}.`;
      throw new Unauthorized(detail, { cause: error });
    }
  };

  /** The client if its tokens for this secret are still valid, else the reason why not. */
  const liveClient = (id: string, secretId: string | null | undefined): Client | string => {
    const client = clients.get(id);
    if (!client) return 'The client is no longer registered.';
    if (!client.enabled) return 'The client is disabled.';
    if (secretId === null || secretId === undefined || !client.secretIds.has(secretId)) {
      return 'The token was issued for an old secret of the client.';
    }
    return client;
  };

  const isLive = (clientId: string, secretId: string | null) =>
    clientId === OWN_CLIENT_IDS.browser || typeof liveClient(clientId, secretId) !== 'string';

  const principalOfSession = ({ client_id, secret_id }: Session): Principal => {
    if (client_id === OWN_CLIENT_IDS.browser) return BROWSER;
    const client = liveClient(client_id, secret_id);
    if (typeof client === 'string') throw new Unauthorized(client, { wasGiven: false });
    return { clientId: client.id, scopes: new Set(client.scopes), via: 'cookie' };
  };

  const sessionOf = (credentials: Credentials): { principal: Principal; cookie: string } => {
    const ids = cookieValues(credentials.cookie, cookieName);
    for (const cookie of ids) {
      const session = sessions.find(cookie);
      if (!session) continue;
      const principal = principalOfSession(session);
      refuseForeignPage(credentials);
      // See [Note: Cookies and ports].
      if (principal === BROWSER && credentials.peer?.() === 'other-user')
        throw new Unauthorized('This browser session belongs to another user of this computer.', { wasGiven: false });
      return { principal, cookie };
    }
    const detail =
      ids.length > 0
        ? 'The browser session has ended; sign in again.'
        : 'This needs an access token (Authorization: Bearer …) or a browser that is signed in.';
    throw new Unauthorized(detail, { wasGiven: false });
  };

  /** The slow check, for a secret that has not been verified before. Throws `slow_down`. */
  const guessed = async ({ clientId, clientSecret, address }: ClientCredentials) => {
    const guess = { address, clientId, isRegistered: clients.get(clientId) !== undefined };
    await throttle.check(guess);
    return throttle.inTurn(guess, async () => {
      await throttle.check(guess);
      const verification = await clients.verify(clientId, clientSecret);
      if (!verification.ok && verification.reason === 'wrong') await throttle.failed(guess);
      if (verification.ok) await throttle.succeeded(guess);
      return verification;
    });
  };

  const verifyClient = async ({ clientId, clientSecret, address }: ClientCredentials) => {
    const found = clients.verifyKnown(clientId, clientSecret) ?? (await guessed({ clientId, clientSecret, address }));
    if (!found.ok) throw new AppError('invalid_client', found.message);
    clients.touch(clientId);
    return found;
  };

  return {
    authenticate(credentials) {
      const { authorization } = credentials;
      if (authorization === undefined) return sessionOf(credentials).principal;
      const { principal } = seenToken(bearerToken(authorization));
      if (principal !== COMMAND_LINE) clients.touch(principal.clientId);
      return principal;
    },
    async grant(credentials, scope) {
      const { client, secretId } = await verifyClient(credentials);
      const isForAll = scope.trim() === '';
      const scopes = isForAll ? [...client.scopes] : [...commonScopes(client, scope)];
      if (scopes.length === 0 && !isForAll) {
        throw new AppError(
          'invalid_scope',
          `None of these scopes is available to the client. It has: ${client.scopes.join(' ')}.`,
        );
      }
      const lifetimeSeconds = settings.get().tokenLifetimeSeconds;
      const granted = scopes.join(' ');
      return {
        access_token: tokens.sign({ clientId: client.id, scope: granted, secretId, lifetimeSeconds, nowMs: now() }),
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        scope: granted,
      };
    },
    async introspect(credentials, token) {
      const { client } = await verifyClient(credentials);
      let known: ReturnType<typeof seenToken>;
      try {
        known = seenToken(token);
      } catch (error) {
        if (error instanceof Unauthorized) return { active: false };
        throw error;
      }
      const { principal, claims } = known;
      if (principal.clientId !== client.id) return { active: false };
      const { exp, iat, jti } = claims;
      return {
        active: true,
        scope: [...principal.scopes].join(' '),
        client_id: client.id,
        token_type: 'Bearer',
        exp,
        iat,
        sub: client.id,
        aud: AUDIENCE,
        iss: ISSUER,
        jti,
      };
    },
    async revoke(credentials, token) {
      const { client } = await verifyClient(credentials);
      let claims: Claims;
      try {
        // A token that seems expired can become valid again when the clock is corrected.
        claims = tokens.readAnyAge(token);
      } catch {
        // RFC 7009 2.2: an invalid token counts as revoked.
        return;
      }
      if (claims.sub !== client.id) throw new AppError('invalid_request', 'The token belongs to another client.');
      revocations.add(claims);
    },
    oneTimeCodes: codes,
    sessionCookie: { name: cookieName, maxAgeSeconds: SESSION_DAYS * 24 * 3600 },
    signInWithCode(code, browser, peer = () => 'unknown') {
      const holder = codes.redeem(code, (wanted) => mayUse(wanted, peer()));
      if (!holder) return null;
      if (holder.kind === 'browser')
        return sessions.open({ clientId: OWN_CLIENT_IDS.browser, secretId: null, browser });
      const { client, secretId } = clients.addDevice(holder);
      log.info(`The device ${client.name} was paired as client ${client.id}`);
      return sessions.open({ clientId: client.id, secretId, browser });
    },
    async signInAsClient(credentials, browser) {
      const { client, secretId } = await verifyClient(credentials);
      await throttle.signIn(client.id);
      return sessions.open({ clientId: client.id, secretId, browser });
    },
    listSessions(cookie) {
      const own = new Set(cookieValues(cookie, cookieName).map((id) => sessions.publicIdOf(id)));
      return sessions
        .list()
        .filter(({ session: { client_id, secret_id } }) => isLive(client_id, secret_id))
        .map(({ publicId, session }) => ({
          id: publicId,
          client_id: session.client_id,
          client_name:
            session.client_id === OWN_CLIENT_IDS.browser ? 'Safelight' : (clients.get(session.client_id)?.name ?? ''),
          created: session.created,
          last_used: session.last_used,
          expires: session.expires,
          agent: session.agent,
          address: session.address,
          is_current: own.has(publicId),
        }));
    },
    endSession(id) {
      if (!sessions.endByPublicId(id)) throw new AppError('not_found', `There is no session ${id.slice(0, 40)}.`);
    },
    session(credentials) {
      try {
        return sessionOf(credentials);
      } catch (error) {
        if (error instanceof Unauthorized) return null;
        throw error;
      }
    },
    signOut(cookie) {
      for (const id of cookieValues(cookie, cookieName)) sessions.end(id);
    },
    issueLocalAdminToken: () => tokens.sign(localAdmin(now())),
    rotateSigningKey() {
      tokens = tokensOf(secretFile.rotate());
      seen.clear();
    },
    close() {
      sessions.close();
      clients.close();
    },
  };
}

/**
 * [Note: Codes in the list of processes] A browser is started with the link as its argument, which every user of the
 * computer can read at that moment. So Safelight's own codes only work for the user that Safelight runs as, and a code
 * handed to a browser only on this computer. A pairing code is shown only on the screen, and is meant for another
 * device.
 */
function mayUse(holder: CodeHolder, peer: Peer): boolean {
  if (holder.kind === 'device') return true;
  return peer !== 'other-user' && !(holder.onlyHere && peer === 'other-device');
}

/**
 * [Note: Cookies and ports] Cookies ignore ports: a browser can be made to send them to any program that listens on
 * this host, even another user's. So Safelight's own session, which only the user that Safelight runs as can have
 * started on this computer, is not accepted from another user. Sessions of clients may come through a proxy, which may
 * run as any user.
 */

/** Another site can make the browser send a request with the cookie; such requests are refused. */
function refuseForeignPage(credentials: Credentials): void {
  const { method, origin, fetchSite } = credentials;
  // "same-site" includes other ports of this host, which any local program can open.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') {
    throw new AppError('forbidden_origin', 'Another site may not use the signed-in browser session.');
  }
  if (SAFE_METHODS.has(method) || isSameOrigin(credentials)) return;
  const from = origin === undefined ? 'no Origin header' : `the Origin ${origin.slice(0, 100)}`;
  throw new AppError(
    'forbidden_origin',
    `A change with a browser session must come from Safelight's own page; this request has ${from}.`,
  );
}

function commonScopes(client: Client, wanted: string): Set<Scope> {
  const words = new Set<Scope>(knownScopes(wanted));
  return new Set(client.scopes.filter((scope) => words.has(scope)));
}
