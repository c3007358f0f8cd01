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
  async function passOn(host: string, headers: Record<string, string> = {}, method = 'PATCH', path = '/session') {
    const { port } = new URL(app.url);
    const all = { host, cookie, 'content-type': 'application/json', ...headers };
    const url = method === 'PATCH' ? '/api/v1/admin/settings' : path;
    const sent = request({ port, path: url, method, headers: all, agent: false });
    sent.end(method === 'PATCH' ? '{"theme":"dark"}' : undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await text(answer) };
  }

  test('is not known before it is set', async () => {
    expect((await passOn('photos.example.org:8443', {}, 'GET')).status).toBe(421);
    expect((await passOn('127.0.0.1', { origin: PUBLIC })).status).toBe(403);
    expect((await app.ask('POST', '/api/v1/admin/pairings', { ...ADMIN, body: { name: 'x' } })).status).toBe(409);
  });

  test('is an origin, with a path or without, but not one that Safelight itself answers at', async () => {
    const wrong = ['/', '/photos/', '/../x', '/a%20b', '/api', '/settings/x', '/photos?x', '/photos#x', '/.x'];
    for (const path of wrong)
      expect([path, (await change(`https://photos.example.org${path}`)).status]).toEqual([path, 400]);
    expect((await change('https://photos.example.org/photos/mine')).status).toBe(200);
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

  test('is what programs are told to ask next, whatever they say in Host', async () => {
    const issuer = async (host: string, headers: Record<string, string> = {}) => {
      const { status, body } = await passOn(host, headers, 'GET', '/.well-known/oauth-authorization-server');
      return status === 200 ? (JSON.parse(body) as { issuer: string }).issuer : status;
    };
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    for (const host of ['photos.example.org', '127.0.0.1:4380', '203.0.113.80'])
      expect([host, await issuer(host, forwarded)]).toEqual([host, PUBLIC]);
    expect(await issuer('photos.example.org:1')).toBe(PUBLIC);
    const { port } = new URL(app.url);
    expect(await issuer('203.0.113.80:99', { 'x-forwarded-host': 'evil.example' })).toBe(app.url);
    expect(await issuer('localhost:99')).toBe(`http://localhost:${port}`);
    const mcp = await passOn('203.0.113.80:99', {}, 'GET', '/.well-known/oauth-protected-resource');
    expect(JSON.parse(mcp.body)).toMatchObject({ resource: `${app.url}/mcp`, authorization_servers: [app.url] });
    expect(await issuer('evil.example', forwarded)).toBe(421);
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

  describe('makes this computer a proxy that is believed', () => {
    const GUEST = '203.0.113.7';
    const forwarded = (from: string, more: Record<string, string> = {}) => ({
      'x-forwarded-for': `127.0.0.1, ${from}`,
      'x-forwarded-proto': 'https',
      ...more,
    });
    const settings = (body: object) => app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });
    const signIn = async (client_id: string, client_secret: string, headers: Record<string, string>) =>
      app.ask('POST', '/session', {
        scopes: null,
        headers: { origin: PUBLIC, ...headers },
        body: { client_id, client_secret },
      });
    let frame: { client_id: string; client_secret: string };
    beforeAll(async () => {
      frame = await app.app.services.clients.add({ id: 'frame', scope: 'images:read' });
    });
    /** Of the newest session. */
    const addressSeen = async () => {
      const { items } = await app.get<{ items: { address: string; created: number }[] }>(
        '/api/v1/admin/sessions',
        ADMIN,
      );
      return items.toSorted((one, other) => other.created - one.created)[0]?.address;
    };

    test('so sessions have the address of the guest, and cookies are for HTTPS alone', async () => {
      const { headers } = await signIn(frame.client_id, frame.client_secret, forwarded(GUEST));
      expect(headers.get('set-cookie')).toMatch(/^__Host-safelight_session_\w+=.*; Secure/);
      expect(await addressSeen()).toBe(GUEST);
    });

    test('so wrong secrets lock out the guest that sent them, and nobody else', async () => {
      const guess = async (from: string) =>
        (await signIn(frame.client_id, 'wrong', forwarded(from, { 'x-real-ip': String(Math.random()) }))).status;
      for (let tries = 0; tries < 10; tries += 1) expect(await guess(GUEST)).toBe(401);
      expect(await guess(GUEST)).toBe(429);
      expect(await guess('203.0.113.8')).toBe(401);
      expect(
        (
          await app.ask('POST', '/session', {
            scopes: null,
            headers: { origin: app.url },
            body: { client_id: frame.client_id, client_secret: 'wrong' },
          })
        ).status,
      ).toBe(401);
    });

    test('but not one that may use the links of this computer', async () => {
      const code = app.app.services.auth.oneTimeCodes.issue({ kind: 'browser', onlyHere: true });
      const open = (headers: Record<string, string>) =>
        fetch(`${app.url}/sign-in?code=${code}`, { headers, redirect: 'manual' });
      const guest = await open(forwarded('127.0.0.1'));
      expect(guest.headers.get('location')).toBe('/?sign-in=expired');
      expect((await open({})).headers.get('location')).toBe('/');
    });

    test('unless others are named, or no header is to be read', async () => {
      for (const change of [{ trustedProxies: ['192.168.1.2'] }, { trustedProxies: [], forwardedHeader: 'none' }]) {
        expect((await settings(change)).status).toBe(200);
        const { headers } = await signIn(frame.client_id, frame.client_secret, forwarded('203.0.113.9'));
        expect(headers.get('set-cookie')).not.toContain('Secure');
        expect(await addressSeen()).toBe('127.0.0.1');
      }
      expect((await settings({ forwardedHeader: null })).status).toBe(200);
    });

    test('and says which entry is no address', async () => {
      const { status, body } = await app.ask<{ fields: object }>('PATCH', '/api/v1/admin/settings', {
        ...ADMIN,
        body: { trustedProxies: ['10.0.0.0/8', 'nginx', '10.0.0.0/99'] },
      });
      expect([status, JSON.stringify(body.fields)]).toEqual([
        400,
        expect.stringContaining('entry 2 must be an address such as 192.168.1.2'),
      ]);
    });
  });
});
