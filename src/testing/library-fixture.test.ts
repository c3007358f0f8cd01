import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLibrary } from './library-fixture.ts';
import { startWriter } from './start-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-fixture-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function ask(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

describe.each([[37], [56], [57]] as const)('a library of schema %i', (schema) => {
  test('is a sound database, in the form in which darktable leaves its own', () => {
    const { file, data } = makeLibrary({ folder, schema, images: 500 });
    expect(ask(file, `SELECT value FROM db_info WHERE key = 'version'`)).toEqual([{ value: String(schema) }]);
    expect(ask(file, 'PRAGMA page_size')).toEqual([{ page_size: 32_768 }]);
    expect(ask(file, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'delete' }]);
    for (const each of [file, data]) expect(ask(each, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(ask(file, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(ask(file, 'SELECT count(*) AS images, min(id) AS first, max(id) AS last FROM images')).toEqual([
      { images: 500, first: 1, last: 500 },
    ]);
  });

  test('has its indexes', () => {
    const { file, data } = makeLibrary({ folder, schema });
    const indexes = (each: string) =>
      ask(each, `SELECT name FROM sqlite_schema WHERE type = 'index'`).map(({ name }) => name);
    expect(indexes(file)).toEqual(
      expect.arrayContaining(['images_film_id_index', 'color_labels_idx', 'metadata_index']),
    );
    expect(indexes(data)).toContain('tags_name_idx');
  });
});

test('generated images are the same each time, and varied', () => {
  const all = `SELECT filename, flags, datetime_taken / 1000 AS taken, aspect_ratio FROM images`;
  const first = ask(makeLibrary({ folder, images: 1000 }).file, all);
  const { file } = makeLibrary({ folder, images: 1000 });
  expect(ask(file, all)).toEqual(first);
  const [counts] = ask(
    file,
    `SELECT count(DISTINCT film_id) AS rolls, count(DISTINCT flags & 15) AS ratings, count(DISTINCT model) AS models,
       count(DISTINCT lens) AS lenses, count(*) FILTER (WHERE datetime_taken IS NULL) AS undated,
       (SELECT count(DISTINCT color) FROM color_labels) AS labels FROM images`,
  );
  expect(counts).toMatchObject({ rolls: 50, models: 4, labels: 5 });
  expect(counts!.ratings).toBeGreaterThan(6);
  expect(counts!.lenses).toBeGreaterThan(6);
  expect(counts!.undated).toBeGreaterThan(0);
});

test('images can be added and changed afterwards', () => {
  const library = makeLibrary({ folder, images: [{ id: 5, tags: ['sea'], film: '/a' }] });
  library.add([{ tags: ['sea'], film: '/a' }, { film: '/b' }]);
  library.change('UPDATE images SET flags = 3 WHERE id = ?', 6);
  expect(ask(library.file, 'SELECT id, film_id, flags & 7 AS stars FROM images ORDER BY id')).toEqual([
    { id: 5, film_id: 1, stars: 0 },
    { id: 6, film_id: 1, stars: 3 },
    { id: 7, film_id: 2, stars: 0 },
  ]);
  expect(ask(library.data, `SELECT count(*) AS tags FROM tags WHERE name = 'sea'`)).toEqual([{ tags: 1 }]);
});

describe('the writer', () => {
  test('stores stars and label of an image together, as often as it was told', async () => {
    const { file } = makeLibrary({ folder, images: 20 });
    await using writer = await startWriter({ library: file, commitsPerSecond: 500, seconds: 0.1, images: 10 });
    const { commits, failed, changes } = await writer.result;
    expect({ commits, failed, changes: changes.length }).toEqual({ commits: 50, failed: 0, changes: 50 });
    const rows = ask(
      file,
      `SELECT flags & 7 AS stars, (SELECT group_concat(color) FROM color_labels WHERE imgid = id) AS colors
       FROM images WHERE id <= 10`,
    );
    expect(rows.map(({ colors }) => colors)).toEqual(rows.map(({ stars }) => String(stars)));
  });

  test('ends early when it is stopped, and tells what it did', async () => {
    const { file } = makeLibrary({ folder, images: 20 });
    await using writer = await startWriter({ library: file, commitsPerSecond: 50, seconds: 600 });
    expect((await writer.stop()).failed).toBe(0);
  });

  test('says so when there is nothing to write to', async () => {
    await expect(
      startWriter({ library: path.join(folder, 'none', 'x.db'), commitsPerSecond: 1, seconds: 1 }),
    ).rejects.toThrow(/ended without a result: .*unable to open database file/s);
  });
});
