/** A photographer's own 5.jpg where exports go, or where somebody would have them go: whatever is done, its bytes are there afterwards. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApp as start, type App } from './start.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { SettingsAnswer } from '../contract/settings.ts';
import { readEnvironment } from '../platform/environment.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { startApp } from '../testing/start-app.ts';

const MINE = 'the only copy of a photograph';
const ADMIN = { scopes: ['admin'] };

function put(file: string, content = MINE): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

test('a folder of theirs that is chosen keeps it: exports, downloads, batches and another library leave it alone', async () => {
  const app = await startApp({ library: [{ id: 5 }, { id: 6 }] });
  const pictures = join(app.folder, 'Pictures');
  const mine = put(join(pictures, '5.jpg'));
  const { status, body } = await app.ask<SettingsAnswer>('PATCH', '/api/v1/admin/settings', {
    ...ADMIN,
    body: { exportDir: pictures },
  });
  expect({ status, in_use: body.in_use }).toMatchObject({
    status: 200,
    in_use: {
      export_dir: join(pictures, 'Safelight'),
      export_dir_notice: expect.stringContaining('contains other files') as string,
    },
  });
  expect((await app.ask('GET', '/api/v1/images/5/full')).status).toBe(202);
  expect((await app.ask('POST', '/api/v1/images/5/export')).status).toBe(202);
  expect((await app.ask('POST', '/api/v1/images/export', { body: { filter: {} } })).status).toBe(202);
  const { file } = makeLibrary({ folder: join(app.folder, 'other'), images: [{ id: 5 }] });
  await app.app.settings.update({ library: file });
  expect((await app.ask('POST', '/api/v1/images/5/export')).status).toBe(202);
  expect(readFileSync(mine, 'utf8')).toBe(MINE);
  expect(readdirSync(pictures).sort()).toEqual(['5.jpg', 'Safelight']);
});

test('folders of photographs are refused for exports, queues and previews, with the reason; asking makes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-rolls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const roll = join(folder, 'photos', '2024');
  put(join(roll, '5.jpg'));
  const app = await startApp({ library: [{ id: 5, film: roll, filename: '5.jpg' }] });
  const change = (body: object) => app.ask<ErrorBody>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });
  for (const at of [roll, join(folder, 'photos'), join(roll, 'exports', 'new')]) {
    expect(await change({ exportDir: at })).toMatchObject({
      status: 400,
      body: { fields: { exportDir: expect.stringContaining('film roll') as string } },
    });
    const queue = join(at, 'x.queue');
    for (const key of ['exportQueue', 'refreshQueue'])
      expect(await change({ [key]: queue })).toMatchObject({ status: 400, body: { fields: { [key]: /film roll/ } } });
  }
  expect(await change({ darktableCache: roll })).toMatchObject({ body: { fields: { darktableCache: /film roll/ } } });
  // Refused for another reason, so that nothing is stored.
  expect((await change({ exportDir: join(folder, 'new', 'exports'), theme: 'pink' })).status).toBe(400);
  expect((await change({ exportQueue: join(folder, 'new', 'x.queue'), port: 1e9 })).status).toBe(400);
  expect(readdirSync(folder)).toEqual(['photos']);
  expect(readdirSync(roll)).toEqual(['5.jpg']);
});

test('settings of a Safelight from before that name their folder: it is left alone from the first start on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-before-'));
  const dataDir = join(folder, 'data');
  const pictures = join(folder, 'Pictures');
  const mine = put(join(pictures, '5.jpg'));
  put(join(dataDir, 'instance.lock'), '');
  put(join(dataDir, 'library.json'), '{}');
  put(join(dataDir, 'settings.json'), JSON.stringify({ exportDir: pictures }));
  const library = makeLibrary({ folder: join(folder, 'darktable'), images: [{ id: 5 }] }).file;
  const open = async () => {
    const environment = readEnvironment({ HOME: folder });
    return start({ dataDir, library, darktableCache: join(folder, 'cache'), port: 0, environment, log: silentLog() });
  };
  let app: App = await open();
  onTestFinished(async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  for (let round = 0; round < 2; round++) {
    expect(app.services.exports().folder).toBe(join(pictures, 'Safelight'));
    expect(await app.services.exports().open(5)).toBeNull();
    expect(await app.services.exports().clear([5])).toEqual([]);
    expect(await app.recentExports()).toEqual([]);
    await app.stop();
    app = await open();
  }
  expect(readFileSync(mine, 'utf8')).toBe(MINE);
});

test('an export folder whose disk is gone: asking is told so, and the exports of the right library are there when it is back', async () => {
  const app = await startApp({ library: [{ id: 5 }] });
  const disk = join(app.folder, 'disk');
  const exportDir = join(disk, 'exports');
  await app.app.settings.update({ exportDir });
  const picture = await jpeg({ data: new Uint8Array(8 * 8 * 3).fill(128), width: 8, height: 8 });
  writeFileSync(join(exportDir, '5.jpg'), picture);
  renameSync(disk, `${disk} unplugged`);
  const asked = await app.ask<ErrorBody>('POST', '/api/v1/images/5/export');
  expect(asked).toMatchObject({ status: 507, body: { error: 'storage_error', detail: /Connect its disk/ } });
  expect((await app.ask('GET', '/api/v1/images/5/full')).status).toBe(202);
  expect(existsSync(disk)).toBe(false);
  const settings = await app.get<SettingsAnswer>('/api/v1/admin/settings', ADMIN);
  expect(settings.in_use).toMatchObject({
    export_dir: exportDir,
    export_dir_notice: expect.stringContaining('disk') as string,
  });

  const { file } = makeLibrary({ folder: join(app.folder, 'other'), images: [{ id: 5 }] });
  await app.app.settings.update({ library: file });
  renameSync(`${disk} unplugged`, disk);
  // Of the other library, which has an image 5 as well.
  expect((await app.ask('GET', '/api/v1/images/5/full')).status).toBe(202);
  await app.app.settings.update({ library: app.library.file });
  const full = await app.ask<Buffer>('GET', '/api/v1/images/5/full');
  expect({ status: full.status, isThatOne: full.body.equals(picture) }).toEqual({ status: 200, isThatOne: true });
});

test.each(['refreshQueue', 'exportQueue'] as const)(
  'settings from before that put the %s into a film roll: Safelight’s own folder is used, and the roll is left alone',
  async (key) => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-before-'));
    const [dataDir, roll] = [join(folder, 'data'), join(folder, 'photos')];
    put(join(roll, '5.jpg'));
    put(join(dataDir, 'settings.json'), JSON.stringify({ [key]: join(roll, 'queues', 'x.queue') }));
    const images = [{ id: 5, film: roll, filename: '5.jpg' }];
    const library = makeLibrary({ folder: join(folder, 'darktable'), images }).file;
    const environment = readEnvironment({ HOME: folder });
    const said: string[] = [];
    const log = Object.assign(silentLog(), { error: (...words: unknown[]) => void said.push(JSON.stringify(words)) });
    const app = await start({ dataDir, library, port: 0, environment, log });
    onTestFinished(async () => {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const { refresh, exports } = app.services.queues;
    const queue = key === 'refreshQueue' ? refresh : exports;
    expect(dirname(queue.file)).toBe(join(dataDir, 'queues'));
    expect(said.join('\n')).toMatch(/film roll.* is used instead/);
    await queue.append(5);
    expect(queue.depth()).toBe(1);
    expect(readdirSync(roll)).toEqual(['5.jpg']);
  },
);

test('a queue folder whose disk is gone is not made anew, at work or at a start, and jobs are told so until it is back', async () => {
  const app = await startApp({ library: [{ id: 5 }] });
  const disk = join(app.folder, 'disk');
  const queue = join(disk, 'queues', 'export.queue');
  await app.app.settings.update({ exportQueue: queue });
  const ask = () => app.ask<ErrorBody>('POST', '/api/v1/images/5/export');
  expect((await ask()).status).toBe(202);
  renameSync(disk, `${disk} unplugged`);
  const refused = {
    status: 500,
    body: {
      error: 'queue_error',
      detail: `The export queue ${queue} cannot be written: its folder is missing; connect its disk and try again.`,
    },
  };
  expect(await ask()).toMatchObject(refused);
  expect(existsSync(disk)).toBe(false);

  await app.app.stop();
  const environment = readEnvironment({ HOME: app.folder });
  const again = await start({
    dataDir: app.dataDir,
    library: app.library.file,
    port: 0,
    environment,
    log: silentLog(),
  });
  onTestFinished(() => again.stop());
  const { exports } = again.services.queues;
  await expect(exports.append(5)).rejects.toMatchObject({ code: 'queue_error', message: refused.body.detail });
  expect(existsSync(disk)).toBe(false);
  renameSync(`${disk} unplugged`, disk);
  await exports.append(6);
  expect(readFileSync(queue, 'utf8')).toBe('5\n6\n');
});
