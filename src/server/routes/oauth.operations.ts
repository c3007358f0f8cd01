import {
  AuthorizationServerMetadata,
  Introspection,
  TokenRequest,
  TokenResponse,
  TokenToLookAt,
} from '../../contract/oauth.ts';
import { z } from 'zod';
import { jsonOrForm, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const oauthOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/oauth/token',
    id: 'issueToken',
    tag: 'Access tokens',
    summary: 'Get an access token',
    description:
      'The client-credentials grant of RFC 6749. Send the client id and secret in the body or in a Basic header; the header counts only when the body has no `client_id`. An id in the header may be form-encoded (RFC 6749) or raw. The token gets the requested scopes that the client has.',
    access: 'client',
    body: {
      schema: TokenRequest,
      types: jsonOrForm,
      required: true,
      example: {
        grant_type: 'client_credentials',
        client_id: 'my-frame',
        client_secret: '…',
        scope: 'images:read previews:read',
      },
    },
    answers: {
      200: {
        description: 'The token.',
        json: TokenResponse,
        headers: noStore,
        example: {
          access_token: 'eyJhbGciOi…',
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'images:read previews:read',
        },
      },
    },
    errors: ['invalid_request', 'unsupported_grant_type', 'invalid_scope', 'invalid_client', 'slow_down'],
  },
  {
    method: 'post',
    path: '/oauth/revoke',
    id: 'revokeToken',
    tag: 'Access tokens',
    summary: 'Revoke a token',
    description:
      'RFC 7009. An unknown, expired or already revoked token gets the same answer as a valid one. The token of another client is refused.',
    access: 'client',
    body: { schema: TokenToLookAt, types: jsonOrForm, required: true, example: { token: 'eyJhbGciOi…' } },
    answers: {
      200: {
        description: 'The token no longer works.',
        json: z.strictObject({}),
        headers: noStore,
        example: {},
      },
    },
    errors: ['invalid_request', 'invalid_client', 'slow_down', 'storage_error'],
  },
  {
    method: 'post',
    path: '/oauth/introspect',
    id: 'introspectToken',
    tag: 'Access tokens',
    summary: 'Check a token',
    description: 'RFC 7662. A client sees only its own tokens; for any other token the answer is `active: false`.',
    access: 'client',
    body: { schema: TokenToLookAt, types: jsonOrForm, required: true, example: { token: 'eyJhbGciOi…' } },
    answers: {
      200: {
        description: 'Whether the token is valid, and its scopes.',
        json: Introspection,
        headers: noStore,
        example: { active: true, scope: 'images:read', client_id: 'my-frame', token_type: 'Bearer', exp: 1719055267 },
      },
    },
    errors: ['invalid_request', 'invalid_client', 'slow_down'],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    id: 'discoverAuthorizationServer',
    tag: 'Access tokens',
    summary: 'Discover the token endpoints',
    description: 'RFC 8414 metadata, for OAuth libraries that configure themselves.',
    access: 'anyone',
    answers: { 200: { description: 'The endpoints and what they support.', json: AuthorizationServerMetadata } },
  },
];
