import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
  type Server,
} from 'node:http';
import { request } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Diagnostics } from '../contract/admin.ts';
import type { Authority, HttpsStatus } from '../contract/https.ts';
import { httpApp } from '../server/http-app.ts';
import { openTestApp } from '../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };

function certificateOf({ socket }: IncomingMessage): X509Certificate {
  const found = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!found) throw new Error('There is no certificate.');
  return found;
}

describe('HTTPS of our own', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  const status = () => app.get<HttpsStatus>('/api/v1/admin/https', ADMIN);
  const change = (body: object) =>
    app.ask<{ fields?: Record<string, string> }>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });

  beforeAll(async () => {
    app = await openTestApp({ library: 3 });
    expect(await status()).toMatchObject({ on: false, url: null, authority: null, problem: null });
    expect((await app.ask('GET', '/authority.crt')).status).toBe(404);
    expect((await app.ask('POST', '/api/v1/admin/https/authority', ADMIN)).status).toBe(409);
    expect((await change({ https: true, httpsPort: 0, lan: true })).status).toBe(200);
  });
  afterAll(() => app.close());

  const certificate = async () => {
    const { body } = await app.ask<Buffer>('GET', '/authority.crt', { scopes: null });
    return new X509Certificate(body);
  };

  /** As a device asks that trusts this authority alone. */
  async function ask(
    path: string,
    { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
  ): Promise<IncomingMessage> {
    const url = new URL(path, (await status()).url!);
    const sent = request(url, { method, headers, ca: (await certificate()).toString(), agent: false });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  }

  test('is answered to whoever trusts the authority that it hands out', async () => {
    const { url, authority, lan_urls, trust_urls } = await status();
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await certificate()).fingerprint256).toBe(authority!.fingerprint);
    expect((await ask('/health')).statusCode).toBe(200);
    const open = await app.get<Authority>('/authority', { scopes: null });
    const { name, fingerprint } = authority!;
    expect(open).toEqual({ name, fingerprint, former: [], urls: lan_urls, trust_urls });
    expect(lan_urls.every((each) => each.startsWith('https://'))).toBe(true);
    const stranger = request(new URL('/health', url!), { agent: false });
    stranger.end();
    const [error] = (await once(stranger, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('SELF_SIGNED_CERT_IN_CHAIN');
  });

  test('has a session of its own kind, which can change things and hears events', async () => {
    const { url } = await status();
    const signIn = await ask(new URL(app.app.signInLink()).pathname + new URL(app.app.signInLink()).search);
    const [cookie = ''] = signIn.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-safelight_session_\w+=[\w-]+; .*Path=\/; .*Secure; SameSite=Strict$/);
    const headers = { cookie: cookie.split(';')[0]!, origin: url! };
    expect(await json(await ask('/session', { headers }))).toMatchObject({ signed_in: true });
    const events = await ask('/api/v1/events', { headers });
    const heard = vi.fn();
    events.on('data', (chunk: Buffer) => void heard(chunk.toString()));
    const body = JSON.stringify({ theme: 'dark' });
    const json_ = { 'content-type': 'application/json' };
    const changed = await ask('/api/v1/admin/settings', { method: 'PATCH', headers: { ...headers, ...json_ }, body });
    expect(changed.statusCode).toBe(200);
    await vi.waitFor(() => expect(heard.mock.calls.join('')).toContain('settings'));
    events.destroy();
    // The page of another port of this host is another page.
    const foreign = { ...headers, ...json_, origin: app.url };
    const refused = await ask('/api/v1/admin/settings', { method: 'PATCH', headers: foreign, body });
    expect(refused.statusCode).toBe(403);
    expect((await ask('/session', { method: 'DELETE', headers })).statusCode).toBe(204);
    expect(await json(await ask('/session', { headers }))).toMatchObject({ signed_in: false });
  });

  describe('plain HTTP', () => {
    let door: Server;
    beforeAll(async () => {
      door = createHttpServer(httpApp(app.app.services)).listen(0, '127.0.0.1');
      door.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: '192.168.1.77' }));
      await once(door, 'listening');
    });
    afterAll(() => {
      door.closeAllConnections();
      door.close();
    });

    const fromDevice = async (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') => {
      const { port } = door.address() as AddressInfo;
      const sent = httpRequest({
        port,
        path,
        method,
        headers: { host: '192.168.1.20:4380', ...headers },
        agent: false,
      });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
    };

    test('stays as it was on this computer', async () => {
      expect((await app.ask('GET', '/api/v1/images')).status).toBe(200);
      const plain = await fetch(app.app.signInLink(), { redirect: 'manual' });
      expect(plain.headers.get('set-cookie')).toMatch(/^safelight_session_/);
    });

    test('leads other devices to HTTPS, and refuses programs before they are used to it', async () => {
      const { port } = new URL((await status()).url!);
      const page = await fromDevice('/images/2?rating_min=3', { accept: 'text/html' });
      expect([page.status, page.headers.location]).toEqual([307, `https://192.168.1.20:${port}/images/2?rating_min=3`]);
      for (const [url, headers, method] of [
        ['/api/v1/images', { authorization: 'Bearer x' }, 'GET'],
        ['/oauth/token', {}, 'POST'],
        ['/session', {}, 'POST'],
        ['/session', { cookie: 'any' }, 'GET'],
        ['/openapi.json', {}, 'GET'],
      ] as const) {
        const answer = await fromDevice(url, headers, method);
        expect([url, answer.status]).toEqual([url, 421]);
        expect(answer.body).toContain('misdirected_host');
      }
    });

    test('comes from a proxy on another computer that is trusted, and encrypted up to there', async () => {
      const passedOn = (proto: string) =>
        fromDevice('/api/v1/images', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': proto });
      expect((await passedOn('https')).status).toBe(421);
      expect((await change({ trustedProxies: ['192.168.1.0/24'] })).status).toBe(200);
      expect((await passedOn('https')).status).toBe(401);
      const plain = await passedOn('http');
      expect([plain.status, plain.body]).toEqual([421, expect.stringContaining('X-Forwarded-Proto')]);
      expect((await change({ trustedProxies: null })).status).toBe(200);
      expect((await passedOn('https')).status).toBe(421);
    });

    test('still tells them how to trust this computer', async () => {
      for (const url of ['/authority', '/authority.crt', '/health', '/session'])
        expect([url, (await fromDevice(url)).status]).toEqual([url, 200]);
    });
  });

  test('pairs devices at its own address', async () => {
    const { lan_urls } = await status();
    if (lan_urls.length === 0) return;
    const { body } = await app.ask<{ url: string }>('POST', '/api/v1/admin/pairings', {
      ...ADMIN,
      body: { name: 'x' },
    });
    expect(body.url.startsWith(`${lan_urls[0]}/sign-in?code=`)).toBe(true);
  });

  test('lets newcomers in while hundreds of connections do not finish their handshake', async () => {
    const port = Number(new URL((await status()).url!).port);
    const strangers: Socket[] = [];
    onTestFinished(() => strangers.forEach((socket) => socket.destroy()));
    for (let hundreds = 0; hundreds < 6; hundreds += 1) {
      const opened = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
      strangers.push(...opened);
      await Promise.all(opened.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
      expect((await ask('/health')).statusCode).toBe(200);
    }
    // The plain server counts the same connections.
    expect((await app.ask('GET', '/health')).status).toBe(200);
  });

  test('cuts off who speaks plain HTTP to its port, and goes on', async () => {
    const port = Number(new URL((await status()).url!).port);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await text(socket).catch(() => '')).not.toContain('200');
    expect((await ask('/health')).statusCode).toBe(200);
  });

  test('has a new authority when somebody wants one, at once and without a restart', async () => {
    const before = await status();
    const serialOf = async () => certificateOf(await ask('/health')).serialNumber;
    const serial = await serialOf();
    expect(serial).toMatch(/^[0-9A-F]+$/);
    const { body } = await app.ask<HttpsStatus>('POST', '/api/v1/admin/https/authority', ADMIN);
    expect(body.authority).toMatchObject({ former: [before.authority!.name] });
    expect(body.authority!.fingerprint).not.toBe(before.authority!.fingerprint);
    expect(body.url).toBe(before.url);
    expect(await serialOf()).not.toBe(serial);
    const stored = readFileSync(join(app.dataDir, 'certificate-authority.json'), 'utf8');
    expect(JSON.stringify(body)).not.toContain((JSON.parse(stored) as { key: string }).key.split('\n')[1]);
  });

  test('is examined as a device would that trusts it', async () => {
    const examined = async () => {
      const { checks } = await app.get<Diagnostics>('/api/v1/admin/diagnostics', ADMIN);
      return checks.find(({ id }) => id === 'https');
    };
    const { url } = await status();
    expect(await examined()).toMatchObject({ status: 'ok', detail: expect.stringContaining(url!) as string });
  });

  test('says which port is taken, before anything is changed', async () => {
    const holder = createServer().listen(0, '0.0.0.0');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;
    const { url } = await status();
    const taken = await change({ httpsPort: port });
    expect([taken.status, taken.body.fields?.httpsPort]).toEqual([400, expect.stringContaining(String(port))]);
    const same = await change({ httpsPort: Number(new URL(app.url).port) });
    expect(same.body.fields?.httpsPort).toContain('plain HTTP');
    expect((await status()).url).toBe(url);
  });

  test('ends with its switch, and plain HTTP is for other devices again', async () => {
    const { url } = await status();
    expect((await change({ https: false })).status).toBe(200);
    expect(await status()).toMatchObject({ on: false, url: null });
    const { port } = new URL(url!);
    const refused = connect(Number(port), '127.0.0.1');
    const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    const { in_use } = await app.get<{ in_use: { lan_urls: string[] } }>('/api/v1/admin/settings', ADMIN);
    expect(in_use.lan_urls.every((each) => each.startsWith('http://'))).toBe(true);
  });
});
