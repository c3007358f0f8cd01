import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FilmQuery, ImageQuery, NameQuery, SORT_KEYS } from '../contract/image-query.ts';
import { UNKNOWN_FIELDS } from '../contract/capture-fields.ts';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { FixtureImage } from '../testing/library-fixture.ts';
import { generatedImages } from '../testing/library-generator.ts';
import { naiveFold, naiveList } from '../testing/naive-lists.ts';
import { type ListedImage, startIndex, type TestIndex } from '../testing/start-index.ts';

/** What people might type, and what nobody would. */
const odd = [
  '',
  '"',
  '""',
  '*',
  'AND',
  'NOT x',
  'NEAR(a b)',
  'a OR',
  "';--",
  '\0',
  'a\0b',
  '🌋',
  '\ud800',
  '%',
  '_',
  '-a',
  '^b',
  '(',
  ')',
  ':',
  'ß',
  'İ',
  '"a"b"',
  'a'.repeat(500),
  '" '.repeat(250),
  '日本',
  'e\u0301',
];

describe.each([37, 57] as const)('any query on schema %i finds what a naive reading of the rules finds', (schema) => {
  let it: TestIndex;
  let records: ListedImage[];
  let tagIds: Map<number, string>;
  beforeAll(async () => {
    const images = [...generatedImages(400)].map((image, number) => oddities(image, number));
    it = await startIndex({ images, schema });
    records = (await it.list({ limit: '500' })).items;
    for (const record of records.slice(0, 50)) expect(record).toEqual((await it.library.image(record.id))!.record);
    tagIds = new Map(
      (await it.index.listTags(NameQuery.parse({ limit: '500' }))).items.map(({ id, name }) => [id, name]),
    );
  });
  afterAll(() => it.close());

  /** Texts that are hard to compare, and keys that are equal or missing. */
  function oddities(image: FixtureImage, number: number): FixtureImage {
    const names = [
      'Straße.JPG',
      'STRASSE.jpg',
      'Øresund.nef',
      'oresund.NEF',
      'é.jpg',
      'e\u0301.jpg',
      '日本.jpg',
      '🌋.jpg',
      'a b  c.jpg',
      'Ω.jpg',
    ];
    return {
      ...image,
      id: number * 3 + 5,
      ...(number % 7 === 0 ? { filename: names[(number / 7) % names.length]! } : {}),
      ...(number % 11 === 0 ? { title: 'Reeds\n at\tnight "quoted" 100%' } : {}),
      ...(number % 5 === 0 ? { imported: 1_700_000_000_000, taken: null } : {}),
      ...(number % 6 === 0 ? { aspectRatio: 1.5 } : {}),
      ...(number % 8 === 0 ? { lens: null, aperture: null } : {}),
      ...(number % 13 === 0 ? { model: null, iso: 0, focalLength: Math.fround(4.25) } : {}),
      // Pairs; and a group of which no image is the leader.
      ...(number % 4 === 1 ? { groupId: (number - 1) * 3 + 5 } : {}),
      ...(number % 9 === 0 ? { groupId: 300 } : {}),
    };
  }

  const anyRating = fc.integer({ min: -1, max: 5 }).map(String);
  const anyDate = fc
    .tuple(
      fc.integer({ min: 2009, max: 2025 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.constantFrom('', 'T12:00', 'T08:15:30'),
    )
    .map(
      ([year, month, day, time]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}${time}`,
    );
  const anyMoment = fc
    .tuple(anyDate, fc.constantFrom('', 'Z', '+02:00', '-0330'))
    .map(([date, zone]) => (date.includes('T') ? date + zone : date));
  /** Part of an existing text, so that something is found. */
  const anyPiece = fc
    .tuple(
      fc.nat(399),
      fc.constantFrom('filename', 'title', 'film_roll', 'model', 'lens', 'tag'),
      fc.nat(30),
      fc.integer({ min: 1, max: 12 }),
    )
    .map(([image, field, from, length]) => {
      const record = records[image]!;
      const text =
        field === 'tag'
          ? (record.tags[0] ?? '')
          : (((record as Record<string, unknown>)[field] as string | null) ?? '');
      // Half an emoji is not valid text, and no URL can hold it.
      return text
        .slice(from % (text.length + 1))
        .slice(0, length)
        .toWellFormed();
    });
  const anySearch = fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: anyPiece },
        fc.constantFrom(...odd),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .chain((parts) =>
      fc.constantFrom(
        parts.join(' '),
        `"${parts.join(' ')}"`,
        `"${parts.join(' ')}`,
        parts.join(' OR '),
        parts.map((part) => `-"${part}"`).join(' '),
        `is:raw ${parts.join(' -')} OR f:>4 iso:>=400 OR no:place`,
        `tag:"${parts[0]}" OR -title:"${parts.at(-1)}"`,
        `-is:leader is:grouped OR "${parts[0]}"`,
      ),
    )
    .map((text) => text.slice(0, 500));
  const anyTag = fc.oneof(
    fc.constantFrom('places', 'people', 'nature|animals', 'nature|animals|birds', 'projects|2015', 'work', 'none'),
    fc.integer({ min: 1, max: 90 }).map(String),
  );
  const anyOf = (field: 'focal_length' | 'aperture' | 'iso') =>
    fc
      .tuple(fc.nat(399), fc.constantFrom(0, 0, 0.1, 1))
      .map(([image, more]) => String(Number(((records[image]![field] ?? 0) + more).toFixed(1))));
  const anyFilters = {
    rating: anyRating,
    rating_min: anyRating,
    rating_max: anyRating,
    film_id: fc.integer({ min: 0, max: 25 }).map(String),
    from: anyDate,
    to: anyDate,
    is_raw: fc.constantFrom('true', '0'),
    is_hdr: fc.constantFrom('false', '1'),
    is_edited: fc.constantFrom('true', '0'),
    has_tag: fc.constantFrom('true', '0'),
    undecided: fc.constantFrom('1', 'false'),
    changed_since: anyMoment,
    group: fc.constant('leaders'),
    color_label: fc.subarray([...COLOR_LABELS, '0', '4'], { minLength: 1 }).map((labels) => labels.join(',')),
    tag: anyTag,
    search: anySearch,
    film_roll: fc.nat(399).map((image) => records[image]!.film_roll.replace(/^.*\/(?=.*20)/, '')),
    title: anyPiece.filter((text) => text !== ''),
    has_place: fc.constantFrom('true', '0'),
    is_duplicate: fc.constantFrom('1', 'false'),
    in_group: fc.constantFrom('1', 'false'),
    hour: fc.integer({ min: 0, max: 23 }).map(String),
    exposure_min: fc.constantFrom('1/60', '0.004', '1/4', '2'),
    exposure_max: fc.constantFrom('1/60', '0.004', '1/4', '2'),
    camera: fc.nat(399).map((image) => records[image]!.model ?? 'none'),
    lens: fc.nat(399).map((image) => records[image]!.lens?.toUpperCase() ?? 'none'),
    focal_length_min: anyOf('focal_length'),
    focal_length_max: anyOf('focal_length'),
    aperture_min: anyOf('aperture'),
    aperture_max: anyOf('aperture'),
    iso_min: anyOf('iso'),
    iso_max: anyOf('iso'),
    megapixels_min: fc.constantFrom('12', '16.2', '24.2'),
    megapixels_max: fc.constantFrom('12', '16.2', '24.2'),
    unknown: fc.subarray([...UNKNOWN_FIELDS], { minLength: 1, maxLength: 2 }).map((fields) => fields.join(',')),
  };
  const anyQuery = fc.record(
    {
      ...anyFilters,
      sort_by: fc.constantFrom(...SORT_KEYS),
      sort_dir: fc.constantFrom('asc', 'desc'),
    },
    { requiredKeys: [] },
  );

  /** Most random queries with many filters find nothing, so only some of the filters are kept. */
  const anyUsefulQuery = fc
    .tuple(anyQuery, fc.subarray(Object.keys(anyFilters), { maxLength: 3 }))
    .map(([query, kept]) =>
      Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('sort') || kept.includes(name))),
    );

  test('the same images in the same order', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(anyUsefulQuery, async (text) => {
        const query = ImageQuery.parse({ ...text, limit: '500' });
        const { images: page, total } = await it.index.listImages(query);
        const expected = naiveList(records, query, tagIds);
        expect(page.map(({ id }) => id)).toEqual(expected);
        expect(total).toBe(expected.length);
        found += Number(total > 0);
      }),
      { numRuns: 500, examples: [[{ search: '-"\0"' }], [{ search: 'a OR -"\0"' }]] },
    );
    expect(found).toBeGreaterThan(150);
  });

  test('pages of any size, one after the other, are the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(anyUsefulQuery, fc.integer({ min: 1, max: 150 }), async (text, limit) => {
        const whole = await it.ids({ ...text, limit: '500' });
        const pages: number[] = [];
        for (let offset = 0; offset <= whole.length; offset += limit) {
          pages.push(...(await it.ids({ ...text, limit: String(limit), offset: String(offset) })));
        }
        expect(pages).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('no search is an error, and each finds what has all its parts', async () => {
    for (const search of odd) {
      const query = ImageQuery.parse({ search, limit: '500' });
      const { images: page } = await it.index.listImages(query);
      expect(
        page.map(({ id }) => id),
        JSON.stringify(search),
      ).toEqual(naiveList(records, query, tagIds));
    }
  });

  test('tags and film rolls by any part of their names', async () => {
    const tags = (await it.index.listTags(NameQuery.parse({ limit: '500' }))).items;
    const films = (await it.index.listFilms(FilmQuery.parse({ limit: '500' }))).items;
    for (const { name, count } of tags)
      expect(count, name).toBe(records.filter((record) => record.tags.includes(name)).length);
    for (const film of films) {
      const own = records.filter((record) => record.film_id === film.id);
      const times = own
        .map((record) => record.datetime_taken)
        .filter((time) => time !== null)
        .sort();
      expect(film).toMatchObject({
        count: own.length,
        first_taken: times[0] ?? null,
        last_taken: times.at(-1) ?? null,
      });
    }
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyPiece, fc.constantFrom(...odd)), async (search) => {
        const part = naiveFold(search);
        const query = NameQuery.parse({ search, limit: '500' });
        expect((await it.index.listTags(query)).items).toEqual(
          tags.filter(({ name }) => naiveFold(name).includes(part)),
        );
        expect((await it.index.listFilms(FilmQuery.parse({ search, limit: '500' }))).items).toEqual(
          films.filter(({ folder }) => naiveFold(folder).includes(part)),
        );
      }),
      { numRuns: 100 },
    );
  });
});
