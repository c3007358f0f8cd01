import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mintLocalAdminToken } from '../../auth/local-admin.ts';
import { startAuth, type TestAuth } from '../../testing/start-auth.ts';

const ROUTE = '/api/v1/scoped/images:read';

async function withToken(scope = 'images:read tags:read') {
  const app = await startAuth();
  const client = await app.clients.add({ id: 'frame', scope });
  return { app, client, token: await app.token(client) };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const keyOf = (app: TestAuth) => Buffer.from(readFileSync(join(app.dataDir, 'signing.key'), 'latin1').trim(), 'hex');

/** A token signed with the server's own key: only its claims are wrong. */
function forged(app: TestAuth, token: string, claims: object, header: object = {}): string {
  const body = `${part({ alg: 'HS256', typ: 'at+jwt', ...header })}.${part({ ...payloadOf(token), ...claims })}`;
  return `${body}.${createHmac('sha256', keyOf(app)).update(body).digest('base64url')}`;
}

describe('somebody without a token', () => {
  test.each([
    ['no header', [], 'This needs an access token'],
    ['another scheme', [['Authorization', 'Basic ZnJhbWU6eA==']], 'must be Bearer, not "Basic"'],
  ] as [string, [string, string][], string][])(
    '%s: 401, and a challenge without an error code',
    async (_title, headers, detail) => {
      const { app } = await withToken();
      const answer = await app.ask('GET', ROUTE, { headers });
      expect([answer.status, answer.json.error]).toEqual([401, 'unauthorized']);
      expect(answer.json.detail).toContain(detail);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="safelight"');
    },
  );

  test.each([
    ['an empty header', (): [string, string][] => [['Authorization', '']], 'is empty'],
    ['Bearer alone', () => [['Authorization', 'Bearer']], 'malformed'],
    ['two tokens in one header', (token: string) => [['Authorization', `Bearer ${token} ${token}`]], 'malformed'],
    [
      'two headers',
      (token: string) => [
        ['Authorization', `Bearer ${token}`],
        ['Authorization', 'Bearer other'],
      ],
      'more than one Authorization header',
    ],
    ['nonsense', () => [['Authorization', 'Bearer nonsense']], 'jwt malformed'],
  ] as [string, (token: string) => [string, string][], string][])(
    '%s: 401 with error="invalid_token"',
    async (_title, headers, detail) => {
      const { app, token } = await withToken();
      const answer = await app.ask('GET', ROUTE, { headers: headers(token) });
      expect([answer.status, answer.json.error]).toEqual([401, 'unauthorized']);
      expect(answer.json.detail).toContain(detail);
      expect(answer.headers['www-authenticate']).toMatch(
        /^Bearer realm="safelight", error="invalid_token", error_description="[^"\\]+"$/,
      );
    },
  );

  test('a token in the query or in the body opens nothing', async () => {
    const { app, token } = await withToken();
    expect((await app.ask('GET', `${ROUTE}?access_token=${token}`)).status).toBe(401);
    const body = `access_token=${token}`;
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    expect((await app.ask('POST', ROUTE, { headers, body })).status).toBe(401);
  });
});

test('the scheme is read in any case', async () => {
  const { app, token } = await withToken();
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect((await app.ask('GET', ROUTE, { headers: [['Authorization', `${scheme} ${token}`]] })).status).toBe(200);
  }
});

describe('somebody who forges a token', () => {
  test('the forger of these tests would pass with the right claims', async () => {
    const { app, token } = await withToken();
    expect((await app.get('images:read', forged(app, token, {}))).status).toBe(200);
  });

  test('alg none, signed by nobody', async () => {
    const { app, token } = await withToken();
    const payload = token.split('.')[1]!;
    for (const alg of ['none', 'None', 'NONE']) {
      const header = part({ alg, typ: 'at+jwt' });
      expect((await app.get('images:read', `${header}.${payload}.`)).status).toBe(401);
      expect((await app.get('images:read', `${header}.${payload}.${token.split('.')[2]!}`)).status).toBe(401);
    }
  });

  test('a key pair of their own, or its public half as the HMAC key', async () => {
    const { app, token } = await withToken();
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const rs = `${part({ alg: 'RS256', typ: 'at+jwt', jwk: publicKey.export({ format: 'jwk' }) })}.${token.split('.')[1]!}`;
    const rsSignature = createSign('RSA-SHA256').update(rs).sign(privateKey, 'base64url');
    expect((await app.get('images:read', `${rs}.${rsSignature}`)).status).toBe(401);
    const hs = `${part({ alg: 'HS256', typ: 'at+jwt' })}.${token.split('.')[1]!}`;
    const hsSignature = createHmac('sha256', pem).update(hs).digest('base64url');
    expect((await app.get('images:read', `${hs}.${hsSignature}`)).status).toBe(401);
  });

  test('another hash of the same family, with the right key', async () => {
    const { app, token } = await withToken();
    const body = `${part({ alg: 'HS512', typ: 'at+jwt' })}.${token.split('.')[1]!}`;
    const signature = createHmac('sha512', keyOf(app)).update(body).digest('base64url');
    expect((await app.get('images:read', `${body}.${signature}`)).status).toBe(401);
  });

  test('a changed payload or signature', async () => {
    const { app, token } = await withToken();
    const [header, , signature] = token.split('.');
    const richer = part({ ...payloadOf(token), scope: 'admin' });
    expect((await app.get('admin', `${header!}.${richer}.${signature!}`)).status).toBe(401);
    const other = signature!.startsWith('A') ? 'B' : 'A';
    expect(
      (await app.get('images:read', `${token.slice(0, -signature!.length)}${other}${signature!.slice(1)}`)).status,
    ).toBe(401);
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'somebody-else' }],
    ['several audiences', { aud: ['safelight-api', 'somebody-else'] }],
    ['no expiry', { exp: undefined }],
    ['an expiry that is text', { exp: '9999999999' }],
    ['no id', { jti: undefined }],
    ['no subject', { sub: undefined }],
    ['a client that is not registered', { sub: 'nobody' }],
    ['a secret that was never issued', { secret_id: randomUUID() }],
    ['no secret', { secret_id: undefined }],
    ['the browser itself', { sub: 'safelight-browser' }],
    ['the command line, for an hour', { sub: 'safelight-cli', scope: 'admin' }],
  ])('a token for %s, even with the right key', async (_title, claims) => {
    const { app, token } = await withToken();
    expect((await app.get('images:read', forged(app, token, claims))).status).toBe(401);
  });

  test.each(['JWT', 'at+xml', undefined])('a token of type %s', async (typ) => {
    const { app, token } = await withToken();
    expect((await app.get('images:read', forged(app, token, {}, { typ }))).status).toBe(401);
  });

  test('a token of another Safelight', async () => {
    const { app } = await withToken();
    const other = await withToken();
    expect((await app.get('images:read', other.token)).status).toBe(401);
  });
});

describe('somebody with a token that was good once', () => {
  const detailOf = async (app: TestAuth, token: string) => {
    const answer = await app.get('images:read', token);
    expect(answer.status).toBe(401);
    return answer.json.detail;
  };

  test('it has expired, whether it was used before or not', async () => {
    const { app, client, token } = await withToken();
    const unused = await app.token(client);
    expect((await app.get('images:read', token)).status).toBe(200);
    app.clock.ms += 3_600_000;
    expect(await detailOf(app, token)).toBe('The token has expired.');
    expect(await detailOf(app, unused)).toBe('The token has expired.');
  });

  test('its client was disabled; enabled again, it counts again', async () => {
    const { app, token } = await withToken();
    expect((await app.get('images:read', token)).status).toBe(200);
    app.clients.change('frame', { enabled: false });
    expect(await detailOf(app, token)).toBe('The client is disabled.');
    app.clients.change('frame', { enabled: true });
    expect((await app.get('images:read', token)).status).toBe(200);
  });

  test('its client was removed, also when another one took the name', async () => {
    const { app, token } = await withToken();
    expect((await app.get('images:read', token)).status).toBe(200);
    app.clients.remove('frame');
    expect(await detailOf(app, token)).toBe('The client is no longer registered.');
    await app.clients.add({ id: 'frame' });
    expect(await detailOf(app, token)).toBe('The token was issued for an old secret of the client.');
  });

  test('its client has a new secret', async () => {
    const { app, token } = await withToken();
    expect((await app.get('images:read', token)).status).toBe(200);
    const renewed = await app.clients.rotate('frame');
    expect(await detailOf(app, token)).toBe('The token was issued for an old secret of the client.');
    expect((await app.get('images:read', await app.token(renewed))).status).toBe(200);
  });

  test('the signing key was changed', async () => {
    const { app, client, token } = await withToken();
    expect((await app.get('images:read', token)).status).toBe(200);
    app.auth.rotateSigningKey();
    expect((await app.get('images:read', token)).status).toBe(401);
    const renewed = await app.token(client);
    await app.restart();
    expect((await app.get('images:read', renewed)).status).toBe(200);
  });

  test('a restart alone ends no token', async () => {
    const { app, token } = await withToken();
    await app.restart();
    expect((await app.get('images:read', token)).status).toBe(200);
  });
});

describe('somebody who wants more than the token says', () => {
  test('a route of another scope: 403, naming it in words and in the challenge (RFC 6750 3.1)', async () => {
    const { app, token } = await withToken();
    const answer = await app.get('films:read', token);
    expect([answer.status, answer.json.error]).toEqual([403, 'forbidden']);
    expect(answer.json.detail).toContain('films:read');
    expect(answer.headers['www-authenticate']).toMatch(
      /^Bearer realm="safelight", error="insufficient_scope", error_description="[^"]+", scope="films:read"$/,
    );
  });

  test('a token has no scope that its client lost, also when the token was seen before', async () => {
    const { app, token } = await withToken('images:read tags:read');
    expect((await app.get('tags:read', token)).status).toBe(200);
    app.clients.change('frame', { scope: 'images:read' });
    expect((await app.get('tags:read', token)).status).toBe(403);
    expect((await app.get('images:read', token)).status).toBe(200);
  });

  test('a token does not grow with its client', async () => {
    const { app, token } = await withToken('images:read');
    app.clients.change('frame', { scope: 'images:read admin' });
    expect((await app.get('admin', token)).status).toBe(403);
  });
});

describe('the command line of the same user', () => {
  test('mints itself a token for the admin routes, and for nothing else, that lives a minute', async () => {
    const { app } = await withToken();
    const token = mintLocalAdminToken(app.dataDir);
    expect((await app.get('admin', token)).json).toEqual({
      clientId: 'safelight-cli',
      scopes: ['admin'],
      via: 'bearer',
    });
    expect((await app.get('images:read', token)).status).toBe(403);
    app.clock.ms += 62_000;
    expect((await app.get('admin', token)).status).toBe(401);
  });

  test('mints itself one for what it publishes, which administers nothing', async () => {
    const { app } = await withToken();
    const token = mintLocalAdminToken(app.dataDir, ['images:read']);
    expect((await app.get('images:read', token)).status).toBe(200);
    expect((await app.get('admin', token)).status).toBe(403);
  });

  test('is told when there is no key to read', () => {
    expect(() => mintLocalAdminToken('/nowhere')).toThrow(/key of the running Safelight cannot be read/);
  });
});
