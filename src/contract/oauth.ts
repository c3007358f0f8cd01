import { z } from 'zod';

const clientCredentials = {
  client_id: z.string().optional().describe('Can be sent in a Basic header instead'),
  client_secret: z.string().optional().describe('Can be sent in a Basic header instead'),
};

/** RFC 6749, the client-credentials grant. Unknown parameters are ignored, as the RFC demands. */
export const TokenRequest = z
  .object({
    grant_type: z.literal('client_credentials'),
    ...clientCredentials,
    scope: z
      .string()
      .optional()
      .describe("Scopes separated by spaces; if omitted, the token has all of the client's scopes"),
  })
  .meta({ id: 'TokenRequest' });

/** The request of RFC 7009 and RFC 7662. */
export const TokenToLookAt = z.object({ token: z.string(), ...clientCredentials }).meta({ id: 'TokenToLookAt' });

export const TokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    scope: z.string().describe('Granted scopes, separated by spaces'),
  })
  .meta({ id: 'TokenResponse' });
export type TokenResponse = z.infer<typeof TokenResponse>;

/** RFC 7662. */
export const Introspection = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    token_type: z.literal('Bearer').optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    sub: z.string().optional(),
    aud: z.string().optional(),
    iss: z.string().optional(),
    jti: z.string().optional(),
  })
  .meta({ id: 'Introspection' });
export type Introspection = z.infer<typeof Introspection>;

/** RFC 8414. */
export const AuthorizationServerMetadata = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z
      .string()
      .describe('A page that says that there is no sign-in by browser here: some libraries demand the field'),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    introspection_endpoint: z.string(),
    grant_types_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
    service_documentation: z.string(),
  })
  .meta({ id: 'AuthorizationServerMetadata' });
