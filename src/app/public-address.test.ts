import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };
const PUBLIC = 'https://photos.example.org:8443';

describe('a public address', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let cookie: string;
  const change = (publicAddress: string | null) =>
    app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { publicAddress } });

  beforeAll(async () => {
    app = await openTestApp({ library: 1 });
    const signIn = await fetch(app.app.signInLink(), { redirect: 'manual' });
    cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!;
  });
  afterAll(() => app.close());

  /** As a proxy passes it on. */
  async function passOn(host: string, headers: Record<string, string> = {}, method = 'PATCH') {
    const { port } = new URL(app.url);
    const all = { host, cookie, 'content-type': 'application/json', ...headers };
    const path = method === 'PATCH' ? '/api/v1/admin/settings' : '/session';
    const sent = request({ port, path, method, headers: all, agent: false });
    sent.end(method === 'PATCH' ? '{"theme":"dark"}' : undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  }

  test('is not known before it is set', async () => {
    expect((await passOn('photos.example.org:8443', {}, 'GET')).status).toBe(421);
    expect((await passOn('127.0.0.1', { origin: PUBLIC })).status).toBe(403);
    expect((await app.ask('POST', '/api/v1/admin/pairings', { ...ADMIN, body: { name: 'x' } })).status).toBe(409);
  });

  test('is an origin, without a path', async () => {
    expect((await change('https://photos.example.org/below')).status).toBe(400);
    expect((await change(PUBLIC)).status).toBe(200);
  });

  test('is where changes may come from, whatever the proxy makes of Host', async () => {
    for (const host of ['photos.example.org:8443', 'photos.example.org', '127.0.0.1:4380', 'localhost'])
      expect([host, (await passOn(host, { origin: PUBLIC })).status]).toEqual([host, 200]);
  });

  test.each([
    ['another port of it', { origin: 'https://photos.example.org' }],
    ['its plain side', { origin: 'http://photos.example.org:8443' }],
    [
      'another host, which a header claims to be it',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
  ])('%s is another page', async (_what, headers) => {
    expect((await passOn('127.0.0.1:4380', headers)).status).toBe(403);
  });

  test('is in links and QR codes, and no header of a request is', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const { body } = await app.ask<{ url: string; addresses: string[] }>('POST', '/api/v1/admin/pairings', {
      ...ADMIN,
      headers,
      body: { name: 'x' },
    });
    expect(body.url.startsWith(`${PUBLIC}/sign-in?code=`)).toBe(true);
    expect(body.addresses).toEqual([PUBLIC]);
  });
});
