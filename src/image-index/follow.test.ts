import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FilmQuery, ImageQuery, NameQuery, SORT_KEYS } from '../contract/image-query.ts';
import { indexOfTest } from '../testing/index-of-test.ts';
import { generatedImages } from '../testing/library-generator.ts';
import { naiveList } from '../testing/naive-lists.ts';

const three = [
  { id: 1, filename: 'one.jpg', stars: 1, tags: ['sea'], title: 'Waves' },
  { id: 2, filename: 'two.jpg', stars: 2, labels: ['red'] as const, maker: 'Leica' },
  { id: 3, filename: 'three.jpg', stars: 3, film: '/photos/other' },
];

test.each(['9223372036854775807', '-9223372036854775808', '9007199254740992'])(
  'an image with the number %s is left out, and that is said; the others are there and go on changing',
  async (number) => {
    const { fixture, library, index, ids } = await indexOfTest({ images: three });
    fixture.change(`UPDATE images SET id = ${number} WHERE id = 2`);
    fixture.change(`UPDATE color_labels SET imgid = ${number} WHERE imgid = 2`);
    await expect.poll(() => ids({ sort_by: 'id' })).toEqual([1, 3]);
    expect(await library.image(3)).toMatchObject({ id: 3 });
    await expect.poll(() => library.state()).toMatchObject({ status: 'ready', images: 2, leftOut: 1 });
    expect(library.state().message).toMatch(/2 images in .*1 more is left out/);
    // A missing image is noticed in spite of the odd one.
    fixture.change('DELETE FROM images WHERE id = 1');
    await expect.poll(() => ids()).toEqual([3]);
    fixture.change('INSERT INTO color_labels VALUES (3, 2)');
    await expect.poll(() => ids({ color_label: 'green' })).toEqual([3]);
    fixture.change('DELETE FROM color_labels WHERE imgid = 3');
    await expect.poll(() => ids({ color_label: 'green' })).toEqual([]);
    // And when built from nothing, as on the first start.
    await index.close();
    const again = await indexOfTest({ images: [] });
    again.fixture.add(three);
    again.fixture.change(`UPDATE images SET id = ${number} WHERE id = 2`);
    await expect.poll(() => again.ids({ sort_by: 'id' })).toEqual([1, 3]);
  },
);

/** What somebody does in darktable, then the query, then the images it must find. */
const changes: [string, string[], Record<string, string>, number[]][] = [
  ['a rating', ['UPDATE images SET flags = (flags & ~7) | 5 WHERE id = 1'], { rating: '5' }, [1]],
  ['a reject', ['UPDATE images SET flags = flags | 8 WHERE id = 2'], { rating: '-1' }, [2]],
  ['a new label', ['INSERT INTO color_labels VALUES (3, 2)'], { color_label: 'green' }, [3]],
  ['a label taken off', ['DELETE FROM color_labels WHERE imgid = 2'], { color_label: 'red' }, []],
  ['another label', ['UPDATE color_labels SET color = 4 WHERE imgid = 2'], { color_label: 'purple' }, [2]],
  [
    'a tag attached',
    ["INSERT INTO tagged_images SELECT 2, id, 0 FROM data.tags WHERE name = 'sea'"],
    { tag: 'sea' },
    [1, 2],
  ],
  ['a tag detached', ['DELETE FROM tagged_images WHERE imgid = 1'], { tag: 'sea' }, []],
  ['a tag renamed', ["UPDATE data.tags SET name = 'water|sea' WHERE name = 'sea'"], { tag: 'water' }, [1]],
  ['a title', ["INSERT INTO meta_data VALUES (3, 2, 'Calm')"], { search: 'calm' }, [3]],
  ['another title', ["UPDATE meta_data SET value = 'Surf' WHERE id = 1"], { search: 'surf' }, [1]],
  ['a title taken away', ['DELETE FROM meta_data'], { search: 'waves' }, []],
  [
    'a film roll that moved',
    ["UPDATE film_rolls SET folder = '/archive' WHERE folder = '/photos/other'"],
    { search: 'archive' },
    [3],
  ],
  [
    'an image that moved',
    ['UPDATE images SET film_id = (SELECT film_id FROM images WHERE id = 3) WHERE id = 1'],
    { search: 'photos/other' },
    [1, 3],
  ],
  [
    'an edit',
    ["INSERT INTO history_hash (imgid, basic_hash, current_hash) VALUES (2, x'01', x'02')"],
    { is_edited: '1' },
    [2],
  ],
  [
    'the moment of an edit',
    ['UPDATE images SET change_timestamp = 62135596800000000 + 1714564800000000 WHERE id = 3'],
    { changed_since: '2024-05-01T14:00:00+02:00' },
    [3],
  ],
  ['stars taken back', ['UPDATE images SET flags = flags & ~7 WHERE id = 2'], { undecided: '1' }, [2]],
  [
    'a reject without stars',
    ['UPDATE images SET flags = (flags & ~7) | 8 WHERE id = 2'],
    { undecided: 'false' },
    [1, 2, 3],
  ],
  [
    'the first tag',
    ["INSERT INTO tagged_images SELECT 2, id, 0 FROM data.tags WHERE name = 'sea'"],
    { has_tag: '1' },
    [1, 2],
  ],
  ['the last tag', ['DELETE FROM tagged_images WHERE imgid = 1'], { has_tag: 'true' }, []],
  [
    "darktable's own tags alone",
    ["UPDATE data.tags SET name = 'darktable|sea' WHERE name = 'sea'"],
    { has_tag: '1' },
    [],
  ],
  ['a group', ['UPDATE images SET group_id = 2 WHERE id = 3'], { group: 'leaders' }, [1, 2]],
  ['another leader', ['UPDATE images SET group_id = 3 WHERE id IN (2, 3)'], { group: 'leaders' }, [1, 3]],
  [
    'a group whose leader is removed',
    ['UPDATE images SET group_id = 2', 'DELETE FROM images WHERE id = 2'],
    { group: 'leaders' },
    // Both are as near to it.
    [3],
  ],
  ['a new name', ["UPDATE images SET filename = 'zwei.jpg' WHERE id = 2"], { search: 'zwei' }, [2]],
  [
    'a date',
    ['UPDATE images SET datetime_taken = 62135596800000000 + 946684800000000 WHERE id = 3'],
    { to: '2000-01-01' },
    [3],
  ],
  ['an image removed', ['DELETE FROM images WHERE id = 2'], {}, [1, 3]],
  ['all images removed', ['DELETE FROM images'], {}, []],
  [
    'an image removed and another imported',
    [
      'DELETE FROM images WHERE id = 1',
      "INSERT INTO images (id, film_id, filename, flags) VALUES (9, 1, 'nine.jpg', 2)",
    ],
    {},
    [2, 3, 9],
  ],
  [
    'an id between the others',
    [
      'DELETE FROM images WHERE id = 2',
      "INSERT INTO images (id, film_id, filename, flags) VALUES (2, 1, 'again.jpg', 4)",
    ],
    { rating: '4' },
    [2],
  ],
];

describe.each([37, 57] as const)('schema %i', (schema) => {
  test.each(changes)('%s shows in the next list', async (_, statements, query, expected) => {
    const it = await indexOfTest({ images: three, schema });
    const before = await it.list();
    // What was asked once is not kept beyond the change.
    await it.ids(query);
    for (const sql of statements) it.fixture.change(sql);
    await it.index.settled();
    expect(await it.ids({ ...query, sort_by: 'id' })).toEqual(expected);
    const after = await it.list();
    expect(after.generation).toBeGreaterThan(before.generation);
    for (const item of after.items) expect(item).toEqual((await it.library.image(item.id))!.record);
  });

  test('a camera that gets another name in its table shows it', async () => {
    const it = await indexOfTest({ images: three, schema });
    it.fixture.change(
      schema === 57
        ? "UPDATE makers SET name = 'Ernst' WHERE name = 'Leica'"
        : "UPDATE images SET maker = 'Ernst' WHERE id = 2",
    );
    await it.index.settled();
    expect(await it.ids({ search: 'ernst' })).toEqual([2]);
  });

  test('edits in the darkroom change the key of the history, and thumbnails alone change nothing', async () => {
    const it = await indexOfTest({ images: [{ id: 1 }], schema });
    const key = async () => (await it.index.listImages(ImageQuery.parse({}))).images[0]!.historyKey;
    expect(await key()).toBe('0');
    it.fixture.change("INSERT INTO history_hash (imgid, current_hash) VALUES (1, x'0102')");
    await it.index.settled();
    const { generation } = it.index.status();
    expect(await key()).toBe('0102');
    it.fixture.change("UPDATE history_hash SET mipmap_hash = x'0102'");
    await it.index.settled();
    expect(it.index.status().generation).toBe(generation);
  });
});

test('nothing changed: no new generation, and no image is rendered again', async () => {
  const it = await indexOfTest({ images: three });
  const { generation } = await it.list();
  it.fixture.change('UPDATE images SET write_timestamp = 5');
  await it.index.settled();
  expect((await it.list()).generation).toBe(generation);
});

test('a list asked right after a change has it, without anybody waiting for the index', async () => {
  // Busy machines need this long.
  const it = await indexOfTest({ images: 500, waitMs: 30_000 });
  for (let stars = 0; stars <= 5; stars++) {
    it.fixture.change('UPDATE images SET flags = (flags & ~15) | ? WHERE id = 77', stars);
    const { items } = await it.list({ sort_by: 'id', limit: '1', offset: '76' });
    expect(items[0]!.rating).toBe(stars);
  }
});

test('listeners are told of a new generation once it can be listed', async () => {
  const it = await indexOfTest({ images: three });
  const told = new Promise<{ generation: number; images: number }>((resolve) =>
    it.events.once('index.changed', resolve),
  );
  it.fixture.add([{ id: 8 }]);
  const news = await told;
  expect(news.images).toBe(4);
  expect(it.index.status()).toMatchObject({ state: 'ready', images: 4, generation: news.generation, progress: null });
  expect((await it.list()).total).toBe(4);
});

test('whatever is changed, and in whichever order, lists and names are those of the library', async () => {
  const it = await indexOfTest({
    images: [...generatedImages(120)].map((image, number) => ({ ...image, id: number * 2 + 1 })),
  });
  const id = fc.integer({ min: 1, max: 260 });
  const anyChange = fc.oneof(
    id.map(
      (image) => `UPDATE images SET flags = (flags & ~15) | ${image % 6} WHERE id BETWEEN ${image} AND ${image + 9}`,
    ),
    id.map((image) => `UPDATE images SET filename = '${image % 2 ? 'x' : 'X'}${image % 7}.jpg' WHERE id = ${image}`),
    id.map((image) => `UPDATE images SET version = ${image % 4} WHERE id % 6 = ${image % 6}`),
    id.map(
      (image) =>
        `UPDATE images SET datetime_taken = ${image % 3 ? '-1' : '63850000000000000'} WHERE id % 40 = ${image % 40}`,
    ),
    id.map((image) => `DELETE FROM images WHERE id = ${image}`),
    id.map((image) => `DELETE FROM images WHERE id BETWEEN ${image} AND ${image + 15}`),
    id.map(
      (image) =>
        `INSERT OR IGNORE INTO images (id, group_id, film_id, filename, flags) VALUES (${image}, ${image}, ${(image % 4) + 1}, 'n${image}.nef', 64)`,
    ),
    id.map(
      (image) => `INSERT OR IGNORE INTO color_labels SELECT id, ${image % 5} FROM images WHERE id % 9 = ${image % 9}`,
    ),
    id.map((image) => `DELETE FROM color_labels WHERE imgid % 3 = ${image % 3}`),
    id.map(
      (image) =>
        `INSERT OR IGNORE INTO tagged_images SELECT id, ${(image % 8) + 1}, 0 FROM images WHERE id % 11 = ${image % 11}`,
    ),
    id.map((image) => `DELETE FROM tagged_images WHERE tagid = ${(image % 8) + 1}`),
    id.map((image) => `UPDATE data.tags SET name = 'tag ${image}' WHERE id = ${(image % 8) + 1}`),
    id.map((image) => `UPDATE film_rolls SET folder = '/roll ${image % 5}' WHERE id = ${(image % 4) + 1}`),
    id.map(
      (image) =>
        `INSERT OR REPLACE INTO meta_data SELECT id, 2, 'title ${image % 4}' FROM images WHERE id % 13 = ${image % 13}`,
    ),
    id.map((image) => `DELETE FROM meta_data WHERE id % 5 = ${image % 5}`),
    id.map((image) => `UPDATE images SET group_id = ${image} WHERE id BETWEEN ${image - 3} AND ${image + 2}`),
  );
  const check = async () => {
    await it.index.settled();
    const { items: records, total } = await it.list({ limit: '500', sort_by: 'id' });
    const inLibrary = await it.library.read((reader) => reader.all('SELECT id FROM images ORDER BY id'));
    expect(records.map(({ id }) => ({ id }))).toEqual(inLibrary.map((row) => ({ ...(row as { id: number }) })));
    expect(total).toBe(records.length);
    for (const record of records) expect(record).toEqual((await it.library.image(record.id))!.record);
    const tags = (await it.index.listTags(NameQuery.parse({ limit: '500' }))).items;
    const tagIds = new Map(tags.map((tag) => [tag.id, tag.name]));
    for (const tag of tags)
      expect(tag.count).toBe(records.filter(({ tags: names }) => names.includes(tag.name)).length);
    for (const film of (await it.index.listFilms(FilmQuery.parse({ limit: '500' }))).items) {
      expect(film.count).toBe(records.filter(({ film_roll }) => film_roll === film.folder).length);
    }
    for (const sort_by of SORT_KEYS) {
      for (const sort_dir of ['asc', 'desc'] as const) {
        for (const filter of [
          {},
          { rating_min: '2' },
          { search: 'x' },
          { tag: '3' },
          { has_tag: '0' },
          { group: 'leaders' },
        ]) {
          const query = ImageQuery.parse({ ...filter, sort_by, sort_dir, limit: '500' });
          const page = await it.index.listImages(query);
          expect(page.images.map(({ id }) => id)).toEqual(naiveList(records, query, tagIds));
        }
      }
    }
  };
  await check();
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 4 }), async (statements) => {
      for (const sql of statements) it.fixture.change(sql);
      await check();
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('a library in write-ahead logging is followed too', async () => {
  const it = await indexOfTest({ images: three });
  const other = new DatabaseSync(it.fixture.file);
  other.exec('PRAGMA journal_mode = WAL');
  other.exec('UPDATE images SET flags = (flags & ~7) | 4 WHERE id = 1');
  await it.index.settled();
  expect(await it.ids({ rating: '4' })).toEqual([1]);
  other.exec('UPDATE images SET flags = (flags & ~7) | 5 WHERE id = 1');
  await it.index.settled();
  expect(await it.ids({ rating: '5' })).toEqual([1]);
  other.close();
});
