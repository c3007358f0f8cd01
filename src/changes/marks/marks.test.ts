import Database from 'better-sqlite3';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImageChange } from '../../contract/image-change.ts';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { beat } from '../../testing/beat.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { startOrganising, type OrganisingOfTest } from '../../testing/start-organising.ts';

const client = 'sofa';
const change = (it: OrganisingOfTest, imageIds: number[], wanted: ImageChange) =>
  it.organising.change({ imageIds, change: wanted, client });

/** A row of images as it stands there. */
function rowOf({ file }: OrganisingOfTest, id: number): Record<string, unknown> {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare('SELECT * FROM images WHERE id = ?').safeIntegers().get(id) as Record<string, unknown>;
  } finally {
    database.close();
  }
}

const tagPositions = ({ file }: OrganisingOfTest, imageId: number): unknown[] => {
  const database = new Database(file, { readonly: true });
  database.prepare('ATTACH ? AS data').run(join(dirname(file), 'data.db'));
  const sql =
    'SELECT name, position FROM tagged_images JOIN data.tags ON id = tagid WHERE imgid = ? ORDER BY position, name';
  const rows = database.prepare(sql).safeIntegers().raw().all(imageId);
  database.close();
  return rows;
};

describe.each([37, 57] as const)('in a library of schema %s', (schema) => {
  test('stars, labels, tags, texts and the place are stored as darktable stores them', async () => {
    const it = startOrganising({ schema, images: [{ id: 1, stars: 1, labels: ['red'], tags: ['old'] }, { id: 2 }] });
    const before = rowOf(it, 1);
    const wanted: ImageChange = {
      rating: 4,
      color_labels: ['green', 'purple'],
      tags: { add: ['places|Italy|Rome', 'Öl "auf" Leinwand 🎨'], remove: ['old'] },
      title: 'Evening  ',
      notes: '',
      latitude: 41.9,
      longitude: 12.5,
      altitude: 21,
    };
    expect(await change(it, [1], wanted)).toEqual({ change: 1, changed: 1, unchanged: 0, failed: 0, failures: [] });
    expect(await it.image(1)).toMatchObject({
      stars: 4,
      isRejected: false,
      labels: 0b10100,
      texts: { title: 'Evening', notes: null },
      place: { latitude: 41.9, longitude: 12.5, altitude: 21 },
    });
    const [, ...placed] = tagPositions(it, 1) as [string, bigint][];
    expect(placed.map(([name]) => name)).toEqual(['places|Italy|Rome', 'Öl "auf" Leinwand 🎨']);
    const [first, second] = placed.map(([, position]) => position) as [bigint, bigint];
    expect([first % (1n << 32n), second - first]).toEqual([0n, 1n << 32n]);
    // darktable moves nothing else for any of these.
    const { flags, latitude, longitude, altitude, ...others } = rowOf(it, 1);
    expect({ ...before, flags, latitude, longitude, altitude }).toEqual({
      ...others,
      flags,
      latitude,
      longitude,
      altitude,
    });
  });

  test('a reject keeps its stars, and every other bit of the flags stays', async () => {
    const it = startOrganising({ schema, images: [{ id: 1, stars: 3, raw: true }] });
    const { flags } = rowOf(it, 1) as { flags: bigint };
    await change(it, [1], { rating: -1 });
    expect(rowOf(it, 1).flags).toBe(flags | 8n);
    expect(await it.image(1)).toMatchObject({ stars: 3, isRejected: true });
    await change(it, [1], { rejected: false });
    expect(rowOf(it, 1).flags).toBe(flags);
    await change(it, [1], { rejected: true });
    await change(it, [1], { rating: 5 });
    expect(rowOf(it, 1).flags).toBe((flags & ~7n) | 5n);
  });

  test.each([
    [6n, { rejected: false }, 0n],
    [6n, { rating: 3 }, 3n],
    [6n, { rating: -1 }, 6n],
    [14n, { rejected: false }, 0n],
    [7n, { rejected: true }, 15n],
    [7n, { rating: 4 }, 4n],
  ])('a 6 in place of stars is a reject, and a 7 is five stars: %i with %j is %i', async (flags, wanted, after) => {
    const it = startOrganising({ schema, images: [{ id: 1, raw: true }] });
    const others = rowOf(it, 1).flags as bigint;
    it.sql(`UPDATE images SET flags = flags | ${flags}`);
    expect(await it.image(1)).toMatchObject(
      flags === 7n ? { stars: 5, isRejected: false } : { stars: 0, isRejected: true },
    );
    const { change: id } = await change(it, [1], wanted);
    expect(rowOf(it, 1).flags).toBe(others | after);
    if (id === null) return;
    await it.organising.undo(id, 'sofa');
    expect(await it.image(1)).toMatchObject(
      flags === 7n ? { stars: 5, isRejected: false } : { stars: 0, isRejected: true },
    );
  });
});

test('an image that is as wanted already is not written; those that do not exist are told', async () => {
  const it = startOrganising({ images: [{ id: 1, stars: 2 }, { id: 2 }] });
  expect(await change(it, [1, 2, 99], { rating: 2 })).toEqual({
    change: 1,
    changed: 1,
    unchanged: 1,
    failed: 1,
    failures: [{ id: 99, reason: 'There is no such image in the library.' }],
  });
  expect(await change(it, [1, 2], { rating: 2 })).toMatchObject({ change: null, changed: 0, unchanged: 2 });
  expect(it.organising.list({ limit: 10, offset: 0 })).toMatchObject({
    total: 1,
    items: [{ images: 1, client, fields: [{ imageId: 2, field: 'stars', before: 0, after: 2 }] }],
  });
});

test('a dry run says what would be changed and changes nothing', async () => {
  const it = startOrganising();
  const wanted = { imageIds: [1, 2], change: { rating: 1 }, client, dryRun: {} };
  expect(await it.organising.change(wanted)).toMatchObject({ change: null, changed: 2 });
  expect([await it.image(1), it.organising.list({ limit: 1, offset: 0 }).total]).toMatchObject([{ stars: 0 }, 0]);
});

test('a tag is given by its id, too; one that does not exist or is darktable’s own is refused', async () => {
  const it = startOrganising({ images: [{ id: 1, tags: ['sea'] }, { id: 2 }] });
  it.sql("INSERT INTO data.tags (id, name) VALUES (70, 'darktable|changed')");
  const ids = await it.library.read((reader) => reader.all("SELECT id FROM data.tags WHERE name = 'sea'"));
  const [{ id }] = ids as [{ id: number }];
  await change(it, [2], { tags: { add: [id] } });
  expect(await it.image(2)).toMatchObject({ tags: ['sea'] });
  await expect(change(it, [2], { tags: { add: [9999] } })).rejects.toMatchObject({ code: 'invalid_body' });
  await expect(change(it, [2], { tags: { remove: [70] } })).rejects.toMatchObject({ code: 'invalid_body' });
});

test('tags are set as a whole; those that are darktable’s own stay', async () => {
  const it = startOrganising({ images: [{ id: 1, tags: ['a', 'b', 'darktable|changed'] }] });
  await change(it, [1], { tags: { set: ['b', 'c'] } });
  expect([...(await it.image(1))!.tags].sort()).toEqual(['b', 'c']);
  expect(tagPositions(it, 1).map((row) => (row as unknown[])[0])).toContain('darktable|changed');
});

describe('undo', () => {
  test('takes back what the change did, and can be taken back itself', async () => {
    const it = startOrganising({
      images: [
        { id: 1, stars: 3, tags: ['keep'] },
        { id: 2, stars: 5 },
      ],
    });
    await change(it, [1, 2], { rating: -1, color_labels: ['red'], tags: { add: ['x|y'] }, title: 'T', latitude: 1 });
    expect(await it.organising.undo(1, client)).toMatchObject({ result: { change: 2, changed: 2 }, left: [] });
    expect(await it.image(1)).toMatchObject({ stars: 3, isRejected: false, labels: 0, tags: ['keep'] });
    expect(await it.image(2)).toMatchObject({ stars: 5, isRejected: false, texts: { title: null } });
    await expect(it.organising.undo(1, client)).rejects.toMatchObject({ code: 'conflict' });
    await it.organising.undo(2, client);
    expect(await it.image(1)).toMatchObject({ stars: 3, isRejected: true, labels: 1, tags: ['keep', 'x|y'] });
    // Taken back and brought again: now it can be taken back once more.
    expect(await it.organising.undo(1, client)).toMatchObject({ result: { changed: 2 } });
  });

  test('leaves alone what was changed again since, and says so', async () => {
    const it = startOrganising();
    await change(it, [1, 2], { rating: 4, title: 'Rome' });
    it.sql('UPDATE images SET flags = (flags & ~7) | 2 WHERE id = 1');
    expect(await it.organising.undo(1, client)).toMatchObject({
      result: { changed: 2 },
      left: [{ imageId: 1, field: 'stars', before: 4, after: 2 }],
    });
    expect(await it.image(1)).toMatchObject({ stars: 2, texts: { title: null } });
    expect(await it.image(2)).toMatchObject({ stars: 0 });
  });

  test('of a change that does not exist, or of images that are gone', async () => {
    const it = startOrganising();
    await expect(it.organising.undo(7, client)).rejects.toMatchObject({ code: 'not_found' });
    await change(it, [1, 2], { rating: 4 });
    it.sql('DELETE FROM images WHERE id = 1');
    expect(await it.organising.undo(1, client)).toMatchObject({ result: { changed: 1, failed: 1 } });
  });
});

test('while darktable has the library open nothing is changed, and what to do is told', async () => {
  const it = startOrganising();
  const darktable = await standInDarktable(it.folder, it.file);
  await expect(change(it, [1], { rating: 1 })).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('Close darktable') as string,
  });
  expect([await it.image(1), it.organising.list({ limit: 1, offset: 0 }).total]).toMatchObject([{ stars: 0 }, 0]);
  await darktable.end();
  expect(await change(it, [1], { rating: 1 })).toMatchObject({ changed: 1 });
});

test('a plugin that is too old for decisions: they are refused, and what to do is told', async () => {
  const it = startOrganising();
  await standInDarktable(it.folder, it.file);
  beat(bridgePaths(it.dataDir).heartbeat, { library: it.file, state: 'idle' });
  await expect(change(it, [1], { rating: 1 })).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('Update the plugin') as string,
  });
  expect(it.organising.list({ limit: 1, offset: 0 }).total).toBe(0);
});

test('two at once on one image: both are stored, the later one counts', async () => {
  const it = startOrganising();
  const [one, other] = await Promise.all([change(it, [1], { rating: 1 }), change(it, [1], { rating: 5 })]);
  expect([one.changed, other.changed, (await it.image(1))!.stars]).toEqual([1, 1, 5]);
});

test('a change that another program gets in the way of is made anew from what is there then', async () => {
  let isFirst = true;
  const it = startOrganising({
    images: [{ id: 1, stars: 1 }],
    onStep: (step) => {
      if (step !== 'opened' || !isFirst) return;
      isFirst = false;
      it.sql('UPDATE images SET flags = (flags & ~7) | 3 WHERE id = 1');
    },
  });
  expect(await change(it, [1], { rating: 5 })).toMatchObject({ changed: 1 });
  expect(it.organising.list({ limit: 5, offset: 0 })).toMatchObject({
    total: 1,
    items: [{ fields: [{ before: 3, after: 5 }] }],
  });
});

test('data.db is locked only for a tag that may be new', async () => {
  const canOthersWrite: boolean[] = [];
  const it = startOrganising({
    onStep(step) {
      if (step !== 'all images') return;
      const data = new Database(join(dirname(it.file), 'data.db'), { timeout: 0 });
      try {
        data.exec('BEGIN IMMEDIATE');
        canOthersWrite.push(true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'SQLITE_BUSY' });
        canOthersWrite.push(false);
      } finally {
        data.close();
      }
    },
  });
  await change(it, [1], { tags: { add: ['shoot|one'] } });
  await change(it, [1], { rating: 5, color_labels: ['blue'], title: 'One' });
  await change(it, [1], { tags: { remove: ['shoot|one'] } });
  expect(canOthersWrite).toEqual([false, true, true]);
  expect(await it.image(1)).toMatchObject({ stars: 5, tags: [], texts: { title: 'One' } });
});

test('many images are one change in one transaction', async () => {
  const it = startOrganising({ images: 1_000 });
  const ids = Array.from({ length: 1_000 }, (_, at) => at + 1);
  const result = await change(it, ids, { color_labels: { add: ['blue'] }, tags: { add: ['shoot|one'] } });
  expect(result.failed).toBe(0);
  expect(result.changed + result.unchanged).toBe(1_000);
  const undone = await it.organising.undo(result.change!, client);
  expect(undone.result.changed).toBe(result.changed);
});
