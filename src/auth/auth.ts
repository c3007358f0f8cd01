import { join } from 'node:path';
import type { Introspection, TokenResponse } from '../contract/oauth.ts';
import type { SessionInfo } from '../contract/session.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { OWN_CLIENT_IDS, type Clients } from '../settings/clients.ts';
import { openSecretFile } from '../settings/secret-file.ts';
import type { Settings } from '../settings/settings-store.ts';
import { AccessTokens } from './access-tokens.ts';
import { systemClocks, type Clocks } from './clocks.ts';
import { bearerToken, Unauthorized, type ClientCredentials, type Credentials, type Peer } from './credentials.ts';
import { localAdmin, signingKeyFile } from './local-admin.ts';
import { oneTimeCodes, type CodeHolder, type OneTimeCodes } from './one-time-codes.ts';
import { commonScopes, type Principal } from './principal.ts';
import { openRightsRequests, type RightsRequests } from './rights-requests.ts';
import { openRevocations } from './revocations.ts';
import { openSessions, SESSION_DAYS, type Browser } from './sessions.ts';
import { SignedInBrowsers } from './signed-in-browsers.ts';
import { openThrottle } from './throttle.ts';
import { AUDIENCE, ISSUER } from './tokens.ts';

/** The session cookie. */
export interface SessionCookie {
  readonly name: string;
  /** Its name over HTTPS of our own. */
  readonly secureName: string;
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
  readonly rightsRequests: RightsRequests;
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

/** Opens key, revocations and sessions of a data-dir. Throws an Error for people when the key can be neither read nor made. */
export function openAuth({ dataDir, clients, settings, log, clocks = systemClocks }: AuthOptions): Auth {
  const tokens = new AccessTokens({
    secretFile: openSecretFile({ file: signingKeyFile(dataDir), log }),
    revocations: openRevocations({ file: join(dataDir, 'revoked-tokens.json'), log, clocks }),
    clients,
    clocks,
  });
  const sessions = openSessions({ file: join(dataDir, 'sessions.json'), log, clocks });
  const browsers = new SignedInBrowsers({ dataDir, sessions, clients });
  const codes = oneTimeCodes(clocks);
  const throttle = openThrottle();

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
  const verifyClient = async (credentials: ClientCredentials) => {
    const { clientId, clientSecret } = credentials;
    const found = clients.verifyKnown(clientId, clientSecret) ?? (await guessed(credentials));
    if (!found.ok) throw new AppError('invalid_client', found.message);
    clients.touch(clientId);
    return found;
  };

  return {
    authenticate(credentials) {
      const { authorization } = credentials;
      if (authorization === undefined) return browsers.check(credentials).principal;
      const { principal } = tokens.check(bearerToken(authorization));
      if (principal.clientId !== OWN_CLIENT_IDS.cli) clients.touch(principal.clientId);
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
      const nowMs = clocks.now();
      return {
        access_token: tokens.sign({ clientId: client.id, scope: granted, secretId, lifetimeSeconds, nowMs }),
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        scope: granted,
      };
    },
    async introspect(credentials, token) {
      const { client } = await verifyClient(credentials);
      const known = ifAuthorized(() => tokens.check(token));
      if (known?.principal.clientId !== client.id) return { active: false };
      const { exp, iat, jti } = known.claims;
      return {
        active: true,
        scope: [...known.principal.scopes].join(' '),
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
      tokens.revoke(token, client.id);
    },
    oneTimeCodes: codes,
    rightsRequests: openRightsRequests({ clients, clocks, log }),
    sessionCookie: {
      name: browsers.cookieName,
      secureName: browsers.secureCookieName,
      maxAgeSeconds: SESSION_DAYS * 24 * 3600,
    },
    signInWithCode(code, browser, peer = () => 'unknown') {
      const holder = codes.redeem(code, (wanted) => mayUse(wanted, peer()));
      if (!holder) return null;
      if (holder.kind === 'browser')
        return sessions.open({ clientId: OWN_CLIENT_IDS.browser, secretId: null, browser });
      const { client, secretId } = clients.addDevice(holder);
      log.info({ device: client.name, client: client.id }, 'A device was paired');
      return sessions.open({ clientId: client.id, secretId, browser });
    },
    async signInAsClient(credentials, browser) {
      const { client, secretId } = await verifyClient(credentials);
      await throttle.signIn(client.id);
      return sessions.open({ clientId: client.id, secretId, browser });
    },
    listSessions: (cookie) => browsers.list(cookie),
    endSession(id) {
      if (!sessions.endByPublicId(id)) throw new AppError('not_found', `There is no session ${id.slice(0, 40)}.`);
    },
    session: (credentials) => ifAuthorized(() => browsers.check(credentials)),
    signOut: (cookie) => browsers.signOut(cookie),
    issueLocalAdminToken: () => tokens.sign(localAdmin(clocks.now())),
    rotateSigningKey: () => tokens.rotateKey(),
    close() {
      sessions.close();
      clients.close();
    },
  };
}

function ifAuthorized<Result>(check: () => Result): Result | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof Unauthorized) return null;
    throw error;
  }
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
