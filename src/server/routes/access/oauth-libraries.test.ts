import * as oauth from 'oauth4webapi';
import { ClientCredentials, type ModuleOptions } from 'simple-oauth2';
import { describe, expect, test } from 'vitest';
import { startAuth } from '../../../testing/start-auth.ts';

/**
 * The service uses plain HTTP on the user's own machine; the library marks that option as "deprecated" to warn of it.
 */
// oxlint-disable-next-line typescript/no-deprecated
const http = { [oauth.allowInsecureRequests]: true };

const IDS = ['web.api-client_1', 'ann+me@example.org', 'https://example.org:8080/a?b=c%20d', `it's "100%" & <b>`];

describe('oauth4webapi', () => {
  const discover = async (url: string) => {
    const issuer = new URL(url);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http });
    return oauth.processDiscoveryResponse(issuer, response);
  };

  test.each(
    IDS.flatMap((id) => [
      ['Basic', id, oauth.ClientSecretBasic] as const,
      ['post', id, oauth.ClientSecretPost] as const,
    ]),
  )(
    'goes from discovery to a token, its use, introspection and revocation with %s as %s',
    async (_name, id, method) => {
      const app = await startAuth();
      const { client_id, client_secret } = await app.clients.add({ id, scope: 'images:read tags:read' });
      const server = await discover(app.url);
      const client: oauth.Client = { client_id };
      const authentication = method(client_secret);

      const grant = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        authentication,
        { scope: 'images:read films:read' },
        http,
      );
      const token = await oauth.processClientCredentialsResponse(server, client, grant);
      expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'images:read' });

      const use = (scope: string) =>
        oauth.protectedResourceRequest(
          token.access_token,
          'GET',
          new URL(`/api/v1/scoped/${scope}`, app.url),
          undefined,
          undefined,
          http,
        );
      expect((await use('images:read')).status).toBe(200);

      const asked = await oauth.introspectionRequest(server, client, authentication, token.access_token, http);
      expect(await oauth.processIntrospectionResponse(server, client, asked)).toMatchObject({
        active: true,
        client_id,
      });

      const revoked = await oauth.revocationRequest(server, client, authentication, token.access_token, http);
      await oauth.processRevocationResponse(revoked);
      const again = await oauth.introspectionRequest(server, client, authentication, token.access_token, http);
      expect(await oauth.processIntrospectionResponse(server, client, again)).toEqual({ active: false });

      // The library itself reads the challenges of RFC 6750.
      const refused = await use('images:read').catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
      expect((refused as oauth.WWWAuthenticateChallengeError).cause).toEqual([
        {
          scheme: 'bearer',
          parameters: { realm: 'safelight', error: 'invalid_token', error_description: 'The token was revoked.' },
        },
      ]);
    },
  );

  test('understands why it is refused', async () => {
    const app = await startAuth();
    const { client_id, client_secret } = await app.clients.add({ id: 'frame', scope: 'images:read' });
    const server = await discover(app.url);
    const ask = async (secret: string, scope: string) => {
      const client = { client_id };
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretPost(secret),
        { scope },
        http,
      );
      return oauth.processClientCredentialsResponse(server, client, response).catch((error: unknown) => error);
    };
    expect(await ask('wrong', '')).toMatchObject({
      name: 'ResponseBodyError',
      status: 401,
      error: 'invalid_client',
      error_description: 'Unknown client or wrong secret.',
    });
    expect(await ask(client_secret, 'films:read')).toMatchObject({ status: 400, error: 'invalid_scope' });
  });

  test('sees the Basic challenge when its Basic secret is wrong', async () => {
    const app = await startAuth();
    await app.clients.add({ id: 'frame' });
    const server = await discover(app.url);
    const client = { client_id: 'frame' };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic('wrong'),
      {},
      http,
    );
    const error: unknown = await oauth
      .processClientCredentialsResponse(server, client, response)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    expect((error as oauth.WWWAuthenticateChallengeError).cause[0]).toMatchObject({ scheme: 'basic' });
  });

  test('learns the scope that a route needs', async () => {
    const app = await startAuth();
    const token = await app.token(await app.clients.add({ id: 'frame', scope: 'images:read' }));
    const url = new URL('/api/v1/scoped/films:read', app.url);
    const error: unknown = await oauth
      .protectedResourceRequest(token, 'GET', url, undefined, undefined, http)
      .catch((e: unknown) => e);
    expect((error as oauth.WWWAuthenticateChallengeError).cause).toMatchObject([
      { scheme: 'bearer', parameters: { error: 'insufficient_scope', scope: 'films:read' } },
    ]);
  });
});

describe('simple-oauth2', () => {
  // The library can also send ids unencoded in the header ("loose"), like many older programs.
  const ways = ['strict', 'loose'].flatMap((credentialsEncodingMode) =>
    [
      ['form', 'header'],
      ['form', 'body'],
      ['json', 'header'],
      ['json', 'body'],
    ].map(([bodyFormat, authorizationMethod]) => ({ bodyFormat, authorizationMethod, credentialsEncodingMode })),
  ) as ModuleOptions['options'][];
  test.each(IDS.flatMap((id) => ways.map((options) => ({ id, options }))))(
    'gets a token as $id ($options.credentialsEncodingMode) with a $options.bodyFormat body and its secret in the $options.authorizationMethod, and revokes it',
    async ({ id, options }) => {
      const app = await startAuth();
      const { client_id, client_secret } = await app.clients.add({ id, scope: 'images:read tags:read' });
      const client = new ClientCredentials({
        client: { id: client_id, secret: client_secret },
        auth: { tokenHost: app.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
        options,
      });
      const token = await client.getToken({ scope: ['images:read', 'tags:read'] });
      expect(token.token).toMatchObject({ token_type: 'Bearer', scope: 'images:read tags:read' });
      expect(token.expired()).toBe(false);
      const access = token.token.access_token as string;
      expect((await app.get('tags:read', access)).status).toBe(200);
      await token.revoke('access_token');
      expect((await app.get('tags:read', access)).status).toBe(401);
    },
  );
});
