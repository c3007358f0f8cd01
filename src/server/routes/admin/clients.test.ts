import { describe, expect, test } from 'vitest';
import { ClientInfo, ClientSecret } from '../../../contract/clients.ts';
import { startAuth, type TestAuth } from '../../../testing/start-auth.ts';

const CLIENTS = '/api/v1/admin/clients';

async function asAdmin(): Promise<{
  app: TestAuth;
  ask: (method: string, path?: string, body?: unknown) => ReturnType<TestAuth['ask']>;
}> {
  const app = await startAuth();
  const authorization = ['Authorization', `Bearer ${app.auth.issueLocalAdminToken()}`] as const;
  return {
    app,
    ask: (method, path = '', body) =>
      app.ask(method, CLIENTS + path, {
        headers: [authorization, ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])],
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

test('a client is registered, its secret shown once, and it gets tokens at once', async () => {
  const { app, ask } = await asAdmin();
  const added = await ask('POST', '', { id: 'frame', name: 'Picture frame', scope: 'images:read' });
  expect(added.status).toBe(201);
  expect(added.headers['cache-control']).toBe('no-store');
  const secret = ClientSecret.parse(added.json);
  expect((await app.get('images:read', await app.token(secret))).status).toBe(200);

  const listed = await ask('GET');
  const [client] = listed.json.items as ClientInfo[];
  expect(ClientInfo.strict().parse(client)).toMatchObject({
    id: 'frame',
    name: 'Picture frame',
    scopes: ['images:read'],
    enabled: true,
  });
  expect(client!.last_used).toBeGreaterThanOrEqual(client!.created);
  expect(listed.text).not.toContain(secret.client_secret);
  expect(listed.text).not.toContain('scrypt');
});

test('a new secret ends the old one and its tokens', async () => {
  const { app, ask } = await asAdmin();
  const before = await app.clients.add({ id: 'frame' });
  const token = await app.token(before);
  const answer = await ask('POST', '/frame/rotate');
  expect(answer.status).toBe(200);
  const after = ClientSecret.parse(answer.json);
  expect(after.client_secret).not.toBe(before.client_secret);
  expect((await app.get('images:read', token)).status).toBe(401);
  await expect(app.token(before)).rejects.toThrow('invalid_client');
  expect(await app.token(after)).not.toBe('');
});

test('a removed client is gone at once', async () => {
  const { app, ask } = await asAdmin();
  const token = await app.token(await app.clients.add({ id: 'frame' }));
  expect((await ask('DELETE', '/frame')).status).toBe(204);
  expect((await app.get('images:read', token)).status).toBe(401);
  expect((await ask('GET')).json).toEqual({ items: [] });
});

test('a client is switched off and on, renamed, and given other scopes', async () => {
  const { app, ask } = await asAdmin();
  const token = await app.token(await app.clients.add({ id: 'frame', scope: 'images:read' }));
  expect((await ask('PATCH', '/frame', { enabled: false })).json).toMatchObject({ id: 'frame', enabled: false });
  expect((await app.get('images:read', token)).status).toBe(401);
  const changed = await ask('PATCH', '/frame', { enabled: true, name: 'Hall', scope: 'tags:read images:read' });
  expect(changed.json).toMatchObject({ enabled: true, name: 'Hall', scopes: ['images:read', 'tags:read'] });
  expect((await app.get('images:read', token)).status).toBe(200);
});

test.each([
  'ann+frame@example.org',
  'https://example.org:8080/a%20b?c=d&e#f',
  `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ x`,
  '%',
])('the id %s is registered, changed, given a new secret and removed by its percent-encoded path', async (id) => {
  const { app, ask } = await asAdmin();
  const path = `/${encodeURIComponent(id)}`;
  expect((await ask('POST', '', { id, scope: 'images:read' })).json).toMatchObject({ client_id: id });
  expect((await ask('PATCH', path, { name: 'Hall' })).json).toMatchObject({ id, name: 'Hall' });
  const secret = ClientSecret.parse((await ask('POST', `${path}/rotate`)).json);
  expect((await app.get('images:read', await app.token(secret))).json.clientId).toBe(id);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('GET')).json).toEqual({ items: [] });
});

describe('what is refused', () => {
  test.each([
    ['an id that is taken', { id: 'frame' }, 409, 'conflict', 'frame'],
    ["an id that is Safelight's own", { id: 'safelight-cli' }, 409, 'conflict', 'safelight-cli'],
    ['an id with a line break', { id: 'a\r\nSet-Cookie: b' }, 400, 'invalid_body', 'ASCII'],
    ['an id beyond ASCII', { id: 'größe' }, 400, 'invalid_body', 'ASCII'],
    ['an id with a space at its end', { id: 'frame ' }, 400, 'invalid_body', 'space'],
    ['an id with a space at its start', { id: ' frame' }, 400, 'invalid_body', 'space'],
    ['an id that no path can carry', { id: '..' }, 400, 'invalid_body', '..'],
    ['an id of 256 characters', { id: 'x'.repeat(256) }, 400, 'invalid_body', '255'],
    ['an empty id', { id: '' }, 400, 'invalid_body', 'id'],
    ['no id', {}, 400, 'invalid_body', 'id'],
    ['a scope that there is not', { id: 'x', scope: 'image:read tags:read' }, 400, 'invalid_body', 'images:read'],
    ['a field that there is not', { id: 'x', secret: 'mine' }, 400, 'invalid_body', 'secret'],
    ['a list', [], 400, 'invalid_body', ''],
    ['malformed JSON', '{"id":', 400, 'invalid_body', ''],
    ['nothing', undefined, 400, 'invalid_body', 'JSON body'],
    ['more than 1 MiB', { id: 'x', name: 'x'.repeat(1024 * 1024) }, 413, 'payload_too_large', ''],
  ])('%s', async (_title, body, status, error, detail) => {
    const { app, ask } = await asAdmin();
    await app.clients.add({ id: 'frame' });
    const answer = await ask('POST', '', body);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(answer.json.detail).toContain(detail);
    expect(app.clients.list().map(({ id }) => id)).toEqual(['frame']);
  });

  test('two registrations of one id at the same moment: one wins', async () => {
    const { ask } = await asAdmin();
    const statuses = await Promise.all([ask('POST', '', { id: 'frame' }), ask('POST', '', { id: 'frame' })]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('a change without sense leaves the client as it is', async () => {
    const { app, ask } = await asAdmin();
    await app.clients.add({ id: 'frame', scope: 'images:read' });
    const before = app.clients.list();
    for (const body of [{ enabled: 'no' }, { scope: '' }, { scope: 'nonsense' }, { id: 'other' }]) {
      expect((await ask('PATCH', '/frame', body)).json.error).toBe('invalid_body');
    }
    expect(app.clients.list()).toEqual(before);
  });

  test('a client that there is not', async () => {
    const { ask } = await asAdmin();
    expect((await ask('DELETE', '/nobody')).status).toBe(404);
    expect((await ask('POST', '/nobody/rotate')).status).toBe(404);
    expect((await ask('PATCH', '/nobody', { enabled: true })).json.error).toBe('not_found');
  });

  test('other methods', async () => {
    const { ask } = await asAdmin();
    expect((await ask('PUT')).headers.allow).toBe('GET, HEAD, POST');
    expect((await ask('GET', '/frame')).headers.allow).toBe('PATCH, DELETE');
    expect((await ask('GET', '/frame/rotate')).headers.allow).toBe('POST');
  });
});

describe('who is kept out', () => {
  test('a client without the admin scope, whatever it sends', async () => {
    const { app } = await asAdmin();
    const token = await app.token(await app.clients.add({ id: 'frame' }));
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', '/frame'],
      ['DELETE', '/frame'],
      ['DELETE', '/nobody'],
      ['POST', '/frame/rotate'],
    ] as const) {
      const answer = await app.ask(method, CLIENTS + path, {
        headers: [['Authorization', `Bearer ${token}`]],
        body: '{',
      });
      expect([answer.status, answer.json.error]).toEqual([403, 'forbidden']);
      expect((await app.ask(method, CLIENTS + path)).status).toBe(401);
    }
    expect(app.clients.list()).toHaveLength(1);
  });

  test('while a client that the user gave it to may', async () => {
    const { app } = await asAdmin();
    const token = await app.token(await app.clients.add({ id: 'boss', scope: 'admin' }));
    const answer = await app.ask('GET', CLIENTS, { headers: [['Authorization', `Bearer ${token}`]] });
    expect(answer.status).toBe(200);
  });
});
