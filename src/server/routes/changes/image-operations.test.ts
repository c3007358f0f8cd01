import Database from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeList, ChangeResult, UndoResult } from '../../../contract/image-change.ts';
import type { DuplicatedImages } from '../../../contract/image-operations.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write'];
type Result = ChangeResult & ErrorBody;
const post = <Body = Result>(app: TestApp, path: string, body?: unknown) =>
  app.ask<Body>('POST', `/api/v1${path}`, { ...(body === undefined ? {} : { body }), scopes });
const undo = (app: TestApp, id: unknown) => post<UndoResult & ErrorBody>(app, `/changes/${String(id)}/undo`);
const changes = (app: TestApp) => app.get<z.infer<typeof ChangeList>>('/api/v1/changes');
const image = async (app: TestApp, id: number) => (await app.ask<ImageRecord>('GET', `/api/v1/images/${id}`)).body;

const history = [{ operation: 'exposure', params: Buffer.from('abcd') }, { operation: 'velvia' }];
const library: FixtureImage[] = [
  {
    id: 1,
    filename: 'a.jpg',
    stars: 4,
    labels: ['red', 'blue'],
    tags: ['sea', 'darktable|exported', 'darktable|changed'],
    title: 'A',
    notes: 'n',
    lat: 1,
    lon: 2,
    history,
  },
  { id: 2, filename: 'b.jpg' },
  { id: 3, filename: 'c.jpg', groupId: 2 },
  { id: 4, filename: 'd.jpg', groupId: 2, tags: ['sea'], history },
];

/** Every row of both files, so that nothing can be different unseen. */
function everything({ library: { file, data } }: TestApp): Record<string, string[]> {
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('ATTACH ? AS data').run(data);
    const tables = database
      .prepare(
        "SELECT 'main.' || name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' UNION ALL SELECT 'data.tags'",
      )
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.map((table) => [
        table,
        (database.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().all() as unknown[][])
          .map((row) => row.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))).join(' '))
          .sort(),
      ]),
    );
  } finally {
    database.close();
  }
}

describe.each([37, 57] as const)('in a library of schema %s', (schema) => {
  test('a version has the edits, labels, texts and tags of its original, and is in its group', async () => {
    const app = await startApp({ library, schema });
    const { status, headers, body } = await post<ImageRecord>(app, '/images/1/duplicate');
    expect([status, headers.get('location')]).toEqual([201, '/api/v1/images/5']);
    const original = await image(app, 1);
    expect(body).toMatchObject({
      id: 5,
      version: 1,
      group_id: 1,
      filename: 'a.jpg',
      rating: 4,
      color_labels: ['red', 'blue'],
      tags: ['sea'],
      title: 'A',
      notes: 'n',
      latitude: 1,
      is_altered: original.is_altered,
    });
    const rows = everything(app);
    const of = (table: string, id: number) =>
      rows[table]!.filter((row) => row.startsWith(`${id} `)).map((row) => row.replace(/^\d+ /, ''));
    for (const table of ['main.history', 'main.color_labels', 'main.meta_data', 'main.module_order'])
      expect(of(table, 5)).toEqual(of(table, 1));
    expect(of('main.history', 5)).toHaveLength(2);
    expect(of('main.tagged_images', 5)).toHaveLength(of('main.tagged_images', 1).length - 1);
    const database = new Database(app.library.file, { readonly: true });
    expect(
      database
        .prepare(
          'SELECT id, version, max_version, write_timestamp IS NULL AS isUnwritten, export_timestamp, position - (SELECT position FROM images WHERE id = 1) AS after FROM images WHERE filename = ? ORDER BY id',
        )
        .all('a.jpg'),
    ).toMatchObject([
      { id: 1, version: 0, max_version: 1, after: 0 },
      { id: 5, version: 1, max_version: 1, isUnwritten: 1, export_timestamp: -1, after: 1 },
    ]);
    expect(database.pragma('foreign_key_check')).toEqual([]);
    database.close();
    expect((await post<ImageRecord>(app, '/images/1/duplicate')).body).toMatchObject({ id: 6, version: 2 });
    await app.app.services.index.settled();
    expect(await app.get('/api/v1/images')).toMatchObject({ total: 6 });
  });

  test('a new version can be taken back, and comes again; not when somebody has worked on it', async () => {
    const app = await startApp({ library, schema });
    const { headers } = await post(app, '/images/1/duplicate');
    const change = headers.get('x-change');
    const made = everything(app);
    expect(await undo(app, change)).toMatchObject({ status: 200, body: { change: 2, changed: 1 } });
    expect(await app.ask('GET', '/api/v1/images/5', { scopes })).toMatchObject({ status: 404 });
    expect(await undo(app, 2)).toMatchObject({ status: 200 });
    expect(everything(app)).toEqual(made);
    app.library.change("INSERT INTO history (imgid, num, module, operation, enabled) VALUES (5, 2, 1, 'sharpen', 1)");
    expect(await undo(app, 1)).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await image(app, 5)).toMatchObject({ id: 5 });
  });

  test('many get another version each, as one change with one undo', async () => {
    const app = await startApp({ library, schema });
    const version = await post<ImageRecord>(app, '/images/1/duplicate');
    const before = everything(app);
    const { body } = await post<DuplicatedImages>(app, '/images/duplicate', { ids: [3, version.body.id, 1, 99] });
    expect(body).toMatchObject({ changed: 3, unchanged: 0, failed: 1, failures: [{ id: 99 }], made: [6, 7, 8] });
    expect(await Promise.all([6, 7, 8].map((id) => image(app, id)))).toMatchObject([
      { filename: (await image(app, 3)).filename, version: 1 },
      { filename: 'a.jpg', version: 2, group_id: 1 },
      { filename: 'a.jpg', version: 3, group_id: 1, title: 'A' },
    ]);
    const database = new Database(app.library.file, { readonly: true });
    const places = database.prepare("SELECT position FROM images WHERE filename = 'a.jpg'").pluck().all();
    expect(new Set(places).size).toBe(4);
    expect(database.pragma('foreign_key_check')).toEqual([]);
    database.close();
    expect(await undo(app, body.change)).toMatchObject({ status: 200, body: { changed: 3 } });
    // What stays: the numbers that were given, and that there was room between positions.
    const after = everything(app);
    expect({ ...after, 'main.images': [] }).toEqual({ ...before, 'main.images': [] });
    expect(after['main.images']).toHaveLength(5);
    expect(await post(app, '/images/duplicate', { ids: [1, 1] })).toMatchObject({ status: 400 });
  });

  test('a new version takes no number whose file lies in the folder: the sidecar of one that was removed stays as it is', async () => {
    const film = mkdtempSync(join(tmpdir(), 'safelight-versions-'));
    onTestFinished(() => rmSync(film, { recursive: true }));
    const app = await startApp({ library: [{ id: 1, filename: 'a.jpg', film }], schema });
    const [old, other] = ['a_01.jpg.xmp', 'a_02.jpg'].map((name) => join(film, name)) as [string, string];
    for (const file of [old, other]) writeFileSync(file, 'of somebody');
    expect((await post<ImageRecord>(app, '/images/1/duplicate')).body).toMatchObject({ version: 3 });
    expect([old, other].map((file) => readFileSync(file, 'utf8'))).toEqual(['of somebody', 'of somebody']);
  });

  test('images that are removed come back whole, and so do their groups', async () => {
    const app = await startApp({ library, schema });
    const before = everything(app);
    const { body } = await post(app, '/images/remove', { ids: [1, 2, 99] });
    expect(body).toMatchObject({ changed: 2, unchanged: 0, failed: 1, failures: [{ id: 99 }] });
    const after = everything(app);
    // Nothing of them is left anywhere, and the group that lost its leader has another one.
    for (const table of [
      'main.history',
      'main.color_labels',
      'main.tagged_images',
      'main.meta_data',
      'main.history_hash',
    ])
      expect(after[table]!.filter((row) => /^[12] /.test(row))).toEqual([]);
    expect([await image(app, 3), await image(app, 4)]).toMatchObject([{ group_id: 3 }, { group_id: 3 }]);
    await app.app.services.index.settled();
    expect(await app.get('/api/v1/images')).toMatchObject({ total: 2 });
    expect((await changes(app)).items[0]).toMatchObject({
      kind: 'remove',
      tag: null,
      images: 2,
      fields: [
        { image_id: 1, field: 'image', before: 'a.jpg', after: null },
        { image_id: 2, field: 'image', before: 'b.jpg', after: null },
      ],
    });
    expect(await undo(app, body.change)).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(everything(app)).toEqual(before);
    // Gone again.
    expect(await undo(app, 2)).toMatchObject({ status: 200 });
    expect(everything(app)).toEqual(after);
  });

  test('what they belonged to may be gone meanwhile', async () => {
    const app = await startApp({ library: library.map((one) => ({ ...one, film: `/photos/${one.id}` })), schema });
    await post(app, '/images/remove', { ids: [1, 3] });
    app.library.change("DELETE FROM film_rolls WHERE folder IN ('/photos/1', '/photos/3')");
    app.library.change("INSERT INTO film_rolls (id, folder) VALUES (900, '/photos/3')");
    app.library.change('DELETE FROM images WHERE id = 2');
    app.library.change("DELETE FROM data.tags WHERE name = 'sea'");
    expect(await undo(app, 1)).toMatchObject({ status: 200, body: { changed: 2 } });
    expect([await image(app, 1), await image(app, 3)]).toMatchObject([
      { film_roll: '/photos/1', tags: [], title: 'A' },
      { film_roll: '/photos/3', film_id: 900, group_id: 3 },
    ]);
  });

  test('an image that was imported again meanwhile is not there twice', async () => {
    const app = await startApp({
      library: [
        { id: 1, filename: 'a.jpg', film: '/p' },
        { id: 2, filename: 'b.jpg', film: '/p' },
      ],
      schema,
    });
    await post(app, '/images/remove', { ids: [1] });
    app.library.add([{ id: 7, filename: 'a.jpg', film: '/p' }]);
    const { status, body } = await undo(app, 1);
    expect([status, body.error, body.detail]).toEqual([409, 'conflict', expect.stringContaining('image 7')]);
  });
});

describe('POST /images/group', () => {
  const groups = async (app: TestApp) => Promise.all([1, 2, 3, 4].map(async (id) => (await image(app, id)).group_id));

  test.each([
    ['into the group of the first', { action: 'group', ids: [1, 3] }, [1, 2, 1, 2], 1],
    ['of one that leads a group: the others get another leader', { action: 'group', ids: [1, 2] }, [1, 1, 3, 3], 3],
    ['with a leader', { action: 'group', ids: [1, 3], leader: 3 }, [3, 3, 3, 3], 4],
    ['with a leader among the first', { action: 'group', ids: [1, 4], leader: 1 }, [1, 2, 2, 1], 1],
    ['out of a group', { action: 'ungroup', ids: [3] }, [1, 2, 3, 2], 1],
    ['a leader out of its group', { action: 'ungroup', ids: [2] }, [1, 2, 3, 3], 2],
    ['all out', { action: 'ungroup', ids: [2, 3, 4] }, [1, 2, 3, 4], 2],
    ['another leader', { action: 'leader', ids: [4] }, [1, 4, 4, 4], 3],
    ['what is so already', { action: 'leader', ids: [2] }, [1, 2, 2, 2], 0],
  ])('%s, and back', async (_, body, expected, changed) => {
    const app = await startApp({ library });
    const before = everything(app);
    const answer = await post(app, '/images/group', { ...body, ids: [...body.ids, 99] });
    expect(await groups(app)).toEqual(expected);
    expect(answer.body).toMatchObject({ change: changed === 0 ? null : 1, failed: 1, failures: [{ id: 99 }] });
    expect((await changes(app)).items[0]?.images ?? 0).toBe(changed);
    if (changed === 0) return;
    expect(await undo(app, 1)).toMatchObject({ status: 200 });
    expect(everything(app)).toEqual(before);
  });

  test('a group that was changed again since is left as it is', async () => {
    const app = await startApp({ library });
    await post(app, '/images/group', { action: 'leader', ids: [4] });
    app.library.change('UPDATE images SET group_id = 3 WHERE id IN (2, 3, 4)');
    expect(await undo(app, 1)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  });

  test.each([
    [{ ids: [1] }, 'action'],
    [{ action: 'split', ids: [1] }, 'group, ungroup, leader'],
    [{ action: 'group', ids: [] }, 'at least one'],
    [{ action: 'group', ids: [1, 1] }, 'twice'],
    [{ action: 'group', ids: [1], leader: 99 }, 'no image 99'],
    [{ action: 'ungroup', ids: [1], leader: 2 }, 'leader'],
    [{ action: 'group', ids: ['1'] }, 'integer'],
  ])('%j is refused', async (body, reason) => {
    const app = await startApp({ library });
    const answer = await post(app, '/images/group', body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    expect(answer.body.detail).toContain(reason);
  });
});

test('an image of which darktable keeps a local copy stays', async () => {
  const app = await startApp({ library });
  app.library.change('UPDATE images SET flags = flags | 2048 WHERE id = 2');
  expect((await post(app, '/images/remove', { ids: [1, 2] })).body).toMatchObject({
    changed: 1,
    failures: [{ id: 2, reason: expect.stringContaining('local copy') as string }],
  });
  expect(await image(app, 2)).toMatchObject({ id: 2 });
});

test('images that are not there; nothing to do is no change', async () => {
  const app = await startApp({ library });
  expect(await post(app, '/images/99/duplicate')).toMatchObject({ status: 404 });
  expect(await post(app, '/images/x/duplicate')).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
  expect((await post(app, '/images/remove', { ids: [98, 99] })).body).toMatchObject({ change: null, failed: 2 });
  expect((await changes(app)).total).toBe(0);
});

test('needs the scope, a Safelight that is not read-only, and a darktable that is closed', async () => {
  const app = await startApp({ library });
  const before = everything(app);
  const calls = [
    ['/images/1/duplicate', undefined],
    ['/images/duplicate', { ids: [1, 2] }],
    ['/images/group', { action: 'group', ids: [1, 2] }],
    ['/images/remove', { ids: [1] }],
  ] as const;
  const asReader = ['images:read', 'cache:refresh'];
  for (const [path, body] of calls)
    expect(await app.ask('POST', `/api/v1${path}`, { body, scopes: asReader })).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    });
  const darktable = await standInDarktable(app.folder, app.library.file);
  for (const [path, body] of calls)
    expect(await post(app, path, body)).toMatchObject({
      status: 500,
      body: { error: 'db_write_error', detail: expect.stringContaining('Close darktable') as string },
    });
  await darktable.end();
  await app.app.services.admin.changeSettings({ readOnly: true });
  for (const [path, body] of calls)
    expect(await post(app, path, body)).toMatchObject({ status: 403, body: { error: 'read_only' } });
  expect(everything(app)).toEqual(before);
});

test('a new version gets places of its own in the orders of its tags', async () => {
  const app = await startApp({ library });
  const { body } = await post<ImageRecord>(app, '/images/1/duplicate');
  const database = new Database(app.library.file, { readonly: true });
  const rows = database.prepare(
    'SELECT position & 0xFFFFFFFF, position >> 32, imgid FROM tagged_images ORDER BY position',
  );
  const places = rows.raw().all() as number[][];
  database.close();
  expect(places.slice(-2).map(([lower, , id]) => [lower, id])).toEqual([
    [0, body.id],
    [0, body.id],
  ]);
  const [before, first, second] = places.slice(-3).map(([, upper]) => upper!);
  expect([first, second]).toEqual([before! + 1, before! + 2]);
});

test('two leaders of one group are refused, and nothing is changed', async () => {
  const app = await startApp({ library });
  const before = everything(app);
  const answer = await post(app, '/images/group', { action: 'leader', ids: [3, 4] });
  expect([answer.status, answer.body.error, answer.body.detail]).toEqual([
    400,
    'invalid_body',
    expect.stringContaining('one leader') as string,
  ]);
  const named = await post(app, '/images/group', { action: 'leader', ids: [3], leader: 3 });
  expect([named.status, named.body.error]).toEqual([400, 'invalid_body']);
  expect(everything(app)).toEqual(before);
});

test('an image that comes back takes no place that was given to another one meanwhile', async () => {
  const app = await startApp({ library });
  const places = (sql: string) => {
    const database = new Database(app.library.file, { readonly: true });
    const rows = database.prepare(sql).raw().all();
    database.close();
    return rows;
  };
  const sea = "tagid = (SELECT id FROM data.tags WHERE name = 'sea')";
  app.library.change(`UPDATE tagged_images SET position = 70 << 32 WHERE imgid = 1 AND ${sea}`);
  const { body } = await post(app, '/images/remove', { ids: [1] });
  app.library.change('UPDATE images SET position = 1 << 32 WHERE id = 3');
  app.library.change(`UPDATE tagged_images SET position = 70 << 32 WHERE imgid = 4 AND ${sea}`);
  expect((await undo(app, body.change)).status).toBe(200);
  expect(places('SELECT id, position & 0xFFFFFFFF FROM images WHERE position >> 32 = 1 ORDER BY position')).toEqual([
    [3, 0],
    [1, 1],
  ]);
  const inSea = 'SELECT imgid, position & 0xFFFFFFFF FROM tagged_images WHERE position >> 32 = 70 ORDER BY position';
  expect(places(inSea)).toEqual([
    [4, 0],
    [1, 1],
  ]);
  const back = everything(app);
  for (const change of [2, 3]) expect((await undo(app, change)).status).toBe(200);
  expect(everything(app)).toEqual(back);
});

test('a version never gets the number of one that was removed, nor after that one is back', async () => {
  const app = await startApp({ library });
  const version = async () => (await post<ImageRecord>(app, '/images/1/duplicate')).body;
  const first = await version();
  await post(app, '/images/remove', { ids: [first.id] });
  expect((await version()).version).toBe(2);
  expect((await undo(app, 2)).status).toBe(200);
  const numbers = () => {
    const database = new Database(app.library.file, { readonly: true });
    const rows = database
      .prepare("SELECT version, max_version FROM images WHERE filename = 'a.jpg' ORDER BY version")
      .raw()
      .all();
    database.close();
    return rows;
  };
  expect(numbers()).toEqual([
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
  expect((await version()).version).toBe(3);
});
