import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { BackupList, BridgeChange, BridgeStatus, Diagnostics, QueueList } from '../../../contract/admin.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { SettingsDescription } from '../../../contract/setting-descriptions.ts';
import { SETTING_NAMES, type SettingsAnswer } from '../../../contract/settings.ts';
import type { z } from 'zod';
import { routes } from '../../http-app.ts';
import { bridgePaths } from '../../../darktable/bridge-files.ts';
import type { BridgeState } from '../../../darktable/bridge-heartbeat.ts';
import { beat } from '../../../testing/beat.ts';
import { startApp } from '../../../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };

describe('who may', () => {
  test('every admin route asks for the scope admin, of a token and of a session', async () => {
    const app = await startApp();
    for (const { method, path } of routes.filter(({ path }) => path.startsWith('/api/v1/admin'))) {
      const url = path.replaceAll(/:\w+/g, 'refresh');
      const body = method === 'patch' || method === 'post' ? {} : undefined;
      expect([url, (await app.ask(method.toUpperCase(), url, { scopes: null, body })).status]).toEqual([url, 401]);
      const refused = await app.ask<ErrorBody>(method.toUpperCase(), url, { body });
      expect([url, refused.status, refused.body.detail]).toEqual([
        url,
        403,
        expect.stringContaining('admin') as string,
      ]);
    }
  });

  test('no cache keeps an answer', async () => {
    const app = await startApp();
    for (const { method, path } of routes.filter(({ path }) => path.startsWith('/api/v1/admin'))) {
      if (method !== 'get') continue;
      expect((await app.ask('GET', path, ADMIN)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('settings', () => {
  test('are described as forms need them, and no registration is among them', async () => {
    const app = await startApp();
    const { groups, items } = await app.get<z.infer<typeof SettingsDescription>>(
      '/api/v1/admin/settings/description',
      ADMIN,
    );
    expect(items.map(({ name }) => name)).toEqual(SETTING_NAMES);
    expect(groups.map(({ name }) => name)).toEqual([...new Set(items.map(({ group }) => group))]);
    expect(items.find(({ name }) => name === 'port')).toMatchObject({
      title: 'Port',
      default: 4380,
      effect: 'now',
      schema: { type: 'integer', minimum: 0, maximum: 65535 },
    });
    const answer = await app.get<SettingsAnswer>('/api/v1/admin/settings', ADMIN);
    expect(Object.keys(answer.settings)).toEqual(SETTING_NAMES);
    expect(answer.in_use).toMatchObject({ url: app.url, library: app.library.file, is_sample: false, lan_urls: [] });
  });

  test('a name that every object of JavaScript has is no setting', async () => {
    const app = await startApp();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
        ...ADMIN,
        headers: { 'content-type': 'application/json' },
        body: `{"theme":"dark","${name}":{"theme":"light"}}`,
      });
      expect([name, answer.status, answer.body.error]).toEqual([name, 400, 'invalid_settings']);
      expect(Object.entries(answer.body.fields!)).toEqual([[name, expect.stringContaining('no such setting')]]);
      const client = await app.ask<ErrorBody>('POST', '/api/v1/admin/clients', {
        ...ADMIN,
        headers: { 'content-type': 'application/json' },
        body: `{"id":"one","${name}":{}}`,
      });
      expect([name, client.status, client.body.detail]).toEqual([name, 400, expect.stringContaining(name)]);
    }
    const { settings } = await app.get<SettingsAnswer>('/api/v1/admin/settings', ADMIN);
    expect(settings.theme).toBe('system');
  });

  test('a hundred thousand mistakes are answered in few words', async () => {
    const app = await startApp();
    const names = Array.from({ length: 80_000 }, (_, number) => `s${number}`);
    for (const [method, path, body] of [
      ['PATCH', '/settings', Object.fromEntries(names.map((name) => [name, 0]))],
      ['PATCH', '/settings', { allowedOrigins: names }],
      ['PATCH', '/settings', { allowedHosts: names.map((name) => `${name}/`) }],
      ['POST', '/clients', { id: 'one', scope: names.join(' ') }],
      ['POST', '/clients', Object.fromEntries(names.map((name) => [name, 0]))],
    ] as const) {
      const answer = await app.ask<ErrorBody>(method, `/api/v1/admin${path}`, { ...ADMIN, body });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
    }
    const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
      ...ADMIN,
      body: Object.fromEntries(names.map((name) => [name, 0])),
    });
    expect(answer.body.detail).toContain('and 79950 more');
    expect(Object.keys(answer.body.fields!)).toHaveLength(50);
  });

  test('a bad value is refused at its field, and with it the good ones that came along', async () => {
    const app = await startApp();
    const answer = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
      ...ADMIN,
      body: { prot: 1, theme: 'blue', previewQuality: 80 },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_settings',
        fields: {
          prot: 'there is no such setting, did you mean port?',
          theme: 'must be system, light or dark',
        },
      },
    });
    expect(app.app.settings.get().previewQuality).toBe(90);
    for (const body of ['[]', '7', '{"theme"', 'null']) {
      const refused = await app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', {
        ...ADMIN,
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([body, refused.status, refused.body.error]).toEqual([body, 400, 'invalid_body']);
    }
  });

  test('null brings a default back', async () => {
    const app = await startApp();
    const patch = (body: unknown) => app.ask<SettingsAnswer>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });
    expect((await patch({ theme: 'dark', allowedHosts: ['nas'] })).body.settings).toMatchObject({ theme: 'dark' });
    expect((await patch({ theme: null, allowedHosts: null })).body.settings).toMatchObject({
      theme: 'system',
      allowedHosts: [],
    });
  });
});

describe('queues', () => {
  test('what waits and what failed is seen with names and reasons, tried again, forgotten and cleared', async () => {
    const app = await startApp({ library: [{ id: 1, filename: 'one.raf' }, { id: 2 }] });
    const list = () => app.get<z.infer<typeof QueueList>>('/api/v1/admin/queues', ADMIN);
    const post = (path: string) => app.ask<{ jobs: number }>('POST', `/api/v1/admin/queues/${path}`, ADMIN);
    expect((await post('pause')).body).toMatchObject({ paused: true });
    for (const id of [2, 1, 2]) await app.ask('POST', `/api/v1/images/${id}/refresh`);
    const { file } = app.app.services.queues.refresh;
    appendFileSync(`${file}.failed`, '1\tthe file is missing\n7\tthe image is gone\nrubbish\tthis is no id\n');

    const { items, paused } = await list();
    expect(paused).toBe(true);
    expect(items.map(({ name, depth }) => ({ name, depth }))).toEqual([
      { name: 'refresh', depth: 2 },
      { name: 'export', depth: 0 },
    ]);
    expect(items[0]).toMatchObject({
      file,
      pending: [2, 1],
      failed: 3,
      failures: [
        { image_id: 1, filename: 'one.raf', reason: 'the file is missing' },
        { image_id: 7, filename: null, reason: 'the image is gone' },
        { image_id: null, filename: null, reason: 'this is no id' },
      ],
    });

    // One at a time: the others stay.
    appendFileSync(`${file}.failed`, '3\tfirst\n4\ta folder is in its place\n3\tsecond\n');
    const ids = (await list()).items[0]!.failures.map(({ id }) => id);
    expect(ids).toEqual(['1', '7', expect.stringMatching(/^line-[0-9a-f]{16}$/) as string, '3', '4', '3']);
    expect((await post('refresh/failures/4/retry')).body).toEqual({ jobs: 1 });
    expect((await post('refresh/failures/4/retry')).status).toBe(404);
    expect((await post(`refresh/failures/${ids[2]}/retry`)).status).toBe(404);
    const forget = (id: string) => app.ask('DELETE', `/api/v1/admin/queues/refresh/failures/${id}`, ADMIN);
    expect((await forget('3')).status).toBe(204);
    expect((await forget('3')).status).toBe(404);
    expect((await list()).items[0]).toMatchObject({
      pending: [2, 1, 4],
      failed: 3,
      failures: ids.slice(0, 3).map((id) => ({ id })),
    });

    expect((await post('refresh/clear')).body).toEqual({ jobs: 3 });
    expect(existsSync(file)).toBe(false);
    expect((await post('refresh/retry')).body).toEqual({ jobs: 2 });
    expect((await list()).items[0]).toMatchObject({ pending: [1, 7], failures: [] });
    appendFileSync(`${file}.failed`, '1\tagain\n');
    expect((await app.ask('DELETE', '/api/v1/admin/queues/refresh/failures', ADMIN)).status).toBe(204);
    expect((await list()).items[0]!.failures).toEqual([]);
    appendFileSync(`${file}.failed`, Array.from({ length: 1000 }, (_, at) => `${at}\tno room\n`).join(''));
    const many = (await list()).items[0]!;
    expect(many.failed).toBe(1000);
    expect(many.failures.map(({ image_id }) => image_id)).toEqual(Array.from({ length: 200 }, (_, at) => 800 + at));
    expect((await post('resume')).body).toMatchObject({ paused: false });
    expect((await post('printing/clear')).status).toBe(404);
  });

  test('clearing takes what a worker has in hand as well', async () => {
    const app = await startApp({ library: 3 });
    const { file } = app.app.services.queues.exports;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '1\n');
    writeFileSync(`${file}.working`, '2\n3\n');
    expect((await app.ask<{ jobs: number }>('POST', '/api/v1/admin/queues/export/clear', ADMIN)).body).toEqual({
      jobs: 3,
    });
    expect([file, `${file}.working`].map((each) => existsSync(each))).toEqual([false, false]);
  });
});

describe('the plugin in darktable', () => {
  test('is installed, told the settings, follows them, and is taken out again', async () => {
    const app = await startApp({ library: 1 });
    const configDir = dirname(app.library.file);
    const status = () => app.get<BridgeStatus>('/api/v1/admin/bridge', ADMIN);
    const post = (path: string) => app.ask<BridgeChange>('POST', `/api/v1/admin/bridge/${path}`, ADMIN);
    expect((await status()).plugin).toMatchObject({ installed: false, folder: configDir });

    expect((await post('install')).body).toMatchObject({ done: 'installed' });
    expect((await status()).plugin).toMatchObject({ installed: true, upgradable: false });
    const conf = join(configDir, 'lua', 'safelight', 'bridge.conf');
    const told = () =>
      Object.fromEntries(
        readFileSync(conf, 'utf8')
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    expect(told()).toMatchObject({
      library: app.library.file,
      exports_dir: join(app.dataDir, 'exports'),
      preview_levels: '0:180x110,1:360x225,2:720x450,3:1440x900,4:1920x1200',
      preview_quality: '90',
    });
    const exportDir = join(app.folder, 'elsewhere');
    await app.ask('PATCH', '/api/v1/admin/settings', {
      ...ADMIN,
      body: { previewLevels: [5, 2], previewQuality: 70, exportDir },
    });
    expect(told()).toMatchObject({
      exports_dir: exportDir,
      preview_levels: '2:720x450,5:2560x1600',
      preview_quality: '70',
    });

    expect((await post('install')).body).toMatchObject({ done: 'nothing' });
    expect((await post('uninstall')).body).toMatchObject({ done: 'uninstalled' });
    expect(existsSync(conf)).toBe(false);
    expect((await post('uninstall')).body).toMatchObject({ done: 'nothing' });
  });

  test('a darktable that was never started is named as what is missing', async () => {
    const app = await startApp({ library: { file: join('/nowhere', 'library.db') } });
    const answer = await app.ask<ErrorBody>('POST', '/api/v1/admin/bridge/install', ADMIN);
    expect(answer).toMatchObject({ status: 409, body: { error: 'conflict', detail: /start it once/ } });
  });

  test('a sign of life in the heartbeat is told as an event, and its silence, too', { timeout: 60_000 }, async () => {
    const app = await startApp({ library: 1 });
    const told: string[] = [];
    app.app.events.on('bridge.changed', ({ state }) => told.push(state));
    const seen = (state: BridgeState) => beat(bridgePaths(app.dataDir).heartbeat, { library: app.library.file, state });
    seen('idle');
    await vi.waitFor(() => expect(told.at(-1)).toBe('ready'), 10_000);
    seen('stopped');
    // Missing: where no darktable is installed.
    await vi.waitFor(() => expect(['closed', 'missing']).toContain(told.at(-1)), 10_000);
  });
});

test('backups are listed, the newest first, and nothing else that lies there', async () => {
  const app = await startApp({ library: 1 });
  const pair = `${app.library.file}-safelight-2026-03-09`;
  mkdirSync(pair);
  for (const [name, size] of [
    ['library.db', 20],
    ['data.db', 3],
  ] as const)
    writeFileSync(join(pair, name), Buffer.alloc(size));
  writeFileSync(`${app.library.file}-safelight-20260308`, Buffer.alloc(10));
  mkdirSync(`${app.library.file}-safelight-2026-03-10-draft-abc123`);
  for (const name of ['-safelight-2026030', '-safelight-20260309.tmp', '-pre-4.2.0']) {
    writeFileSync(app.library.file + name, '');
  }
  expect(await app.get<z.infer<typeof BackupList>>('/api/v1/admin/backups', ADMIN)).toMatchObject({
    items: [
      { name: '2026-03-09', kind: 'daily', file: join(pair, 'library.db'), data_file: join(pair, 'data.db'), size: 23 },
      { name: '20260308', day: '2026-03-08', data_file: null, size: 10 },
    ],
    total_size: 33,
  });
});

test('diagnostics look at everything, and the home folder is not in them', async () => {
  const app = await startApp({ library: 2 });
  const found = await app.get<Diagnostics>('/api/v1/admin/diagnostics', ADMIN);
  expect(found.checks.map(({ id }) => id)).toEqual([
    'library',
    'schema',
    'lock',
    'darktable',
    'bridge',
    'resident',
    'machines',
    'refresh-queue',
    'export-queue',
    'data-folder',
    'settings',
    'export-folder',
    'cache',
    'space',
    'port',
    'https',
    'remote-access',
    'tray',
    'updates',
    'clock',
  ]);
  expect(found.server).toBe(app.url);
  expect(found.checks.filter(({ status }) => status === 'fail')).toEqual([]);
  for (const { status, advice } of found.checks) expect(advice === null).toBe(status === 'ok');
  expect(JSON.stringify(found)).not.toContain(app.folder);
  expect(found.checks.find(({ id }) => id === 'data-folder')!.detail).toContain('~/data');
});
