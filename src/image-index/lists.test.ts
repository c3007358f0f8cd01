import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FilmQuery, NameQuery, TagBranchQuery } from '../contract/image-query.ts';
import { unpackDarktable5Library } from '../testing/darktable-5-library.ts';
import type { FixtureImage } from '../testing/library-fixture.ts';
import { indexOfTest } from '../testing/index-of-test.ts';
import { startIndex, type TestIndex } from '../testing/start-index.ts';

const hash = (byte: number) => new Uint8Array(16).fill(byte);

/** A few images whose position in any list is obvious from reading this. */
const few: FixtureImage[] = [
  {
    id: 1,
    filename: 'b.jpg',
    film: '/photos/2023',
    stars: 0,
    taken: '2023-01-01T10:00:00',
    imported: 3000,
    changed: 50,
    groupId: 2,
  },
  {
    id: 2,
    filename: 'A.NEF',
    film: '/photos/2023',
    stars: 3,
    taken: '2023-06-30T23:59:59.999',
    raw: true,
    imported: 1000,
    labels: ['red'],
    // As imported, and with an automatic preset: neither is an edit.
    hash: { basic: hash(1), current: hash(1) },
  },
  {
    id: 3,
    filename: 'c.jpg',
    title: 'Low tide',
    film: '/photos/Ærø',
    stars: 5,
    taken: null,
    imported: 2000,
    changed: 20,
    labels: ['blue', 'red'],
    tags: ['places|iceland'],
    hash: { basic: hash(1), auto: hash(2), current: hash(3) },
  },
  {
    id: 4,
    filename: 'á.jpg',
    film: '/photos/aero 2',
    rejected: true,
    stars: 4,
    taken: '2023-07-01T00:00:00',
    imported: null,
    tags: ['places', 'people|Anna'],
    hash: { auto: hash(2), current: hash(2) },
  },
  {
    id: 7,
    filename: 'B.jpg',
    version: 1,
    film: '/photos/2023',
    stars: 3,
    taken: '2024-02-29T12:30:15.250',
    hdr: true,
    imported: 1000,
    labels: ['green'],
    tags: ['placesque'],
    // Its leader is gone.
    groupId: 6,
    hash: { current: hash(4) },
  },
  {
    id: 9,
    filename: 'd.jpg',
    film: '/photos/Ærø',
    stars: 1,
    taken: '2023-01-01T10:00:00',
    imported: 5000,
    changed: 50,
    groupId: 3,
    tags: ['places|iceland|North'],
    lat: 64,
    lon: -19,
    aspectRatio: null,
    width: null,
  },
];

const filters: [Record<string, string>, number[]][] = [
  [{}, [1, 2, 3, 4, 7, 9]],
  [{ rating: '3' }, [2, 7]],
  [{ rating: '-1' }, [4]],
  [{ rating: '0' }, [1]],
  [{ rating_min: '3' }, [2, 3, 7]],
  [{ rating_max: '0' }, [1, 4]],
  [{ rating_min: '0', rating_max: '3' }, [1, 2, 7, 9]],
  [{ rating_min: '4', rating_max: '2' }, []],
  [{ film_id: '2' }, [3, 9]],
  [{ film_id: '99' }, []],
  [{ film_id: '1,2' }, [1, 2, 3, 7, 9]],
  [{ not_film_id: '1' }, [3, 4, 9]],
  [{ not_film_id: '1,2,99' }, [4]],
  [{ film_roll: '2023' }, [1, 2, 7]],
  [{ film_roll: '/PHOTOS/ærø/' }, [3, 9]],
  [{ film_roll: 'aero' }, [3, 9]],
  [{ film_roll: 'photos' }, []],
  [{ is_duplicate: 'true' }, [7]],
  [{ is_duplicate: 'false', rating: '3' }, [2]],
  [{ in_group: 'true' }, [1, 2, 3, 9]],
  [{ in_group: '0', rating: '3' }, [7]],
  [{ has_place: 'true' }, [9]],
  [{ has_place: 'false', rating_min: '3' }, [2, 3, 7]],
  [{ title: 'LOW tide' }, [3]],
  [{ title: 'iceland' }, []],
  [{ from: '2023-06-30' }, [2, 4, 7]],
  [{ to: '2023-06-30' }, [1, 2, 9]],
  [{ to: '2023-06-30T23:59' }, [1, 2, 9]],
  [{ to: '2023-06-30T23:59:58' }, [1, 9]],
  [{ from: '2023-07-01T00:00:00', to: '2023-07-01T00:00:00' }, [4]],
  [{ from: '2024-02-29T12:30:15.250' }, [7]],
  [{ from: '2024-02-29T12:30:15.251' }, []],
  [{ color_label: 'red' }, [2, 3]],
  [{ color_label: 'green,3' }, [3, 7]],
  [{ color_label: 'purple' }, []],
  [{ is_raw: 'true' }, [2]],
  [{ is_raw: '0' }, [1, 3, 4, 7, 9]],
  [{ is_hdr: '1' }, [7]],
  [{ is_hdr: 'false', rating_min: '3' }, [2, 3]],
  [{ is_edited: 'true' }, [3, 7]],
  [{ is_edited: '0' }, [1, 2, 4, 9]],
  [{ is_edited: '1', is_hdr: '1' }, [7]],
  [{ has_tag: 'true' }, [3, 4, 7, 9]],
  [{ has_tag: '0' }, [1, 2]],
  [{ undecided: 'true' }, [1]],
  [{ undecided: 'false' }, [2, 3, 4, 7, 9]],
  [{ undecided: '1', rating_min: '1' }, []],
  [{ undecided: '0', has_tag: 'false' }, [2]],
  [{ changed_since: '1970-01-01T00:00:00.020Z' }, [1, 3, 9]],
  [{ changed_since: '1970-01-01T05:30:00.021+05:30' }, [1, 9]],
  [{ changed_since: '1969-12-31 19:00:00.051-0500' }, []],
  [{ changed_since: '1969-12-30' }, [1, 3, 9]],
  [{ group: 'leaders' }, [2, 3, 4, 7]],
  [{ group: 'leaders', has_tag: 'true' }, [3, 4, 7]],
  // Of a group whose leader does not fit, the nearest that does.
  [{ group: 'leaders', undecided: 'true' }, [1]],
  [{ group: 'leaders', rating_min: '0', rating_max: '3' }, [2, 7, 9]],
  [{ group: 'leaders', search: 'north' }, [9]],
  [{ group: 'leaders', changed_since: '1970-01-01T00:00:00Z', search: 'iceland' }, [3]],
  // A word asks for the leader itself.
  [{ search: 'is:leader', undecided: 'true' }, []],
  [{ tag: 'places' }, [3, 4, 9]],
  [{ tag: 'places|iceland' }, [3, 9]],
  [{ tag: 'places|iceland|' }, [3, 9]],
  [{ tag: 'people' }, [4]],
  [{ tag: 'PLACES|Iceland' }, [3, 9]],
  [{ tag: 'iceland' }, []],
  [{ tag: '|iceland' }, [3, 9]],
  [{ tag: '|NORTH' }, [9]],
  // There is such a full name.
  [{ tag: '|places' }, [3, 4, 9]],
  [{ tag: '|land' }, []],
  [{ tag: 'no such tag' }, []],
  [{ tag: 'darktable' }, []],
  [{ tag: 'darktable|format|jpg' }, []],
  [{ search: 'b.jpg' }, [1, 7]],
  [{ search: 'B.JPG' }, [1, 7]],
  [{ search: 'iceland' }, [3, 9]],
  [{ search: 'iceland north' }, [9]],
  [{ search: 'aero' }, [3, 4, 9]],
  [{ search: '"aero 2"' }, [4]],
  [{ search: '2023 anna' }, []],
  [{ search: '  ' }, [1, 2, 3, 4, 7, 9]],
  [{ search: '"' }, [1, 2, 3, 4, 7, 9]],
  [{ search: 'iceland', rating: '5' }, [3]],
  [{ search: '-iceland' }, [1, 2, 4, 7]],
  [{ search: 'aero -north' }, [3, 4]],
  [{ search: '-"aero 2" stars:>=3' }, [2, 3, 7]],
  [{ search: 'north OR b.jpg' }, [1, 7, 9]],
  [{ search: '-raw OR is:raw' }, [1, 2, 3, 4, 7, 9]],
  [{ search: 'aero tag:anna OR stars:1' }, [4, 9]],
  [{ search: 'tag:iceland' }, [3, 9]],
  [{ search: 'tag:placesque OR tag:people' }, [4, 7]],
  [{ search: '-tag:places' }, [1, 2, 7]],
  // A word with 'without' finds unknown, too.
  [{ search: '-date:2023' }, [3, 7]],
  [{ search: 'date:2023-06' }, [2]],
  [{ search: 'roll:"aero 2"' }, [4]],
  [{ search: '-roll:2023 label:red,blue' }, [3]],
  [{ search: 'title:tide -title:low' }, []],
  [{ search: 'stars:<=1' }, [1, 9]],
  [{ search: '-stars:0..5' }, [4]],
  [{ search: 'is:rejected OR is:hdr' }, [4, 7]],
  [{ search: 'no:tag' }, [1, 2]],
  [{ search: 'no:label' }, [1, 4, 9]],
  [{ search: '-no:label -no:tag' }, [3, 7]],
  // Nothing of this kind means all images.
  [{ search: 'iso:abc' }, []],
  [{ search: '-iso:abc' }, []],
  [{ search: 'tag:' }, []],
  [{ search: 'unknown:word' }, []],
];

const orders: [string, number[]][] = [
  ['id asc', [1, 2, 3, 4, 7, 9]],
  ['id desc', [9, 7, 4, 3, 2, 1]],
  ['filename asc', [4, 2, 7, 1, 3, 9]],
  ['filename desc', [9, 3, 7, 1, 2, 4]],
  ['datetime_taken asc', [1, 9, 2, 4, 7, 3]],
  ['datetime_taken desc', [7, 4, 2, 1, 9, 3]],
  ['import_timestamp asc', [2, 7, 3, 1, 9, 4]],
  ['import_timestamp desc', [9, 1, 3, 2, 7, 4]],
  ['change_timestamp asc', [3, 1, 9, 2, 7, 4]],
  ['change_timestamp desc', [1, 9, 3, 2, 7, 4]],
  ['rating asc', [4, 1, 9, 2, 7, 3]],
  ['rating desc', [3, 2, 7, 9, 1, 4]],
  ['film_roll asc', [2, 7, 1, 3, 9, 4]],
  ['film_roll desc', [4, 3, 9, 2, 7, 1]],
  ['aspect_ratio asc', [2, 7, 1, 3, 4, 9]],
  ['aspect_ratio desc', [2, 7, 1, 3, 4, 9]],
];

describe.each([37, 57] as const)('lists of a library of schema %i', (schema) => {
  let it: TestIndex;
  beforeAll(async () => void (it = await startIndex({ images: few, schema })));
  afterAll(() => it.close());

  test.each(filters)('%j finds %j', async (query, expected) => {
    const { items, total } = await it.list({ ...query, sort_by: 'id' });
    expect(items.map(({ id }) => id)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test.each(orders)('sorted by %s', async (order, expected) => {
    const [sort_by, sort_dir] = order.split(' ') as [string, string];
    expect(await it.ids({ sort_by, sort_dir })).toEqual(expected);
    const paged = [];
    for (let offset = 0; offset < 8; offset += 2)
      paged.push(...(await it.ids({ sort_by, sort_dir, limit: '2', offset: `${offset}` })));
    expect(paged).toEqual(expected);
  });

  test('numbers compare as they are printed, names whole, and unknown lies in no range', async () => {
    const it = await indexOfTest({
      images: [
        {
          id: 1,
          model: 'Canon EOS 5D',
          lens: 'EF 50mm',
          aperture: 2.79999995,
          focalLength: Math.fround(49.6),
          exposure: Math.fround(1 / 60),
          iso: 100,
          width: 6016,
          height: 4016,
        },
        {
          id: 2,
          model: 'Canon EOS 5D Mark II',
          lens: 'EF 50mm II',
          aperture: Math.fround(3.2),
          focalLength: 50,
          exposure: 0.3333,
          iso: 100.4,
          width: 6000,
          height: 4042,
        },
        {
          id: 3,
          maker: 'Nikon',
          model: null,
          lens: null,
          aperture: null,
          focalLength: null,
          exposure: null,
          iso: null,
          taken: null,
          width: null,
        },
      ],
    });
    const cases: [Record<string, string>, number[]][] = [
      [{ aperture_min: '2.8', aperture_max: '2.8' }, [1]],
      [{ aperture_min: '0' }, [1, 2]],
      [{ aperture_max: '1000' }, [1, 2]],
      [{ focal_length_min: '50', focal_length_max: '50' }, [1, 2]],
      [{ iso_max: '100' }, [1, 2]],
      [{ megapixels_min: '24.2' }, [1, 2]],
      [{ megapixels_min: '24.3' }, [2]],
      [{ megapixels_max: '24.2' }, [1]],
      [{ exposure_min: '1/60', exposure_max: '0.0167' }, [1]],
      [{ exposure_min: '1/60' }, [1, 2]],
      [{ exposure_max: '1/61' }, []],
      [{ exposure_min: '0.3', exposure_max: '0.3' }, [2]],
      [{ unknown: 'exposure' }, [3]],
      // Words of a search find the same.
      [{ search: 'f:2.8' }, [1]],
      [{ search: 'f:>2.8' }, [2]],
      [{ search: '-f:2.8' }, [2, 3]],
      [{ search: 'iso:<=100 mm:50' }, [1, 2]],
      [{ search: 'iso:>100 OR no:iso' }, [3]],
      [{ search: 'exposure:1/60' }, [1]],
      [{ search: 'exposure:>1/60' }, [2]],
      [{ search: 'mp:24.2' }, [1]],
      [{ search: 'camera:"canon eos 5d"' }, [1]],
      [{ search: 'camera:"Canon EOS 5D Mark II" OR camera:Nikon' }, [2, 3]],
      [{ search: '-lens:"EF 50mm"' }, [2, 3]],
      [{ search: 'no:camera OR no:date' }, [3]],
      [{ camera: 'canon eos 5d' }, [1]],
      [{ camera: 'nikon' }, [3]],
      [{ lens: 'EF 50mm' }, [1]],
      [{ unknown: 'aperture,lens' }, [3]],
      [{ unknown: 'camera' }, []],
      [{ unknown: 'datetime_taken', hour: '12' }, []],
      [{ search: 'canon eos' }, [1, 2]],
    ];
    for (const [query, found] of cases)
      expect(await it.ids({ ...query, sort_by: 'id' }), JSON.stringify(query)).toEqual(found);
  });

  test('the newest picture comes first when nothing is asked, and ascending is the default of the other keys', async () => {
    expect(await it.ids()).toEqual(await it.ids({ sort_by: 'datetime_taken', sort_dir: 'desc' }));
    expect(await it.ids({ sort_by: 'rating' })).toEqual(await it.ids({ sort_by: 'rating', sort_dir: 'asc' }));
  });

  test('a tag can be named by its id, and its whole branch comes with it', async () => {
    const { items } = await it.index.listTags(NameQuery.parse({ search: 'iceland' }));
    const iceland = items.find(({ name }) => name === 'places|iceland')!;
    expect(await it.ids({ tag: String(iceland.id), sort_by: 'id' })).toEqual([3, 9]);
  });

  test('an offset beyond the end gives nothing, and still the total', async () => {
    expect(await it.list({ offset: '6' })).toMatchObject({ items: [], total: 6 });
    expect(await it.list({ offset: String(Number.MAX_SAFE_INTEGER) })).toMatchObject({ items: [], total: 6 });
  });

  test('records are those of the library itself', async () => {
    const { items } = await it.list();
    for (const item of items) expect(item).toEqual((await it.library.image(item.id))!.record);
  });

  test('tags come by name with their place in the tree and the images that carry them', async () => {
    const { items, total } = await it.index.listTags(NameQuery.parse({}));
    expect(total).toBe(5);
    expect(items.map(({ name, parent, leaf, count }) => ({ name, parent, leaf, count }))).toEqual([
      { name: 'people|Anna', parent: 'people', leaf: 'Anna', count: 1 },
      { name: 'places', parent: null, leaf: 'places', count: 1 },
      { name: 'places|iceland', parent: 'places', leaf: 'iceland', count: 1 },
      { name: 'places|iceland|North', parent: 'places|iceland', leaf: 'North', count: 1 },
      { name: 'placesque', parent: null, leaf: 'placesque', count: 1 },
    ]);
  });

  test('film rolls come by folder with the time that they span', async () => {
    const { items, total } = await it.index.listFilms(FilmQuery.parse({}));
    expect(total).toBe(3);
    expect(items).toEqual([
      {
        id: 1,
        folder: '/photos/2023',
        name: '2023',
        count: 3,
        first_taken: '2023-01-01T10:00:00',
        last_taken: '2024-02-29T12:30:15.250',
      },
      {
        id: 2,
        folder: '/photos/Ærø',
        name: 'Ærø',
        count: 2,
        first_taken: '2023-01-01T10:00:00',
        last_taken: '2023-01-01T10:00:00',
      },
      {
        id: 3,
        folder: '/photos/aero 2',
        name: 'aero 2',
        count: 1,
        first_taken: '2023-07-01T00:00:00',
        last_taken: '2023-07-01T00:00:00',
      },
    ]);
  });

  test.each([
    [{}, ['/photos/2023', '/photos/Ærø', '/photos/aero 2']],
    [{ sort_dir: 'desc' }, ['/photos/aero 2', '/photos/Ærø', '/photos/2023']],
    [{ sort_by: 'last_taken' }, ['/photos/2023', '/photos/aero 2', '/photos/Ærø']],
    [{ sort_by: 'last_taken', sort_dir: 'asc' }, ['/photos/Ærø', '/photos/aero 2', '/photos/2023']],
    [{ sort_by: 'last_taken', limit: '1', offset: '1' }, ['/photos/aero 2']],
  ])('film rolls in the order %j', async (query, folders) => {
    const { items } = await it.index.listFilms(FilmQuery.parse(query));
    expect(items.map(({ folder }) => folder)).toEqual(folders);
  });

  test('the tree of tags is listed level by level and page by page', async () => {
    const level = async (query: Record<string, string>) => {
      const { items, total } = await it.index.listTagBranches(TagBranchQuery.parse(query));
      return { total, items: items.map(({ name, count, below, id }) => [name, count, below, id !== null]) };
    };
    expect(await level({})).toEqual({
      total: 3,
      items: [
        ['people', 0, 1, false],
        ['places', 1, 1, true],
        ['placesque', 1, 0, true],
      ],
    });
    expect(await level({ limit: '1', offset: '2' })).toEqual({ total: 3, items: [['placesque', 1, 0, true]] });
    expect(await level({ parent: 'places' })).toEqual({ total: 1, items: [['places|iceland', 1, 1, true]] });
    expect(await level({ parent: 'nowhere' })).toEqual({ total: 0, items: [] });
  });

  test.each([
    [{ search: 'ICELAND' }, ['places|iceland', 'places|iceland|North'], 2],
    [{ search: 's|ice' }, ['places|iceland', 'places|iceland|North'], 2],
    [{ search: 'places', limit: '1', offset: '1' }, ['places|iceland'], 4],
    [{ search: 'nothing' }, [], 0],
    [{ offset: '3' }, ['places|iceland|North', 'placesque'], 5],
  ])('tags asked with %j', async (query, names, total) => {
    const found = await it.index.listTags(NameQuery.parse(query));
    expect(found.items.map(({ name }) => name)).toEqual(names);
    expect(found.total).toBe(total);
  });

  test.each([
    [{ search: 'AERO' }, ['/photos/Ærø', '/photos/aero 2'], 2],
    [{ search: 'photos', limit: '1', offset: '2' }, ['/photos/aero 2'], 3],
    [{ search: '"' }, [], 0],
  ])('film rolls asked with %j', async (query, folders, total) => {
    const found = await it.index.listFilms(FilmQuery.parse(query));
    expect(found.items.map(({ folder }) => folder)).toEqual(folders);
    expect(found.total).toBe(total);
  });
});

test('a 6 in place of stars is a reject, as in darktable, and a 7 is five stars', async () => {
  const it = await indexOfTest({ images: [{ id: 1 }, { id: 2 }, { id: 3, stars: 5 }] });
  it.fixture.change('UPDATE images SET flags = (flags & ~15) | id + 5 WHERE id < 3');
  await it.index.settled();
  expect(await it.ids({ rating: '-1' })).toEqual([1]);
  expect(await it.ids({ rating: '5', sort_by: 'id' })).toEqual([2, 3]);
  expect(await it.ids({ rating_min: '0', sort_by: 'id' })).toEqual([2, 3]);
  await expect(it.library.image(1)).resolves.toMatchObject({ record: { rating: -1 } });
});

test('images of one second stand by file name, then version, then id, upwards and downwards', async () => {
  const taken = '2024-05-01T12:00:00';
  const named = (id: number, filename: string, version = 0) => ({ id, filename, version, taken });
  const it = await indexOfTest({
    images: [
      named(1, '8225.jpg'),
      named(2, '8223.jpg', 1),
      named(3, '8224.jpg'),
      named(4, '8226.jpg'),
      named(5, '8223.jpg'),
      named(6, '8223.jpg', 12),
      named(7, 'a.jpg'),
      named(8, 'B.NEF'),
      named(9, 'a.jpg'),
    ],
  });
  const order = [5, 2, 6, 3, 1, 4, 8, 7, 9];
  for (const sort_by of ['datetime_taken', 'rating', 'film_roll', 'aspect_ratio']) {
    for (const sort_dir of ['asc', 'desc']) expect(await it.ids({ sort_by, sort_dir })).toEqual(order);
  }
  expect(await it.ids({ sort_by: 'filename' })).toEqual([5, 2, 6, 3, 1, 4, 7, 9, 8]);
  expect(await it.ids({ sort_by: 'filename', sort_dir: 'desc' })).toEqual([8, 7, 9, 4, 1, 3, 5, 2, 6]);
  it.fixture.change("UPDATE images SET filename = '8227.jpg' WHERE id = 5");
  it.fixture.change('UPDATE images SET version = 13 WHERE id = 2');
  it.fixture.add([named(10, '1.jpg')]);
  await it.index.settled();
  for (const sort_dir of ['asc', 'desc']) expect(await it.ids({ sort_dir })).toEqual([10, 6, 2, 3, 1, 4, 5, 8, 7, 9]);
});

test('one folder that is stored as two film rolls is one entry, found by the id of either', async () => {
  const film = '/photos/one';
  const images = [1, 2, 3, 4].map((id) => ({ id, film: id < 3 ? film : `${film} more`, filename: `${id}.jpg` }));
  const it = await indexOfTest({ images });
  const rolls = async () =>
    (await it.index.listFilms(FilmQuery.parse({}))).items.map(({ id, folder, count }) => [id, folder, count]);
  expect(await rolls()).toEqual([
    [1, film, 2],
    [2, `${film} more`, 2],
  ]);
  it.fixture.change('UPDATE film_rolls SET folder = ? WHERE id = 2', film);
  await it.index.settled();
  expect(await rolls()).toEqual([[1, film, 4]]);
  for (const film_id of ['1', '2']) expect(await it.ids({ film_id, sort_by: 'id' })).toEqual([1, 2, 3, 4]);
  it.fixture.change('UPDATE film_rolls SET folder = ? WHERE id = 1', `${film} else`);
  await it.index.settled();
  expect(await rolls()).toEqual([
    [2, film, 2],
    [1, `${film} else`, 2],
  ]);
  expect(await it.ids({ film_id: '1', sort_by: 'id' })).toEqual([1, 2]);
});

test('a library that darktable 5.4.1 itself made is listed as the library room reads it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-index-'));
  await unpackDarktable5Library(folder);
  const it = await startIndex({ folder });
  try {
    const { items, total } = await it.list({ sort_by: 'id' });
    expect(total).toBe(9);
    for (const item of items) expect(item).toEqual((await it.library.image(item.id))!.record);
    const { items: tags } = await it.index.listTags(NameQuery.parse({}));
    expect(tags.length).toBeGreaterThan(0);
    for (const { id, name, count } of tags) {
      expect(items.filter((item) => item.tags.includes(name))).toHaveLength(count);
      const below = items.filter((item) => item.tags.some((tag) => tag === name || tag.startsWith(`${name}|`)));
      expect(await it.ids({ tag: String(id), sort_by: 'id' })).toEqual(below.map((item) => item.id));
    }
  } finally {
    await it.close();
  }
});
