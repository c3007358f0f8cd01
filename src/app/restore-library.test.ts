import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import type { Backup, BackupList, BackupRestored } from '../contract/admin.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { ChangeResult } from '../contract/image-change.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import type { z } from 'zod';
import { silentLog } from '../platform/log.ts';
import { mipmapFolder } from '../previews/mipmap-cache.ts';
import { exposed } from '../testing/start-edits.ts';
import { standInDarktable } from '../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { asideFolder } from './library-storage.ts';
import { backupToRestore, restoreLibrary } from './restore-library.ts';

const ADMIN = { scopes: ['admin'] };
const WRITER = { scopes: ['images:read', 'images:write', 'cache:refresh'] };
const BACKUPS = '/api/v1/admin/backups';
const restore = (app: TestApp, name: string, body?: object) =>
  app.ask<BackupRestored & ErrorBody>('POST', `${BACKUPS}/${name}/restore`, { ...ADMIN, ...(body && { body }) });
const listed = async (app: TestApp): Promise<Backup[]> =>
  (await app.get<z.infer<typeof BackupList>>(BACKUPS, ADMIN)).items;
const change = async (app: TestApp, id: number, body: object) =>
  (await app.ask<ChangeResult>('PATCH', `/api/v1/images/${id}`, { ...WRITER, body })).headers.get('x-change');
const image = (app: TestApp, id = 1) => app.get<ImageRecord>(`/api/v1/images/${id}`);
const changes = async (app: TestApp) =>
  (await app.get<{ items: { id: number }[] }>('/api/v1/changes')).items.map(({ id }) => id);

/** Three images, a backup of them, and changes since. */
async function stage() {
  const app = await startApp({ library: [exposed(0.5, { stars: 3, tags: ['harbour'] }), {}, {}] });
  const stars = Number(await change(app, 1, { rating: 5 }));
  const again = Number(await change(app, 1, { rating: 3 }));
  const tag = Number(await change(app, 1, { tags: { add: ['ships'] } }));
  await app.ask('PATCH', '/api/v1/images/1/modules/exposure', { ...WRITER, body: { params: { exposure: 2 } } });
  const [{ name }] = (await listed(app)) as [Backup];
  return { app, name, made: { stars, again, tag } };
}

describe('a restored backup', () => {
  test('is shown at once, and what was there can be restored as well', async () => {
    const { app, name } = await stage();
    const told = vi.fn();
    app.app.events.on('library.switched', told);
    const { status, body } = await restore(app, name);
    expect(status).toBe(200);
    expect(body.message).toMatch(/is now what it was before the first change of .* is kept in/);
    expect(told).toHaveBeenCalledTimes(1);
    expect((await image(app)).tags).toEqual(['harbour']);
    // The index may need a moment on a busy machine.
    await expect.poll(() => app.get('/api/v1/images?tag=ships')).toMatchObject({ items: [] });
    expect((await listed(app)).map((backup) => [backup.name, backup.kind])).toEqual([
      [body.kept!.name, 'before-restore'],
      [name, 'daily'],
    ]);
    await restore(app, body.kept!.name);
    expect((await image(app)).tags.sort()).toEqual(['harbour', 'ships']);
  });

  test('knows nothing of changes since, even of one that it looks like; they return with what was kept', async () => {
    const { app, name, made } = await stage();
    const before = await changes(app);
    expect(before.length).toBe(4);
    const { kept } = (await restore(app, name)).body;
    expect(await changes(app)).toEqual([]);
    // Three stars: as after the second change, which would make them five.
    expect((await image(app)).rating).toBe(3);
    expect((await app.ask('POST', `/api/v1/changes/${made.again}/undo`, WRITER)).status).toBe(404);
    const undo = await app.ask('POST', '/api/v1/images/1/modules/exposure/undo', WRITER);
    expect(undo.status).toBe(409);
    const now = Number(await change(app, 2, { rating: 1 }));
    expect(await changes(app)).toEqual([now]);

    await restore(app, kept!.name);
    expect(await changes(app)).toEqual(before);
    expect((await app.ask('POST', `/api/v1/changes/${made.again}/undo`, WRITER)).status).toBe(200);
    expect((await image(app)).rating).toBe(5);
  });

  test('is edited as any library: the next change makes no second backup of the day', async () => {
    const { app, name } = await stage();
    await restore(app, name);
    await change(app, 3, { rating: 4, tags: { add: ['new'] } });
    expect(await image(app, 3)).toMatchObject({ rating: 4, tags: ['new'] });
    expect((await listed(app)).length).toBe(2);
  });
});

const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'gray' } })
  .jpeg()
  .toBuffer();

describe('pictures of newer edits', () => {
  /** From a clock that is ahead: no time tells that these show edits made before the restore. */
  const put = (folder: string, level: number, id: number) => {
    const file = join(folder, String(level), `${id}.jpg`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, jpeg);
    const ahead = Date.now() / 1000 + 3600;
    utimesSync(file, ahead, ahead);
    return file;
  };
  const warning = async (app: TestApp, id: number, level: string) => {
    const { status, headers } = await app.ask<Buffer>('GET', `/api/v1/images/${id}/preview?size=${level}`);
    expect(status).toBe(200);
    return headers.get('x-preview-warning');
  };

  test("do not pass for the restored ones, neither darktable's thumbnails nor our own; others stay", async () => {
    const { app, name } = await stage();
    const mipmaps = mipmapFolder(join(app.folder, 'cache'), app.library.file);
    const previews = join(app.dataDir, 'previews');
    const thumbnails = [1, 2].map((id) => put(mipmaps, 1, id));
    for (const id of [1, 2]) put(previews, 3, id);
    const { kept } = (await restore(app, name)).body;
    expect(thumbnails.map((file) => existsSync(file))).toEqual([false, true]);
    for (const level of ['small', 'large']) {
      expect(await warning(app, 1, level)).toMatch(/older than the last change/);
      expect(await warning(app, 2, level)).toBeNull();
    }
    put(mipmaps, 1, 1);
    await restore(app, kept!.name);
    expect(thumbnails.map((file) => existsSync(file))).toEqual([false, true]);
  });

  test('of another library that the data folder shows are not mixed with them', async () => {
    const { app, name } = await stage();
    const { file } = app.library;
    await app.stop();
    const other = await startApp({ library: [{}, {}, {}] });
    await other.stop();
    const cacheDir = join(app.folder, 'cache');
    put(mipmapFolder(cacheDir, file), 1, 1);
    const own = put(join(other.dataDir, 'previews'), 1, 1);
    const before = statSync(own).ino;
    const backup = await backupToRestore(file, name, false);
    await restoreLibrary({ dataDir: other.dataDir, file, backup, cacheDir, log: silentLog() });
    expect(existsSync(join(mipmapFolder(cacheDir, file), '1', '1.jpg'))).toBe(false);
    expect(statSync(own).ino).toBe(before);
    expect(existsSync(join(asideFolder(other.dataDir, realpathSync(file)), 'previews', '1', '1.jpg'))).toBe(true);
  });
});

describe('nothing is restored', () => {
  const refused = async (app: TestApp, name: string, expected: { status: number; body: object }) => {
    const before = readFileSync(app.library.file);
    expect(await restore(app, name)).toMatchObject(expected);
    expect(readFileSync(app.library.file).equals(before)).toBe(true);
    expect((await image(app)).tags.sort()).toEqual(['harbour', 'ships']);
    expect(readdirSync(dirname(app.library.file)).filter((one) => one.includes('restoring'))).toEqual([]);
  };
  const saying = (words: RegExp) => expect.stringMatching(words) as string;

  test('while darktable has the library open', async () => {
    const { app, name } = await stage();
    await standInDarktable(app.folder, app.library.file);
    await refused(app, name, { status: 409, body: { error: 'conflict', detail: saying(/Close darktable/) } });
  });

  test('in read-only mode', async () => {
    const { app, name } = await stage();
    await app.app.settings.update({ readOnly: true });
    await refused(app, name, { status: 403, body: { error: 'read_only' } });
  });

  test('of another name, and for nobody but an administrator', async () => {
    const { app, name } = await stage();
    await refused(app, '2020-01-01', { status: 404, body: { error: 'not_found' } });
    await refused(app, encodeURIComponent('../darktable'), { status: 404, body: { error: 'not_found' } });
    const answer = await app.ask('POST', `${BACKUPS}/${name}/restore`, { scopes: ['images:write', 'images:read'] });
    expect(answer.status).toBe(403);
  });

  test('of a copy without data.db, unless that is wanted; and without it of one that has it', async () => {
    const { app, name } = await stage();
    const alone = await restore(app, name, { library_only: true });
    expect([alone.status, alone.body]).toMatchObject([
      400,
      { error: 'invalid_body', detail: saying(/^library_only: /) },
    ]);
    const copy = `${app.library.file}-safelight-20261101`;
    renameSync(join(`${app.library.file}-safelight-${name}`, 'library.db'), copy);
    await refused(app, '20261101', { status: 409, body: { error: 'conflict', detail: saying(/has no data\.db/) } });
    expect((await restore(app, '20261101', { library_onli: true })).status).toBe(400);
    expect((await restore(app, '20261101', { library_only: true })).status).toBe(200);
    expect((await image(app)).tags).toEqual(['harbour']);
  });
});

test('a journal that is damaged keeps nobody from restoring', async () => {
  const { app, name } = await stage();
  await app.stop();
  writeFileSync(join(app.dataDir, 'journal.db'), 'no journal');
  const again = await startApp({ library: { file: app.library.file } });
  writeFileSync(join(again.dataDir, 'journal.db'), 'no journal');
  expect((await restore(again, name)).status).toBe(200);
  expect(existsSync(`${app.library.file}.lock`)).toBe(false);
});
