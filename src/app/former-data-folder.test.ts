/** What a Safelight of before wrote is all there: see src/testing/fixtures/former-data-folder/README.md. */
import { hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../platform/environment.ts';
import { silentLog } from '../platform/log.ts';
import { unpackFormerDataFolder } from '../testing/former-data-folder.ts';
import { paramsIn } from '../testing/start-edits.ts';
import { startApp, type App } from './start.ts';

let folder: string;
let former: ReturnType<typeof unpack>;
let app: App;
const warnings: string[] = [];

function unpack() {
  const where = mkdtempSync(join(tmpdir(), 'safelight-former-'));
  mkdirSync(join(where, 'cache'));
  return { where, ...unpackFormerDataFolder(where) };
}

beforeAll(async () => {
  former = unpack();
  folder = former.where;
  const say = (...words: unknown[]) => void warnings.push(words.map(String).join(' '));
  const log = Object.assign(silentLog(), { warn: say, error: say });
  app = await startApp({ dataDir: former.dataDir, port: 0, environment: readEnvironment({ HOME: folder }), log });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ask {
  token?: string;
  cookie?: string;
  body?: unknown;
}

async function ask(method: string, path: string, { token, cookie, body }: Ask) {
  const name = `safelight_session_${hash('sha256', former.dataDir, 'hex').slice(0, 8)}`;
  const answer = await fetch(app.url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie: `${name}=${cookie}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return {
    status: answer.status,
    body: isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()),
  };
}

/** As the client that the former Safelight registered, by the secret that it gave out. */
async function tokenOf(id: 'frame' | 'desk') {
  const { frameSecret, deskSecret } = former.secrets;
  const secret = id === 'frame' ? frameSecret : deskSecret;
  const { body } = await ask('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
  });
  return body as { access_token: string; expires_in: number; scope: string };
}
const asFrame = async (method: string, path: string, body?: unknown) =>
  ask(method, path, { token: (await tokenOf('frame')).access_token, body });

test('settings are those that were chosen, and nothing is complained of', () => {
  expect(app.settings.notice).toBeNull();
  expect(app.settings.get()).toMatchObject({
    library: former.library,
    darktableCache: join(folder, 'cache'),
    queuesPaused: true,
    exportDir: join(folder, 'exports chosen'),
    exportQueue: join(folder, 'queues chosen', 'export.queue'),
    previewLevels: [0, 2],
    previewQuality: 81,
    exportQuality: 92,
    renderer: 'darktable-cli',
    port: 4381,
    allowedHosts: ['darkroom.local'],
    allowedOrigins: ['http://frame.local:3000'],
    tokenLifetimeSeconds: 1800,
    openBrowserAtStart: false,
    notifyExports: false,
    notifyFailures: false,
    notifyBridgeLost: true,
    theme: 'dark',
  });
  expect(app.services.library.file).toBe(former.library);
  expect(warnings).toEqual([]);
});

test('clients get tokens with the secrets that they have, for their scopes; a disabled one stays disabled', async () => {
  expect(await tokenOf('frame')).toMatchObject({
    expires_in: 1800,
    scope: 'images:read previews:read tags:read films:read cache:refresh',
  });
  expect(await tokenOf('desk')).toMatchObject({ scope: 'images:read admin' });
  expect(app.services.clients.list().map(({ id, name, enabled }) => ({ id, name, enabled }))).toEqual([
    { id: 'frame', name: 'Picture frame', enabled: true },
    { id: 'desk', name: 'Desk', enabled: true },
    { id: 'retired', name: 'Retired', enabled: false },
    { id: 'device-adas-phone', name: "Ada's phone", enabled: true },
  ]);
});

test('a token of before is good, one that was revoked is not', async () => {
  const { token, revokedToken } = former.secrets;
  expect((await ask('GET', '/api/v1/images', { token })).status).toBe(200);
  expect(await ask('GET', '/api/v1/images', { token: revokedToken })).toMatchObject({
    status: 401,
    body: { detail: expect.stringContaining('revoked') as string },
  });
});

test('the browser and the phone are still signed in', async () => {
  const { browserCookie, deviceCookie } = former.secrets;
  const session = async (cookie: string) => (await ask('GET', '/session', { cookie })).body;
  expect(await session(browserCookie)).toMatchObject({ signed_in: true, client_id: 'safelight-browser' });
  expect(await session(deviceCookie)).toMatchObject({
    signed_in: true,
    client_id: 'device-adas-phone',
    scopes: ['images:read', 'previews:read'],
  });
});

test('lists and searches are answered', async () => {
  const { body } = await asFrame('GET', '/api/v1/images?search=picture&tag=places&sort_by=id');
  expect(body).toMatchObject({
    total: 8,
    items: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, path: join(folder, 'photos', `IMG_000${id}.jpg`) })),
  });
});

test('waiting, taken and failed jobs are where they were', async () => {
  const { refresh, exports } = app.services.queues;
  // 4 was taken by the plugin and 5 by the renderer; of the exports, 6 by the plugin.
  expect(refresh.pending().sort()).toEqual([1, 2, 4, 5, 7]);
  expect([4, 5, 7].map((id) => refresh.isTaken(id))).toEqual([true, true, false]);
  expect(exports.pending().sort()).toEqual([1, 2, 3, 6]);
  expect(refresh.failures()).toEqual([{ job: '6', reason: 'the file is not there' }]);
  expect(exports.failures()).toEqual([{ job: '5', reason: 'darktable-cli ended with 1' }]);
  expect(await refresh.retryFailed()).toBe(1);
  expect(refresh.pending()).toContain(6);
});

test('previews, exports and the batch that was asked for are there', async () => {
  const preview = await asFrame('GET', '/api/v1/images/1/preview?size=medium');
  const kept = (...names: string[]) => readFileSync(join(folder, ...names));
  expect(preview.status).toBe(200);
  expect(kept('data', 'previews', '2', '1.jpg').equals(preview.body as Buffer)).toBe(true);
  const full = await asFrame('GET', '/api/v1/images/8/full');
  expect(full.status).toBe(200);
  expect(kept('exports chosen', '8.jpg').equals(full.body as Buffer)).toBe(true);
  expect(app.services.exportBatches.list('frame').map(({ ids }) => ids)).toEqual([[1, 2, 3]]);
});

test('edits of before are listed, and the newest one is taken back', async () => {
  const exposure = () => paramsIn(former.library, 1, 'exposure').exposure;
  expect(exposure()).toBe(1.5);
  expect((await asFrame('GET', '/api/v1/images/1/edits')).body).toMatchObject({ total: 2 });
  expect((await asFrame('GET', '/api/v1/images/2/edits')).body).toMatchObject({
    total: 2,
    items: [{ undoes: 3 }, { undoes: null }],
  });
  expect((await asFrame('POST', '/api/v1/images/1/modules/exposure/undo')).status).toBe(200);
  expect(exposure()).toBe(1);
});

test('another library that was shown before has its jobs and previews back when it is shown again', async () => {
  await app.settings.update({ library: former.otherLibrary });
  expect(app.services.queues.refresh.pending()).toEqual([2]);
  const preview = await asFrame('GET', '/api/v1/images/3/preview?size=medium');
  expect(preview.status).toBe(200);
  expect((await asFrame('GET', '/api/v1/images/1/preview?size=medium')).status).toBe(202);
});

test('another library at the path of the known one is noticed: it gets none of its jobs and previews', async () => {
  const { where, dataDir, library, otherLibrary } = unpack();
  copyFileSync(otherLibrary, library);
  const environment = readEnvironment({ HOME: where });
  const again = await startApp({ dataDir, port: 0, environment, log: silentLog() });
  onTestFinished(async () => {
    await again.stop();
    rmSync(where, { recursive: true, force: true });
  });
  expect(again.services.queues.refresh.pending()).toEqual([]);
  expect(existsSync(join(dataDir, 'previews', '2', '1.jpg'))).toBe(false);
});
