import sharp from 'sharp';
import decodeQr from 'qr/decode.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { Pairing, SessionInfo, SessionList } from '../../../contract/session.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };

async function signIn(link: string, agent: string): Promise<string> {
  const answer = await fetch(link, { redirect: 'manual', headers: { 'user-agent': agent } });
  expect(answer.headers.get('location')).toBe('/');
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}
const session = async (url: string, cookie: string) =>
  (await (await fetch(`${url}/session`, { headers: { cookie } })).json()) as Record<string, unknown>;
const sessions = async (app: TestApp) =>
  (await app.get<z.infer<typeof SessionList>>('/api/v1/admin/sessions', ADMIN)).items;

test('signed-in browsers are listed by what they called themselves, and one can be ended alone', async () => {
  const app = await startApp();
  const laptop = await signIn(app.app.signInLink(), 'Laptop/1.0');
  const tablet = await signIn(app.app.signInLink(), 'Tablet/1.0');
  const listed = await sessions(app);
  expect(listed.map(({ agent, client_name, address }) => ({ agent, client_name, address }))).toEqual([
    { agent: 'Tablet/1.0', client_name: 'Safelight', address: '127.0.0.1' },
    { agent: 'Laptop/1.0', client_name: 'Safelight', address: '127.0.0.1' },
  ]);
  for (const { created, expires, last_used } of listed) {
    expect(created).toBeLessThanOrEqual(Date.now());
    expect(last_used).toBeGreaterThanOrEqual(created);
    expect(expires).toBeGreaterThan(Date.now());
  }
  // Nothing in the list can be used to sign in.
  for (const cookie of [laptop, tablet]) expect(JSON.stringify(listed)).not.toContain(cookie.split('=')[1]);

  // A browser finds its own session in the list.
  const own = await fetch(`${app.url}/api/v1/admin/sessions`, { headers: { cookie: laptop } });
  expect(((await own.json()) as { items: SessionInfo[] }).items.map(({ is_current }) => is_current)).toEqual([
    false,
    true,
  ]);

  expect((await app.ask('DELETE', `/api/v1/admin/sessions/${listed[0]!.id}`, ADMIN)).status).toBe(204);
  expect(await session(app.url, tablet)).toMatchObject({ signed_in: false });
  expect(await session(app.url, laptop)).toMatchObject({ signed_in: true });
  expect((await app.ask('DELETE', `/api/v1/admin/sessions/${listed[0]!.id}`, ADMIN)).status).toBe(404);
  expect(await sessions(app)).toHaveLength(1);
});

describe('pairing a phone', () => {
  const pair = (app: TestApp, body: unknown) =>
    app.ask<z.infer<typeof Pairing>>('POST', '/api/v1/admin/pairings', { ...ADMIN, body });

  test('without LAN access it is refused, with what to do', async () => {
    const app = await startApp();
    const refused = await app.ask<ErrorBody>('POST', '/api/v1/admin/pairings', { ...ADMIN, body: { name: 'Phone' } });
    expect(refused).toMatchObject({ status: 409, body: { error: 'lan_access_off', detail: /Allow LAN access/ } });
    expect(app.app.services.clients.list().map(({ name }) => name)).not.toContain('Phone');
  });

  test('the code on the screen signs a device in once: as a client of its own, with these scopes, until it is removed', async () => {
    const app = await lanApp();
    const { body: pairing, status } = await pair(app, { name: "Ada's phone", scope: 'images:read previews:read' });
    expect(status).toBe(201);
    expect(pairing.url).toMatch(/^http:\/\/\d+\.\d+\.\d+\.\d+:\d+\/sign-in\?code=[\w-]{14}$/);
    expect(new URL(pairing.url).searchParams.get('code')).toBe(pairing.code);
    expect(pairing.addresses).toContain(new URL(pairing.url).origin);
    expect(await qrText(pairing.svg)).toBe(pairing.url);

    const cookie = await signIn(pairing.url, 'Phone/1.0');
    const { origin } = new URL(pairing.url);
    expect(await session(origin, cookie)).toEqual({
      signed_in: true,
      client_id: 'device-adas-phone',
      scopes: ['images:read', 'previews:read'],
    });
    expect((await fetch(`${origin}/api/v1/images`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${origin}/api/v1/tags`, { headers: { cookie } })).status).toBe(403);
    expect((await fetch(`${origin}/api/v1/admin/settings`, { headers: { cookie } })).status).toBe(403);
    expect(app.app.services.clients.list().find(({ id }) => id === 'device-adas-phone')).toMatchObject({
      name: "Ada's phone",
    });
    expect((await sessions(app))[0]).toMatchObject({ client_name: "Ada's phone", agent: 'Phone/1.0' });

    // The link works only once.
    const again = await fetch(pairing.url, { redirect: 'manual' });
    expect(again.headers.get('location')).toBe('/?sign-in=expired');
    expect(again.headers.getSetCookie()).toEqual([]);
    // It has no secret, so nobody can get a token for it.
    const token = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'device-adas-phone',
        client_secret: 'none',
      }),
    });
    expect(token.status).toBe(401);

    const second = await pair(app, { name: "Ada's phone" });
    await signIn(second.body.url, 'Phone/2.0');
    expect(app.app.services.clients.list().map(({ id }) => id)).toContain('device-adas-phone-2');

    expect((await app.ask('DELETE', '/api/v1/admin/clients/device-adas-phone', ADMIN)).status).toBe(204);
    expect((await fetch(`${origin}/api/v1/images`, { headers: { cookie } })).status).toBe(401);
    expect((await sessions(app)).map(({ agent }) => agent)).toEqual(['Phone/2.0']);
  });

  test('a code that nobody scanned leaves nothing behind', async () => {
    const app = await lanApp();
    const before = app.app.services.clients.list().length;
    await pair(app, { name: 'Forgotten' });
    expect(app.app.services.clients.list()).toHaveLength(before);
  });

  test.each([
    [{ name: '' }, /name/],
    [{ name: 'Phone', scope: 'images:reed' }, /images:read/],
    [{ name: 'Phone', address: 'http://evil.example' }, /address: must be one of/],
  ])('%j is refused', async (body, words) => {
    const app = await lanApp();
    const refused = await app.ask<ErrorBody>('POST', '/api/v1/admin/pairings', { ...ADMIN, body });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_body', detail: words } });
  });
});

/** Listens on an address that others could reach; loopback addresses besides 127.0.0.1 are this computer's alone. */
async function lanApp(): Promise<TestApp> {
  const app = await startApp({ library: 1 });
  const changed = await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { lan: true } });
  expect(changed.status).toBe(200);
  onTestFinished(() => app.stop());
  return app;
}

async function qrText(svg: string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .flatten({ background: 'white' })
    .resize(800, 800, { kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ width: info.width, height: info.height, data });
}
