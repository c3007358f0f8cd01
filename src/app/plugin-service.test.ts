import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BridgeChange, BridgeStatus } from '../contract/admin.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { beat } from '../testing/beat.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { main } from '../testing/main-program.ts';

const admin = { scopes: ['admin'] };
const config = (app: TestApp) => join(app.folder, 'darktable');
const status = (app: TestApp) => app.get<BridgeStatus>('/api/v1/admin/bridge', admin);
const post = (app: TestApp, what: string) => app.ask<BridgeChange>('POST', `/api/v1/admin/bridge/${what}`, admin);
const told = (app: TestApp) => readFileSync(join(config(app), 'lua', 'safelight', 'bridge.conf'), 'utf8');

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program by the name of darktable that stays until the test ends, and its companion. */
function standInDarktable(folder: string): { bin: string; runs: () => string[] } {
  const bin = join(folder, 'bin');
  const runs = join(folder, 'runs');
  mkdirSync(bin, { recursive: true });
  writeFileSync(runs, '');
  const put = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  put('darktable', `echo "$$ $*" >> '${runs}'; exec sleep 60`);
  put('darktable-cli', "echo 'this is darktable-cli 9.9.9'");
  const lines = () => readFileSync(runs, 'utf8').split('\n').filter(Boolean);
  onTestFinished(() => lines().forEach((line) => process.kill(Number.parseInt(line, 10), 'SIGKILL')));
  return { bin, runs: lines };
}

test('the plugin is put into the folder of the library, told what to do, and taken out again', async () => {
  const app = await startApp({ library: 2 });
  writeFileSync(join(config(app), 'luarc'), '-- mine\n');
  expect(await status(app)).toMatchObject({ plugin: { installed: false, folder: config(app) } });
  expect((await post(app, 'install')).body).toMatchObject({ done: 'installed' });
  expect((await post(app, 'install')).body).toMatchObject({ done: 'nothing' });
  expect(await status(app)).toMatchObject({ plugin: { installed: true, upgradable: false } });
  expect(told(app)).toContain(`library=${app.library.file}\n`);
  expect(told(app)).toContain('jobs=edits,refresh,export\n');
  const answer = await app.ask('PATCH', '/api/v1/admin/settings', {
    ...admin,
    body: { renderer: 'darktable-cli', previewQuality: 71, previewLevels: [1] },
  });
  expect(answer.status).toBe(200);
  expect(told(app)).toMatch(/preview_levels=1:360x225\npreview_quality=71\n(.*\n)*jobs=edits\n/);
  expect((await post(app, 'uninstall')).body).toMatchObject({ done: 'uninstalled' });
  expect(readFileSync(join(config(app), 'luarc'), 'utf8')).toBe('-- mine\n');
  expect(existsSync(join(config(app), 'lua', 'safelight'))).toBe(false);
  expect((await post(app, 'uninstall')).body).toMatchObject({ done: 'nothing' });
});

test('a plugin whose pictures would not be sRGB gets no pictures to make, until they would', async () => {
  const app = await startApp({ library: 2 });
  await post(app, 'install');
  await app.ask('PATCH', '/api/v1/admin/settings', { ...admin, body: { renderer: 'auto' } });
  const alive = (cannot_render: string) =>
    beat(bridgePaths(app.dataDir).heartbeat, { library: app.library.file, state: 'idle', cannot_render });
  alive('the profile in its export module is not sRGB');
  await vi.waitFor(() => expect(told(app)).toContain('jobs=edits\n'), 5_000);
  expect((await status(app)).message).toContain(
    'does not render for Safelight: the profile in its export module is not sRGB.',
  );
  alive('');
  await vi.waitFor(() => expect(told(app)).toContain('jobs=edits,refresh,export\n'), 5_000);
});

test('a plugin of an older Safelight is brought up to date when Safelight starts', async () => {
  const app = await startApp({ library: 1 });
  await post(app, 'install');
  const file = join(config(app), 'lua', 'safelight', 'worker.lua');
  const ours = readFileSync(file, 'utf8');
  appendFileSync(file, '-- of last year\n');
  expect(await status(app)).toMatchObject({ plugin: { installed: true, upgradable: true } });
  await app.stop();
  const again = await startApp({ library: { file: app.library.file } });
  expect(await status(again)).toMatchObject({ plugin: { installed: true, upgradable: false } });
  expect(readFileSync(file, 'utf8')).toBe(ours);

  // A darktable that was running meanwhile has the old one.
  const alive = (plugin: string) =>
    beat(bridgePaths(again.dataDir).heartbeat, { library: again.library.file, state: 'idle', plugin });
  alive('1.0.0');
  const { plugin, message } = await status(again);
  expect(message).toBe(
    `darktable 4.2.1 is running and renders for Safelight. It still runs version 1.0.0 of the plugin, but ${plugin.current} is installed: restart darktable.`,
  );
  alive('');
  expect((await status(again)).message).toContain('It still runs another version of the plugin');
  alive(plugin.current);
  expect((await status(again)).message).toBe('darktable 4.2.1 is running and renders for Safelight.');
});

test('darktable is started for this library, once', async () => {
  const stand = standInDarktable(folderOfTest());
  const environment = { PATH: stand.bin, DISPLAY: ':77' };
  const app = await startApp({ library: 1, environment });
  expect(await status(app)).toMatchObject({ state: 'closed', darktable: { version: '9.9.9', pid: null } });
  expect((await post(app, 'start-darktable')).body).toMatchObject({ done: 'started' });
  expect((await post(app, 'start-darktable')).body.message).toMatch(/is starting/);
  await vi.waitFor(() => expect(stand.runs()).toHaveLength(1), 5_000);
  expect(stand.runs()[0]).toContain(` --configdir ${config(app)}`);
});

test('without a screen it is not started, and that is said', async () => {
  const app = await startApp({ library: 1 });
  const answer = await app.ask<{ error: string; detail: string }>(
    'POST',
    '/api/v1/admin/bridge/start-darktable',
    admin,
  );
  expect([answer.status, answer.body.error]).toEqual([409, 'conflict']);
  expect(answer.body.detail).toMatch(/screen/);
});

test('what jobs wait for is said: the plugin, the end of a pause, or nothing', async () => {
  const app = await startApp({ library: 2 });
  await app.ask('POST', '/api/v1/images/1/refresh');
  await app.ask('POST', '/api/v1/images/2/refresh');
  await app.ask('POST', '/api/v1/images/2/export');
  const first = await status(app);
  expect(first).toMatchObject({ state: 'closed', waiting: { refresh: 2, export: 1 }, jobs_per_minute: 0 });
  expect(first.message).toMatch(/is not running\. 3 jobs are waiting\. The setting “Who renders”/);
  await app.ask('PATCH', '/api/v1/admin/settings', { ...admin, body: { queuesPaused: true } });
  expect((await status(app)).message).toMatch(/The queues are paused: 3 jobs are waiting\./);
  const { heartbeat } = bridgePaths(app.dataDir);
  const beat = (state: string, done: number) =>
    writeFileSync(
      heartbeat,
      `protocol=1\ndarktable=8.8.8\ntime=${Math.floor(Date.now() / 1000)}\nstarted=5\nstate=${state}\njob=export 2\nreason=no room\ndone=${done}\nfailed=1\nlibrary=${app.library.file}\n`,
    );
  await app.ask('PATCH', '/api/v1/admin/settings', { ...admin, body: { queuesPaused: false } });
  beat('working', 3);
  expect(await status(app)).toMatchObject({
    state: 'working',
    darktable: { version: '8.8.8' },
    job: 'export 2',
    done: 3,
  });
  beat('stuck', 10);
  expect(await status(app)).toMatchObject({
    state: 'stuck',
    jobs_per_minute: 7,
    message: 'darktable 8.8.8 cannot continue: no room. 3 jobs are waiting.',
  });
});

test('at the start it is said how pictures get rendered, once there is a darktable without the plugin', async () => {
  const folder = folderOfTest();
  const { bin } = standInDarktable(folder);
  const program = spawn(process.execPath, [main, 'serve', '--port', '0', '--data-dir', join(folder, 'data')], {
    env: { HOME: folder, PATH: bin, ...compileCache },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  let said = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toMatch(/9\.9\.9.*safelight plugin install.*renderer auto/), 20_000);
});
