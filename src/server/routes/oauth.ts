import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { isSameOrigin, type ClientCredentials } from '../../auth/credentials.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { AuthorizationServerMetadata } from '../../contract/oauth.ts';
import { ALL_SCOPES } from '../../contract/scopes.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';
import type { Clients } from '../../settings/clients.ts';
import type { Services } from '../../app/services.ts';
import { basicCredentials, clientIdsInForm, parameters, type Parameters } from '../requests/token-request.ts';

/** POST /oauth/token    POST /oauth/revoke    POST /oauth/introspect    GET /.well-known/oauth-authorization-server */
export function oauthRoutes({
  auth,
  clients,
  allowedOrigins,
}: Pick<Services, 'auth' | 'clients' | 'allowedOrigins'>): Router {
  const routes = Router();
  routes.use('/oauth', noStore);
  const guarded = [refuseForeignPages(allowedOrigins), express.raw({ limit: '1mb', type: () => true })];

  routes.post('/oauth/token', guarded, async (req: Request, res: Response) => {
    const sent = parametersOf(req);
    if (sent.grant_type !== 'client_credentials') {
      throw new AppError('unsupported_grant_type', 'grant_type must be client_credentials.');
    }
    const client = clientOf(clients, req, res, sent);
    res.json(await auth.grant(client, sent.scope ?? ''));
  });
  routes.post('/oauth/introspect', guarded, async (req: Request, res: Response) => {
    const sent = parametersOf(req);
    res.json(await auth.introspect(clientOf(clients, req, res, sent), tokenOf(sent)));
  });
  routes.post('/oauth/revoke', guarded, async (req: Request, res: Response) => {
    const sent = parametersOf(req);
    await auth.revoke(clientOf(clients, req, res, sent), tokenOf(sent));
    // RFC 7009 gives the answer no body, but some clients insist on JSON.
    res.json({});
  });
  routes.use('/oauth', oauthError);

  routes.get('/.well-known/oauth-authorization-server', (req, res) => {
    res.json(metadata(`${req.protocol}://${req.headers.host ?? ''}`));
  });
  return routes;
}

/**
 * RFC 8414. The issuer is the address that the client uses, because clients compare it with the one they were given.
 */
function metadata(origin: string): z.infer<typeof AuthorizationServerMetadata> {
  const authentication = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: origin,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    introspection_endpoint: `${origin}/oauth/introspect`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: ALL_SCOPES,
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    introspection_endpoint_auth_methods_supported: authentication,
    service_documentation: `${origin}/docs`,
  };
}

const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Pragma', 'no-cache');
  next();
};

/**
 * A foreign page cannot read the answers, but it could send wrong secrets in the user's name until the user's own
 * programs, which share the address, are locked out.
 */
function refuseForeignPages(allowedOrigins: () => readonly string[]): RequestHandler {
  return (req, _res, next) => {
    const { origin, host } = req.headers;
    const site = req.headers['sec-fetch-site'];
    const isForeign =
      origin === undefined
        ? site === 'cross-site' || site === 'same-site'
        : !isSameOrigin({ origin, host }) && !allowedOrigins().includes(origin);
    if (isForeign) {
      throw new AppError(
        'forbidden_origin',
        'Web pages of other sites can get tokens only if their origin is allowed in the settings.',
      );
    }
    next();
  };
}

function parametersOf(req: Request): Parameters {
  return parameters(req.headers['content-type'], bodyOf(req));
}

function bodyOf(req: Request): Buffer {
  const body: unknown = req.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The client named in the body or, if there is none, in the Basic header. Throws `invalid_request`. */
function clientOf(clients: Pick<Clients, 'get'>, req: Request, res: Response, sent: Parameters): ClientCredentials {
  const basic = sent.client_id === undefined ? basicCredentials(req.headersDistinct.authorization) : null;
  res.locals.usedBasic = basic !== null;
  const ids = basic?.ids ?? clientIdsInForm(req.headers['content-type'], bodyOf(req));
  // What is registered decides which reading is meant: see [Note: Encoded or raw].
  const clientId = ids.find((id) => clients.get(id) !== undefined) ?? (basic ? ids[0] : sent.client_id);
  const clientSecret = basic ? basic.secret : sent.client_secret;
  if (!clientId || !clientSecret) {
    throw new AppError(
      'invalid_request',
      'client_id and client_secret are required, in the body or in a Basic Authorization header.',
    );
  }
  return { clientId, clientSecret, address: req.socket.remoteAddress ?? '' };
}

function tokenOf({ token }: Parameters): string {
  if (token === undefined) throw new AppError('invalid_request', 'The parameter token is missing.');
  return token;
}

/** The usual error body, with `error_description` next to `detail`, because OAuth clients read that (RFC 6749 5.2). */
const oauthError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  const failure = named(error);
  if (!failure || failure.code === 'internal_error' || res.headersSent) {
    next(error);
    return;
  }
  if (failure.code === 'invalid_client' && res.locals.usedBasic === true) {
    res.setHeader('WWW-Authenticate', 'Basic realm="safelight", charset="UTF-8"');
  }
  if (failure.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(failure.retryAfterSeconds));
  const body: ErrorBody = { error: failure.code, detail: failure.message, error_description: failure.message };
  res.status(ERROR_STATUS[failure.code]).json(body);
};

function named(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new AppError('payload_too_large', 'The body is larger than 1 MiB.');
  // Bodies that body-parser cannot read: an unknown Content-Encoding, broken gzip, a body cut short.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('invalid_request', `The body cannot be parsed: ${reasonOf(error)}.`);
  }
  return null;
}
