import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BridgeStatus } from '../contract/admin.ts';
import type { Rendering } from '../contract/rendering.ts';
import { LibraryStatus } from '../contract/service.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };
const standIn = join(import.meta.dirname, '..', 'testing', 'stand-in-cli.ts');

/** Safelight beside a darktable that is found, with photographs that it renders; nobody has chosen who renders, unless `settings` say so. */
async function startBesideDarktable(settings?: object): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-default-renderer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [bin, photos] = [join(folder, 'bin'), join(folder, 'photos')];
  mkdirSync(bin);
  mkdirSync(photos);
  const run = `"${process.execPath}" "${standIn}" "${join(folder, 'runs')}" "$@"`;
  for (const name of ['darktable', 'darktable-cli'])
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\n[ "$1" = --version ] && exec echo this is darktable 4.2.1\nexec ${run}\n`,
      {
        mode: 0o755,
      },
    );
  for (const id of [1, 2]) writeFileSync(join(photos, `IMG_${id}.CR2`), 'large');
  return startApp({
    library: [1, 2].map((id) => ({ id, filename: `IMG_${id}.CR2`, film: photos })),
    environment: { PATH: bin },
    ...(settings && { dataDirBefore: { 'settings.json': JSON.stringify(settings) } }),
  });
}

/** The lines of both queues, and the names of all their files. */
function queues({ app, dataDir }: TestApp) {
  const { refresh, exports } = app.services.queues;
  const [previews, pictures] = [refresh, exports].map(({ file }) => readFileSync(file, 'utf8'));
  return { previews, pictures, files: readdirSync(join(dataDir, 'queues')).filter((name) => name.includes('.queue')) };
}

/** Gives the renderer every reason to look for work, until it has none. */
async function look({ app }: TestApp): Promise<void> {
  app.events.emit('queue.changed', { name: 'refresh', depth: 1 });
  await app.services.renderer.settled();
}

/** What the page does first. */
async function openPage(app: TestApp): Promise<Rendering | null> {
  const signedIn = await fetch(app.app.signInLink(), { redirect: 'manual' });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const answer = await fetch(`${app.url}/api/v1/library`, { headers: { cookie } });
  return LibraryStatus.parse(await answer.json()).rendering;
}

const rendering = async (app: TestApp) => (await app.get<BridgeStatus>('/api/v1/admin/bridge', ADMIN)).rendering;
const stored = ({ dataDir }: TestApp) => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as object;

test('what programs ask for stays in the queue files, line for line, while nobody has opened the page', async () => {
  const app = await startBesideDarktable();
  expect(app.app.settings.get().renderer).toBe('auto');
  for (const [method, path] of [
    ['GET', '/api/v1/images/1/preview'],
    ['POST', '/api/v1/images/1/refresh'],
    ['POST', '/api/v1/images/1/export'],
    ['GET', '/api/v1/images/1/full'],
    ['GET', '/api/v1/images/2/full'],
  ] as const)
    expect((await app.ask(method, path)).status).toBe(202);
  await look(app);
  expect(queues(app)).toEqual({
    previews: '1\n1\n',
    pictures: '1\n1\n2\n',
    files: ['export.queue', 'refresh.queue'],
  });
  expect(await rendering(app)).toMatchObject({ is_rendering: false, cli_could: true });
});

test('with the page open for the first time darktable renders, what waits as well, and so after a restart', async () => {
  const app = await startBesideDarktable();
  await app.ask('GET', '/api/v1/images/1/preview');
  await app.ask('GET', '/api/v1/images/1/full');
  expect(await openPage(app)).toMatchObject({ state: 'darktable-cli', message: 'darktable 4.2.1 renders.' });
  await vi.waitFor(async () => expect((await app.ask('GET', '/api/v1/images/1/preview')).status).toBe(200), 20_000);
  await vi.waitFor(async () => expect((await app.ask('GET', '/api/v1/images/1/full')).status).toBe(200), 20_000);
  expect(stored(app)).toMatchObject({ renderer: 'auto' });
});

test('a choice stays, also that of the plugin, and the page changes nothing about it', async () => {
  const app = await startBesideDarktable({ renderer: 'bridge' });
  await openPage(app);
  await app.ask('GET', '/api/v1/images/1/full');
  await look(app);
  expect(readFileSync(app.app.services.queues.exports.file, 'utf8')).toBe('1\n');
  expect(stored(app)).toMatchObject({ renderer: 'bridge' });
});

test('whoever names the default has chosen it, and programs alone are enough', async () => {
  const app = await startBesideDarktable();
  await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { renderer: 'auto' } });
  expect(await rendering(app)).toMatchObject({ state: 'darktable-cli' });
  expect(stored(app)).toMatchObject({ renderer: 'auto' });
});
