import { request, type IncomingMessage } from 'node:http';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startApp as start } from './start.ts';
import type { BridgeStatus } from '../contract/admin.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import type { LibraryStatus } from '../contract/service.ts';
import type { PublicSettings, SettingsAnswer } from '../contract/settings.ts';
import { readEnvironment } from '../platform/environment.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { freePort } from '../platform/free-port.ts';

const SMALL_JPEG = await jpeg({ data: new Uint8Array(8 * 8 * 3).fill(128), width: 8, height: 8 });

const ADMIN = { scopes: ['admin'] };
const change = (app: TestApp, body: Partial<PublicSettings>) =>
  app.ask<SettingsAnswer>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });
const changed = async (app: TestApp, body: Partial<PublicSettings>) => {
  const answer = await change(app, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const filenames = async (app: TestApp) =>
  (await app.get<{ items: ImageRecord[] }>('/api/v1/images?sort_by=id')).items.map(({ filename }) => filename);

describe('another port', () => {
  test('the running server moves there, takes requests that are under way along, and the session goes on', async () => {
    const app = await startApp({ library: 3 });
    const before = app.url;
    const port = await freePort();
    const cookie = await signIn(app);
    // Asked before the move, answered after it.
    const slow = fetch(`${before}/api/v1/images?search=x`, { headers: { cookie } });
    const moved = await changed(app, { port });
    expect(moved.in_use.url).toBe(`http://127.0.0.1:${port}`);
    expect(moved.restart_needed).toEqual([]);
    expect((await slow).status).toBe(200);
    expect(app.url).toBe(moved.in_use.url);
    expect((await fetch(`${moved.in_use.url}/session`, { headers: { cookie } })).status).toBe(200);
    expect(await (await fetch(`${moved.in_use.url}/session`, { headers: { cookie } })).json()).toMatchObject({
      signed_in: true,
    });
    await vi.waitFor(() => expect(fetch(`${before}/health`)).rejects.toThrow());
    expect(JSON.parse(readFileSync(join(app.dataDir, 'server.json'), 'utf8'))).toMatchObject({ url: app.url });
  });

  test('one that another program has is refused at its field, and nothing has changed', async () => {
    const app = await startApp();
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;
    const { url } = app;
    const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
      ...ADMIN,
      body: { port, theme: 'dark' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid_settings', fields: { port: /another program/ } },
    });
    expect(app.app.url).toBe(url);
    expect(app.app.settings.get().theme).toBe('system');
  });
});

test('LAN access opens the same port to others and closes it again; only then does it answer to the names of this computer', async () => {
  const app = await startApp();
  const port = Number(new URL(app.url).port);
  expect((await changed(app, {})).in_use.lan_urls).toEqual([]);
  const byName = async () =>
    (await ask(app.url, '/health', { host: `${hostname().toLowerCase()}.local:${port}` })).status;
  expect(await byName()).toBe(421);
  const open = await changed(app, { lan: true });
  expect(await byName()).toBe(200);
  expect(app.app.services.admin.lanUrls()).toEqual(open.in_use.lan_urls);
  expect(await listensOn(port)).toBe('every address');
  const closed = await changed(app, { lan: false });
  expect(closed.in_use.lan_urls).toEqual([]);
  expect(await listensOn(port)).toBe('this computer');
  expect(await byName()).toBe(421);
  expect(Number(new URL(app.url).port)).toBe(port);
});

test('an address that is not ours is refused', async () => {
  const app = await startApp();
  const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
    ...ADMIN,
    body: { lan: true, host: '198.51.100.7' },
  });
  expect(answer).toMatchObject({ status: 400, body: { fields: { host: /not an address of this computer/ } } });
});

test('host names, origins and the lifetime of tokens count from the next request on', async () => {
  const app = await startApp();
  const health = (headers: Record<string, string>) => ask(app.url, '/health', headers);
  expect((await health({ host: 'nas' })).status).toBe(421);
  const origin = 'http://frame.example';
  expect((await health({ origin })).headers['access-control-allow-origin']).toBeUndefined();
  await changed(app, { allowedHosts: ['nas'], allowedOrigins: [origin], tokenLifetimeSeconds: 7 });
  expect((await health({ host: 'nas' })).status).toBe(200);
  expect((await health({ origin })).headers['access-control-allow-origin']).toBe(origin);
  const { client_id, client_secret } = await app.app.services.clients.add({ id: 'short' });
  const token = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  expect(await token.json()).toMatchObject({ expires_in: 7 });
});

describe('read-only mode', () => {
  test('refuses whatever changes or asks for something, and says what ends it; looking goes on', async () => {
    const app = await startApp({
      library: [{ id: 1, history: [{ operation: 'exposure', module: 6, params: Buffer.alloc(24) }] }],
    });
    const exported = join(app.dataDir, 'exports', '1.jpg');
    writeFileSync(exported, SMALL_JPEG);
    await changed(app, { readOnly: true });
    for (const [method, path, body] of [
      ['POST', '/api/v1/images/1/refresh', undefined],
      ['POST', '/api/v1/images/1/export', undefined],
      ['PATCH', '/api/v1/images/1/modules/exposure', { enabled: false }],
      ['POST', '/api/v1/images/1/modules/exposure/undo', undefined],
    ] as const) {
      const answer = await app.ask<ErrorBody>(method, path, { body });
      expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'read_only']);
      expect(answer.body.detail).toContain('settings');
    }
    // The fixture's picture is no file, so darktable would have to be asked for it.
    expect(await app.ask('GET', '/api/v1/images/1/preview')).toMatchObject({
      status: 403,
      body: { error: 'read_only' },
    });
    expect(existsSync(exported)).toBe(true);
    expect((await app.ask('GET', '/api/v1/images/1/full')).status).toBe(200);
    expect((await app.ask('GET', '/api/v1/images/1/modules')).status).toBe(200);
    expect(app.app.services.queues.refresh.depth()).toBe(0);
    // Who may not do it anyway is told that.
    expect(await app.ask('POST', '/api/v1/images/1/refresh', { scopes: ['images:read'] })).toMatchObject({
      body: { error: 'forbidden' },
    });
    await changed(app, { readOnly: false });
    expect((await app.ask('POST', '/api/v1/images/1/refresh')).status).toBe(202);
  });
});

describe('another library', () => {
  /** A second library with an image 1 of its own. */
  const other = (app: TestApp, folder = 'other') =>
    makeLibrary({ folder: join(app.folder, folder), schema: 57, images: [{ id: 1, filename: 'other.jpg' }] }).file;

  test('is shown at once, by the same server; previews, exports and jobs of the former do not pass for its own', async () => {
    const app = await startApp({ library: [{ id: 1, filename: 'first.jpg' }] });
    expect(await filenames(app)).toEqual(['first.jpg']);
    const picture = join(app.dataDir, 'previews', '2', '1.jpg');
    mkdirSync(join(app.dataDir, 'previews', '2'), { recursive: true });
    writeFileSync(picture, SMALL_JPEG);
    writeFileSync(join(app.dataDir, 'exports', '1.jpg'), SMALL_JPEG);
    expect((await app.ask('GET', '/api/v1/images/1/preview')).headers.get('x-preview-source')).toBe('bridge');
    await changed(app, { queuesPaused: true });
    await app.ask('POST', '/api/v1/images/1/refresh');

    const library = other(app);
    expect(await changed(app, { library })).toMatchObject({
      in_use: { library },
      command_line: ['darktableCache', 'port'],
    });
    expect(await filenames(app)).toEqual(['other.jpg']);
    expect(await app.get<LibraryStatus>('/api/v1/library')).toMatchObject({ library, schema_version: 57 });
    expect((await app.ask('GET', '/api/v1/images/1/full')).status).toBe(202);
    expect((await app.ask('GET', '/api/v1/images/1/preview')).status).toBe(202);
    expect(app.app.services.queues.refresh.pending()).toEqual([1]);

    await changed(app, { library: app.library.file });
    expect(await filenames(app)).toEqual(['first.jpg']);
    expect((await app.ask('GET', '/api/v1/images/1/preview')).headers.get('x-preview-source')).toBe('bridge');
    expect((await app.ask('GET', '/api/v1/images/1/full')).status).toBe(200);
  });

  test('while it changes, requests wait instead of failing', async () => {
    const app = await startApp({ library: [{ id: 1, filename: 'first.jpg' }] });
    const libraries = [other(app), app.library.file];
    const token = await app.token();
    let isOver = false;
    const seen = new Set<string>();
    const failures: unknown[] = [];
    const ask = async () => {
      while (!isOver) {
        const answer = await fetch(`${app.url}/api/v1/images/1`, { headers: { authorization: `Bearer ${token}` } });
        const body = (await answer.json()) as ImageRecord;
        if (answer.status === 200) seen.add(body.filename);
        else failures.push(body);
      }
    };
    const asking = [ask(), ask(), ask()];
    for (let turn = 0; turn < 6; turn++) await changed(app, { library: libraries[turn % 2]! });
    isOver = true;
    await Promise.all(asking);
    expect(failures).toEqual([]);
    expect([...seen].sort()).toEqual(['first.jpg', 'other.jpg']);
  });

  test.each([
    ['that is not there', (folder: string) => join(folder, 'nowhere', 'library.db'), /no library at/],
    ['that is no library', (folder: string) => join(folder, 'notes.txt'), /not a database/],
    ['named by a path that is none', () => 'library.db', /absolute path/],
  ])('one %s is refused, and the former stays', async (_title, path, words) => {
    const app = await startApp({ library: [{ id: 1, filename: 'first.jpg' }] });
    writeFileSync(join(app.folder, 'notes.txt'), 'This is a text.');
    const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
      ...ADMIN,
      body: { library: path(app.folder) },
    });
    expect(answer).toMatchObject({ status: 400, body: { fields: { library: words } } });
    expect(await filenames(app)).toEqual(['first.jpg']);
  });

  test('the sample makes room for the library that darktable makes meanwhile, and that is said', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-live-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const open = () =>
      start({
        dataDir: join(folder, 'data'),
        port: 0,
        environment: readEnvironment({ HOME: folder }),
        log: silentLog(),
        lookForLibraryMs: 20,
      });
    const app = await open();
    onTestFinished(() => app.stop());
    expect(app.services.library.isSample).toBe(true);
    const said: string[] = [];
    app.events.on('library.switched', ({ message }) => said.push(message));
    const preview = join(folder, 'data', 'previews', '2', '1.jpg');
    mkdirSync(join(folder, 'data', 'previews', '2'), { recursive: true });
    writeFileSync(preview, SMALL_JPEG);

    const { file } = makeLibrary({ folder: join(folder, '.config', 'darktable'), schema: 37, images: 2 });
    await vi.waitFor(() => expect(app.services.library.file).toBe(file), 10_000);
    expect(app.services.library.isSample).toBe(false);
    expect(said).toEqual([expect.stringContaining(file)]);
    expect(existsSync(preview)).toBe(false);
    await app.stop();

    // The same between two starts: sample, own library, sample.
    rmSync(join(folder, '.config'), { recursive: true });
    const again = await open();
    onTestFinished(() => again.stop());
    expect(again.services.library.isSample).toBe(true);
    expect(existsSync(preview)).toBe(true);
  });
});

describe('folders and queues', () => {
  test('another queue file takes what waits along', async () => {
    const app = await startApp({ library: 3 });
    await changed(app, { queuesPaused: true });
    await app.ask('POST', '/api/v1/images/1/refresh');
    await app.ask('POST', '/api/v1/images/3/refresh');
    const refreshQueue = join(app.folder, 'elsewhere', 'refresh.queue');
    expect((await changed(app, { refreshQueue })).in_use.refresh_queue).toBe(refreshQueue);
    await app.ask('POST', '/api/v1/images/2/refresh');
    expect(readFileSync(refreshQueue, 'utf8')).toBe('1\n3\n2\n');
    expect(existsSync(join(app.dataDir, 'queues', 'refresh.queue'))).toBe(false);
    expect((await changed(app, { refreshQueue: null })).in_use.refresh_queue).toBe(
      join(app.dataDir, 'queues', 'refresh.queue'),
    );
    expect(app.app.services.queues.refresh.pending()).toEqual([1, 3, 2]);
  });

  test('one file for both queues, or one that cannot be written, is refused', async () => {
    const app = await startApp();
    const file = join(app.folder, 'q');
    mkdirSync(join(app.folder, 'folder'));
    for (const [body, words] of [
      [{ refreshQueue: file, exportQueue: file }, { exportQueue: /two files/ }],
      [{ refreshQueue: join(app.folder, 'folder') }, { refreshQueue: /it is a folder/ }],
      [{ exportDir: '/dev/null/exports' }, { exportDir: /cannot be written/ }],
      // The queue's file is made with its first job only.
      [{ refreshQueue: file, exportDir: join(file, 'a') }, { exportDir: /q is a queue/ }],
      [{ refreshQueue: join(file, 'b'), exportQueue: file }, { refreshQueue: /q is a queue/ }],
      [{ darktableCache: join(app.folder, 'nowhere') }, { darktableCache: /no folder/ }],
    ] as const) {
      const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_settings', fields: words } });
    }
  });

  test('the darktable that is chosen is used at once, and nothing else is ever started', async () => {
    const app = await startApp();
    const program = (name: string, says: string) => {
      const file = join(app.folder, 'programs', name);
      mkdirSync(join(app.folder, 'programs'), { recursive: true });
      writeFileSync(file, `#!/bin/sh\ntouch '${file}.started'\necho '${says}'\n`, { mode: 0o755 });
      return file;
    };
    const status = async () => (await app.get<BridgeStatus>('/api/v1/admin/bridge', ADMIN)).darktable;
    const own = program('darktable', 'this is darktable 9.1.0');
    const others = (await status()).installed;
    expect((await changed(app, { darktable: own })).in_use.darktable).toBe(own);
    expect(await status()).toMatchObject({
      version: '9.1.0',
      installed: [{ program: own, version: '9.1.0' }, ...others],
    });
    const bad = program('other', 'this is darktable 9.1.0');
    for (const [darktable, words] of [
      [bad, /not called darktable/],
      [join(app.folder, 'no', 'darktable'), /There is no program/],
      [program('darktable-cat', 'meow'), /does not answer/],
    ] as const) {
      const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { darktable } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { darktable: words } } });
    }
    expect(existsSync(`${bad}.started`)).toBe(false);
    await changed(app, { darktable: null });
    expect((await status()).installed).toEqual(others);
  });

  test('a file that is something else is no queue: working it off would take it away', async () => {
    const app = await startApp();
    const settings = join(app.dataDir, 'settings.json');
    await changed(app, { theme: 'dark' });
    for (const file of [settings, join(app.dataDir, 'signing.key'), app.library.file]) {
      const before = readFileSync(file);
      for (const key of ['refreshQueue', 'exportQueue'] as const) {
        const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { [key]: file } });
        expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [key]]);
      }
      expect(readFileSync(file)).toEqual(before);
    }
    const queue = join(app.folder, 'old.queue');
    writeFileSync(queue, '7\r\n\n8');
    await changed(app, { refreshQueue: queue });
  });

  test('exports are looked for in the new folder at once', async () => {
    const app = await startApp({ library: 1 });
    const exportDir = join(app.folder, 'Pictures', 'exports');
    mkdirSync(exportDir, { recursive: true });
    expect((await app.ask('GET', '/api/v1/images/1/full')).status).toBe(202);
    await changed(app, { exportDir });
    writeFileSync(join(exportDir, '1.jpg'), SMALL_JPEG);
    expect((await app.ask('GET', '/api/v1/images/1/full')).status).toBe(200);
    expect(await app.app.recentExports()).toMatchObject([{ id: 1, file: join(exportDir, '1.jpg') }]);
  });

  test('a pause is one for both sides: the file that darktable’s panel makes is a setting here', async () => {
    const app = await startApp();
    const pauseFile = join(app.dataDir, 'queues', 'paused');
    await changed(app, { queuesPaused: true });
    expect(existsSync(pauseFile)).toBe(true);
    rmSync(pauseFile);
    await vi.waitFor(() => expect(app.app.settings.get().queuesPaused).toBe(false), 10_000);
    appendFileSync(pauseFile, '');
    await vi.waitFor(() => expect(app.app.settings.get().queuesPaused).toBe(true), 10_000);
  });
});

test('an option of the command line counts until the same setting is changed', async () => {
  const app = await startApp({ library: 1 });
  expect(await changed(app, { theme: 'dark' })).toMatchObject({
    command_line: ['library', 'darktableCache', 'port'],
    in_use: { library: app.library.file },
  });
});

async function signIn(app: TestApp): Promise<string> {
  const answer = await fetch(app.app.signInLink(), { redirect: 'manual' });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

/** Headers as they are, which fetch would not send. */
async function ask(url: string, path: string, headers: Record<string, string>) {
  const outgoing = request(`${url}${path}`, { headers, agent: false }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.resume();
  await once(incoming, 'end');
  return { status: incoming.statusCode, headers: incoming.headers };
}

/** By Linux' own table of sockets: an address of zeros is every address. */
async function listensOn(port: number): Promise<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return vi.waitFor(() => {
    const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
    const [line, ...more] = lines.filter((each) => each.includes(`:${hex} 00000000:0000 0A`));
    expect(line).toBeDefined();
    expect(more).toEqual([]);
    return line!.includes(`00000000:${hex}`) ? 'every address' : 'this computer';
  });
}
