import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ALL_SCOPES as SCOPES } from '../../contract/scopes.ts';
import { startApp } from '../../testing/start-app.ts';
import { httpApp, routes } from '../http-app.ts';

const PATHS = [...new Set(routes.map(({ path }) => path))];
const urlOf = (path: string) => path.replace(':id', '1').replace(':op', 'exposure').replaceAll(/:\w+/g, 'refresh');

test('OPTIONS tells of every path which methods there are, as the document has them', async () => {
  const app = await startApp({ library: [{ id: 1, history: [{ operation: 'exposure' }] }] });
  for (const path of PATHS) {
    const answer = await app.ask('OPTIONS', urlOf(path), { scopes: SCOPES });
    const described = routes.filter((each) => each.path === path).map(({ method }) => method.toUpperCase());
    const allowed = answer.headers.get('allow')!.split(', ');
    expect([path, answer.status, answer.body]).toEqual([path, 204, Buffer.alloc(0)]);
    expect([path, allowed.filter((method) => !['HEAD', 'OPTIONS'].includes(method)).sort()]).toEqual([
      path,
      described.sort(),
    ]);
    if (!described.includes('GET')) continue;
    const head = await fetch(app.url + urlOf(path), {
      method: 'HEAD',
      redirect: 'manual',
      headers: { authorization: `Bearer ${await app.token(SCOPES)}` },
    });
    expect([path, allowed.includes('HEAD')]).toEqual([path, head.status !== 405]);
  }
});

test('what is behind a token tells nothing without one; other pages can be looked at', async () => {
  const app = await startApp();
  for (const path of PATHS.filter((each) => each.startsWith('/api/v1'))) {
    expect([path, (await app.ask('OPTIONS', urlOf(path), { scopes: null })).status]).toEqual([path, 401]);
  }
  expect((await app.ask('OPTIONS', '/api/v1/nothing', { scopes: SCOPES })).status).toBe(404);
  expect((await app.ask('OPTIONS', '/oauth/nothing', { scopes: null })).status).toBe(404);
  const page = await app.ask('OPTIONS', '/settings', { scopes: null });
  expect([page.status, page.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test('who is not let in at the sign-in page is told how to get in, and browsers open no dialog', async () => {
  const app = await startApp();
  const { client_id } = await app.app.services.clients.add({ id: 'frame' });
  for (const body of [{ code: 'used' }, { client_id, client_secret: 'wrong' }]) {
    const answer = await app.ask('POST', '/session', { scopes: null, headers: { origin: app.url }, body });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="safelight"']);
  }
});

test('what needs no waiting is answered before the next request of its batch is looked at', async () => {
  const app = await startApp({ library: 1 });
  // Waits for the index.
  await app.get('/api/v1/images');
  const handle = httpApp(app.app.services);
  const answered: [number, boolean][] = [];
  const server = createServer((req, res) => {
    handle(req, res);
    answered.push([res.statusCode, res.writableEnded]);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${await app.token()}` };
  for (const path of ['/health', '/api/v1/library', '/api/v1/images/1'])
    await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  expect(answered).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ]);
});
