import type { Request, RequestHandler, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Auth } from '../../auth/auth.ts';
import type { Principal } from '../../auth/principal.ts';
import { isSameOrigin, Unauthorized, type Credentials } from '../../auth/credentials.ts';
import type { Scope } from '../../contract/scopes.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { reserveSlot } from '../network/connections.ts';
import { peerOfRequest } from '../network/request-sender.ts';
import { timesGiven } from '../requests/raw-headers.ts';

const REALM = 'realm="safelight"';

const speakers = new WeakMap<IncomingMessage, Principal>();

/** A request that we make ourselves, without a connection, speaks for this one. */
export const actAs = (req: object, principal: Principal) => void speakers.set(req as IncomingMessage, principal);

/**
 * Lets only requests through that have a valid token or the cookie of a signed-in browser; later handlers call
 * `principalOf`. `metadata`: where a client without a token learns how to get one (RFC 9728); then a cookie does not count.
 */
export function authenticate(auth: Pick<Auth, 'authenticate'>, metadata?: (req: Request) => string): RequestHandler {
  return (req, res, next) => {
    try {
      if (metadata && req.headers.authorization === undefined)
        throw new Unauthorized('This needs a token in the Authorization header.', { wasGiven: false });
      res.locals.principal = speakers.get(req) ?? requestPrincipal(auth, req);
    } catch (error) {
      if (error instanceof Unauthorized) {
        const more = metadata ? `, resource_metadata=${quoted(metadata(req))}` : '';
        res.setHeader('WWW-Authenticate', challenge(error) + more);
      }
      throw error;
    }
    next();
  };
}

/** Who a request speaks for. Throws like `Auth.authenticate`. */
function requestPrincipal(auth: Pick<Auth, 'authenticate'>, req: IncomingMessage): Principal {
  const principal = auth.authenticate(credentialsOf(req));
  reserveSlotForOwner(req, principal.clientId);
  return principal;
}

/** Only the owner uses Safelight's own browser session. */
export function reserveSlotForOwner({ socket }: IncomingMessage, clientId: string | null): void {
  if (clientId === OWN_CLIENT_IDS.browser) reserveSlot(socket);
}

/** Throws `forbidden`, which names the scope, for a client that lacks it. Comes after `authenticate`. */
export function requireScope(res: Response, name: Scope): void {
  const { scopes, via } = principalOf(res);
  if (scopes.has(name)) return;
  const error = forbidden(name);
  // A browser session has no token that it could exchange for a better one.
  if (via === 'bearer') {
    const parts = [
      REALM,
      'error="insufficient_scope"',
      `error_description=${quoted(error.message)}`,
      `scope="${name}"`,
    ];
    res.setHeader('WWW-Authenticate', `Bearer ${parts.join(', ')}`);
  }
  throw error;
}

/** Who the request speaks for. Throws when the route does not come after `authenticate`: that is our bug. */
export function principalOf(res: Response): Principal {
  const principal = res.locals.principal as Principal | undefined;
  if (!principal) throw new Error('This route is not behind authenticate().');
  return principal;
}

const publicAddresses = new WeakMap<IncomingMessage, string>();

/** Notes of which public origin pages may be. Comes before all that looks where a page is from. */
export function knowPublicAddress(publicAddress: () => string | null): RequestHandler {
  return (req, _res, next) => {
    const address = publicAddress();
    if (address !== null) publicAddresses.set(req, new URL(address).origin);
    next();
  };
}

/** The parts of the request that say who it speaks for. */
export function credentialsOf(req: IncomingMessage): Credentials {
  const { authorization, cookie, origin, host } = req.headers;
  return {
    publicAddress: publicAddresses.get(req),
    method: req.method ?? '',
    // Node keeps the first of several Authorization headers and silently drops the others.
    authorization: timesGiven(req, 'authorization') > 1 ? req.headersDistinct.authorization : authorization,
    cookie,
    origin,
    host,
    fetchSite: oneOf(req.headers['sec-fetch-site']),
    peer: () => peerOfRequest(req),
  };
}

/** RFC 6750 3: no error code for a request without a token. */
function challenge({ wasGiven, message }: Unauthorized): string {
  if (!wasGiven) return `Bearer ${REALM}`;
  return `Bearer ${REALM}, error="invalid_token", error_description=${quoted(message)}`;
}

/** RFC 6750 3 allows plain ASCII without quotes and backslashes, and has no escapes. */
function quoted(text: string): string {
  const plain = text
    .replaceAll(/["\\]/g, "'")
    .replaceAll('…', '...')
    .replaceAll(/[^\x20-\x7e]/g, '?');
  return `"${plain}"`;
}

const oneOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);

/** A foreign page may neither sign the browser in nor out. */
export function refuseForeignPage(req: IncomingMessage): void {
  if (isSameOrigin(credentialsOf(req))) return;
  throw new AppError('forbidden_origin', "Signing in and out must come from Safelight's own page (Origin header).");
}
