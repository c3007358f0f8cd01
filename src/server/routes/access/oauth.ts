import express, { type Request, type Response } from 'express';
import { z } from 'zod';
import type { ClientCredentials } from '../../../auth/credentials.ts';
import {
  AuthorizationServerMetadata,
  Introspection,
  TokenRequest,
  TokenResponse,
  TokenToLookAt,
} from '../../../contract/oauth.ts';
import { ALL_SCOPES } from '../../../contract/scopes.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Clients } from '../../../settings/clients.ts';
import { senderOfRequest } from '../../network/request-sender.ts';
import { declaredOrigin } from '../../requests/declared-origin.ts';
import { basicCredentials, clientIdsInForm, parameters, type Parameters } from '../../requests/token-request.ts';
import { ok } from '../../routing/answers.ts';
import { reader, type Body } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

/** A form, or JSON by its content type; RFC 6749 leaves it to the client. */
const form = <Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>): Body<Parameters> => ({
  schema,
  types: FORM_OR_JSON,
  required: true,
  example,
  read: readBytes,
  parse: parametersOf,
});
const FORM_OR_JSON = ['application/x-www-form-urlencoded', 'application/json'] as const;
const readBytes = reader(express.raw({ limit: '1mb', type: () => true }));

export const oauthRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/oauth/token',
    id: 'issueToken',
    tag: 'Access tokens',
    summary: 'Get an access token',
    description:
      'The client-credentials grant of RFC 6749. Send the client id and secret in the body or in a Basic header; the header counts only when the body has no `client_id`. An id in the header may be form-encoded (RFC 6749) or raw. The token gets the requested scopes that the client has.',
    scope: 'client',
    body: form(TokenRequest, {
      grant_type: 'client_credentials',
      client_id: 'my-frame',
      client_secret: '…',
      scope: 'images:read previews:read',
    }),
    answers: ok({
      description: 'The token.',
      json: TokenResponse,
      example: {
        access_token: 'eyJhbGciOi…',
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'images:read previews:read',
      },
    }),
    errors: ['invalid_request', 'unsupported_grant_type', 'invalid_scope', 'invalid_client', 'slow_down'],
    handle:
      ({ auth, clients }) =>
      async ({ body, req, res }) => {
        if (body.grant_type !== 'client_credentials') {
          throw new AppError('unsupported_grant_type', 'grant_type must be client_credentials.');
        }
        return auth.grant(clientOf(clients, req, res, body), body.scope ?? '');
      },
  }),
  route({
    method: 'post',
    path: '/oauth/revoke',
    id: 'revokeToken',
    tag: 'Access tokens',
    summary: 'Revoke a token',
    description:
      'RFC 7009. An unknown, expired or already revoked token gets the same answer as a valid one. The token of another client is refused.',
    scope: 'client',
    body: form(TokenToLookAt, { token: 'eyJhbGciOi…' }),
    answers: ok({ description: 'The token no longer works.', json: z.strictObject({}), example: {} }),
    errors: ['invalid_request', 'invalid_client', 'slow_down', 'storage_error'],
    handle:
      ({ auth, clients }) =>
      async ({ body, req, res }) => {
        await auth.revoke(clientOf(clients, req, res, body), tokenOf(body));
        // RFC 7009 gives the answer no body, but some clients insist on JSON.
        return {};
      },
  }),
  route({
    method: 'post',
    path: '/oauth/introspect',
    id: 'introspectToken',
    tag: 'Access tokens',
    summary: 'Check a token',
    description: 'RFC 7662. A client sees only its own tokens; for any other token the answer is `active: false`.',
    scope: 'client',
    body: form(TokenToLookAt, { token: 'eyJhbGciOi…' }),
    answers: ok({
      description: 'Whether the token is valid, and its scopes.',
      json: Introspection,
      example: { active: true, scope: 'images:read', client_id: 'my-frame', token_type: 'Bearer', exp: 1719055267 },
    }),
    errors: ['invalid_request', 'invalid_client', 'slow_down'],
    handle:
      ({ auth, clients }) =>
      async ({ body, req, res }) =>
        auth.introspect(clientOf(clients, req, res, body), tokenOf(body)),
  }),
  route({
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    id: 'discoverAuthorizationServer',
    tag: 'Access tokens',
    summary: 'Discover the token endpoints',
    description: 'RFC 8414 metadata, for OAuth libraries that configure themselves.',
    scope: 'none',
    answers: { 200: { description: 'The endpoints and what they support.', json: AuthorizationServerMetadata } },
    handle:
      (services) =>
      ({ req }) =>
        metadata(declaredOrigin(req, services)),
  }),
];

/**
 * RFC 8414. The issuer is the address that the client uses, as clients compare it with the one that they were given.
 */
function metadata(origin: string): z.infer<typeof AuthorizationServerMetadata> {
  const authentication = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
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
  return { clientId, clientSecret, address: senderOfRequest(req).address };
}

function tokenOf({ token }: Parameters): string {
  if (token === undefined) throw new AppError('invalid_request', 'The parameter token is missing.');
  return token;
}
