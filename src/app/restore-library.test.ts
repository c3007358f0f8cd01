import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Backup, BackupList, BackupRestored } from '../contract/admin.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { ChangeResult } from '../contract/image-change.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import type { z } from 'zod';
import { exposed } from '../testing/start-edits.ts';
import { standInDarktable } from '../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

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
    const { items } = await app.get<{ items: ImageRecord[] }>('/api/v1/images?tag=ships');
    expect(items).toEqual([]);
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

  test('of a copy without data.db, unless that is wanted', async () => {
    const { app, name } = await stage();
    const alone = `${app.library.file}-safelight-20261101`;
    renameSync(join(`${app.library.file}-safelight-${name}`, 'library.db'), alone);
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
