import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import { ImageRecord } from '../contract/image-record.ts';
import { imageRange } from '../testing/image-range.ts';
import { type FixtureImage, type FixtureLibrary, makeLibrary } from '../testing/library-fixture.ts';
import { imageCountSql, imageRowsSql, type ImageRow, imageSet, oneImage } from './image-sql.ts';
import { NEWEST_SCHEMA, OLDEST_SCHEMA, readSchema } from './schema.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-image-sql-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Schema = 37 | 56 | 57;

function query(library: FixtureLibrary, where: string, values: Record<string, SQLInputValue>): ImageRow[] {
  const db = new DatabaseSync(library.file, { readOnly: true });
  try {
    db.prepare('ATTACH ? AS data').run(library.data);
    return db.prepare(imageRowsSql(readSchema(db)!, where)).all(values) as ImageRow[];
  } finally {
    db.close();
  }
}

const recordOf = (row: ImageRow) => JSON.parse(`${row.json}}`) as Omit<ImageRecord, 'preview_version'>;

function one(library: FixtureLibrary, id = 1) {
  const row = query(library, oneImage, { id })[0]!;
  return { row, record: recordOf(row) };
}

const make = (schema: Schema, images: FixtureImage[]) => makeLibrary({ folder, schema, images });

describe.each<[Schema]>([[37], [56], [57]])('schema %i', (schema) => {
  test('a reject that waits shows as made while the image has the stars it had, and darktable has not made it', () => {
    const images = [{ stars: 3 }, { stars: 4 }, { stars: 3, rejected: true }, { stars: 3 }];
    const library = make(schema, images);
    const waiting = JSON.stringify([1, 2, 3].map((id) => id * 8 + 3));
    const rows = query(library, imageSet, { ids: '[1,2,3,4]', waiting });
    expect(rows.map(({ rating }) => rating)).toEqual([-1, 4, -1, 3]);
    expect(rows.map(({ json }) => (JSON.parse(`${json}}`) as ImageRecord).reject_waits)).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('an image with everything gives every field of the contract, in its order', () => {
    const library = make(schema, [
      {
        film: '/photos/2024/Ísland',
        filename: 'DSC_0001.nef',
        stars: 4,
        labels: ['purple', 'red'],
        tags: ['sea', 'places|iceland', 'darktable|exported'],
        taken: '2024-05-01T12:00:00.250',
        imported: 1714564800123,
        changed: 1714564900456,
        raw: true,
        hdr: true,
        title: 'Black "sand"\nand foam',
        description: 'früh am Morgen',
        creator: 'Anna',
        publisher: 'Press',
        rights: '©',
        notes: 'print',
        maker: 'NIKON CORPORATION',
        model: 'NIKON Z 6',
        lens: 'NIKKOR Z 50mm f/1.8 S',
        exposure: Math.fround(1 / 250),
        aperture: Math.fround(5.6),
        iso: 102400,
        focalLength: 50,
        focusDistance: Math.fround(2.37),
        exposureBias: Math.fround(-1 / 3),
        lat: 64.14660000000001,
        lon: -21.9426,
        altitude: 23.5,
        width: 6048,
        height: 4024,
        aspectRatio: Math.fround(1.5),
        version: 2,
        groupId: 1,
        history: [{ operation: 'exposure', module: 6, params: new Uint8Array(24) }],
      },
    ]);
    const { record, row } = one(library);
    expect(record).toEqual({
      id: 1,
      path: '/photos/2024/Ísland/DSC_0001.nef',
      filename: 'DSC_0001.nef',
      film_id: 1,
      film_roll: '/photos/2024/Ísland',
      version: 2,
      group_id: 1,
      width: 6048,
      height: 4024,
      aspect_ratio: 1.5,
      rating: 4,
      color_labels: ['red', 'purple'],
      is_raw: true,
      is_hdr: true,
      is_altered: true,
      has_local_copy: false,
      datetime_taken: '2024-05-01T12:00:00.250',
      maker: 'NIKON CORPORATION',
      model: 'NIKON Z 6',
      lens: 'NIKKOR Z 50mm f/1.8 S',
      exposure: 0.004,
      aperture: 5.6,
      iso: 102400,
      focal_length: 50,
      focus_distance: 2.37,
      exposure_bias: -0.3333333,
      latitude: 64.1466,
      longitude: -21.9426,
      altitude: 23.5,
      title: 'Black "sand"\nand foam',
      description: 'früh am Morgen',
      creator: 'Anna',
      publisher: 'Press',
      rights: '©',
      notes: 'print',
      tags: ['places|iceland', 'sea'],
      import_timestamp: 1714564800123,
      change_timestamp: 1714564900456,
    });
    // `reject_waits` is there only while it does.
    const always = Object.keys(ImageRecord.shape).filter((name) => name !== 'reject_waits');
    expect(Object.keys({ ...record, preview_version: '' })).toEqual(always);
    expect(row).toMatchObject({
      labels: 17,
      taken_ms: Date.UTC(2024, 4, 1, 12, 0, 0, 250),
      import_ms: 1714564800123,
      tag_names: '["places|iceland","sea"]',
      thumbnails_current: 1,
    });
    expect(row.history_key).toMatch(/^[0-9A-F]{32}$/);
  });

  test('what darktable does not know is null, and never 0', () => {
    const library = make(schema, [
      {
        taken: null,
        imported: null,
        maker: '',
        model: '',
        lens: '',
        exposure: 0,
        aperture: 0,
        iso: 0,
        focalLength: 0,
        focusDistance: 0,
        exposureBias: null,
        width: 0,
        height: 0,
        aspectRatio: 0,
      },
    ]);
    const { record } = one(library);
    const known = Object.entries(record).filter(([, value]) => value !== null);
    expect(Object.fromEntries(known)).toEqual({
      id: 1,
      path: '/photos/roll/IMG_0001.jpg',
      filename: 'IMG_0001.jpg',
      film_id: 1,
      film_roll: '/photos/roll',
      version: 0,
      group_id: 1,
      rating: 0,
      color_labels: [],
      is_raw: false,
      is_hdr: false,
      is_altered: false,
      has_local_copy: false,
      tags: [],
    });
  });

  test.each<[string, SQLInputValue, string]>([
    ['exposure_bias', -3.4028234663852886e38, 'exposure_bias'],
    ['exposure', Infinity, 'exposure'],
    ['aperture', -Infinity, 'aperture'],
    ['iso', 'nonsense', 'iso'],
    ['focal_length', new Uint8Array([1, 2]), 'focal_length'],
    ['latitude', NaN, 'latitude'],
    ['latitude', 91, 'latitude'],
    ['longitude', -181, 'longitude'],
    ['altitude', Infinity, 'altitude'],
    ['width', -1, 'width'],
    ['height', 2n ** 60n, 'height'],
    ['group_id', 'x', 'group_id'],
    ['datetime_taken', -1, 'datetime_taken'],
    ['datetime_taken', 0, 'datetime_taken'],
    ['datetime_taken', 2n ** 63n - 1n, 'datetime_taken'],
    ['datetime_taken', '2024:05:01 12:00:00', 'datetime_taken'],
    ['import_timestamp', -1, 'import_timestamp'],
    ['change_timestamp', 0, 'change_timestamp'],
  ])('nonsense in %s (%s) is unknown and spoils nothing else', (column, value, field) => {
    const library = make(schema, [{ title: 'fine' }, { title: 'next' }]);
    library.change(`UPDATE images SET ${column} = ? WHERE id = 1`, value);
    const rows = query(library, imageRange, { first: 1, last: 2 }).map(recordOf);
    expect(rows[0]).toMatchObject({ [field]: null, title: 'fine' });
    expect(rows[1]).toMatchObject({ title: 'next' });
  });

  test('no exposure bias, sea level and the equator are values, not gaps', () => {
    const { record } = one(make(schema, [{ exposureBias: 0, lat: 0, lon: 0, altitude: 0 }]));
    expect(record).toMatchObject({ exposure_bias: 0, latitude: 0, longitude: 0, altitude: 0 });
  });

  test.each([
    ['2024-05-01T12:00:00', '2024-05-01T12:00:00'],
    ['2024-05-01T12:00:00.000', '2024-05-01T12:00:00'],
    ['2024-05-01T12:00:00.007', '2024-05-01T12:00:00.007'],
    ['1955-12-31T23:59:59.999', '1955-12-31T23:59:59.999'],
    ['0001-01-01T00:00:01', '0001-01-01T00:00:01'],
    ['9999-12-31T23:59:59.999', '9999-12-31T23:59:59.999'],
  ])('a picture taken at %s says so', (taken, expected) => {
    const { record, row } = one(make(schema, [{ taken }]));
    expect(record.datetime_taken).toBe(expected);
    expect(row.taken_ms).toBe(Date.parse(`${taken}Z`));
  });

  test('a shape that darktable has not stored yet is that of the file, turned as the camera was held', () => {
    const flat = { width: 6000, height: 4000, aspectRatio: null };
    const library = make(schema, [flat, { ...flat, orientation: 6 }, { ...flat, orientation: -1 }]);
    const shapes = query(library, imageRange, { first: 1, last: 3 }).map((row) => row.aspect_ratio);
    expect(shapes).toEqual([1.5, 0.6666667, 1.5]);
  });

  test('rejected is -1 whatever the stars, and other flags do not disturb them', () => {
    const library = make(schema, [{ stars: 3, rejected: true }, { stars: 5 }, {}]);
    library.change('UPDATE images SET flags = flags | 2048 | 32768 | (1 << 20)');
    const rows = query(library, imageRange, { first: 1, last: 3 });
    expect(rows.map((row) => row.rating)).toEqual([-1, 5, 0]);
  });

  test('any set of color labels comes out in the order of the contract', () => {
    fc.assert(
      fc.property(fc.subarray([...COLOR_LABELS]), (labels) => {
        const { record } = one(make(schema, [{ labels: labels.toReversed() }]));
        expect(record.color_labels).toEqual(labels);
      }),
      { numRuns: 8 },
    );
  });

  test('any text survives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const { record } = one(
          make(schema, [{ title: text, filename: `${text}.jpg`, film: `/p/x${text}x`, tags: [`a|${text}`] }]),
        );
        expect(record).toMatchObject({ title: text, path: `/p/x${text}x/${text}.jpg`, tags: [`a|${text}`] });
      }),
      { numRuns: 15 },
    );
  });

  test('text that is no UTF-8, or no text at all, still makes a record', () => {
    const library = make(schema, [{ title: 'x', tags: ['t'] }]);
    const latin1 = Uint8Array.of(0x62, 0xe9, 0x22, 0x0a);
    library.change('UPDATE meta_data SET value = CAST(? AS TEXT)', latin1);
    library.change('UPDATE film_rolls SET folder = ?', latin1);
    library.change('UPDATE images SET filename = ?', latin1);
    library.change('UPDATE data.tags SET name = CAST(? AS TEXT) WHERE id = 1', latin1);
    const { record } = one(library);
    expect(record).toMatchObject({ title: 'b\ufffd"\n', filename: 'b\ufffd"\n', tags: ['b\ufffd"\n'] });
  });

  test('is_altered is what darktable means: neither untouched nor only presets', () => {
    const [a, b] = [new Uint8Array(16).fill(1), new Uint8Array(16).fill(2)];
    const library = make(schema, [
      {},
      { hash: { basic: a, current: a } },
      { hash: { basic: a, auto: b, current: b } },
      { hash: { basic: a, current: b, mipmap: a } },
      { hash: { current: b, mipmap: b } },
      { hash: { basic: a, current: null } },
    ]);
    const rows = query(library, imageRange, { first: 1, last: 6 });
    expect(rows.map((row) => recordOf(row).is_altered)).toEqual([false, false, false, true, true, false]);
    expect(rows.map((row) => row.history_key)).toEqual(['0', '0', '0', '02'.repeat(16), '02'.repeat(16), '0']);
    expect(rows.map((row) => row.thumbnails_current)).toEqual([null, null, null, 0, 1, null]);
  });

  test.each([
    ['/', 'a.jpg', '/a.jpg'],
    ['C:\\Users\\anna\\Pictures', 'a.jpg', 'C:\\Users\\anna\\Pictures\\a.jpg'],
    ['\\\\nas\\photos', 'a.jpg', '\\\\nas\\photos\\a.jpg'],
    ['/odd\\name', 'a.jpg', '/odd\\name/a.jpg'],
  ])('the path of a picture in %s', (film, filename, expected) => {
    expect(one(make(schema, [{ film, filename }])).record.path).toBe(expected);
  });

  test('an image whose film roll is gone is still there', () => {
    const library = make(schema, [{}]);
    library.change('DELETE FROM film_rolls');
    expect(one(library).record).toMatchObject({ film_roll: '', path: 'IMG_0001.jpg' });
  });

  test('ranges and sets come in the order of ids', () => {
    const library = make(schema, [{ id: 7 }, { id: 3 }, { id: 20 }, { id: 11 }]);
    expect(query(library, imageRange, { first: 4, last: 11 }).map((row) => row.id)).toEqual([7, 11]);
    expect(query(library, imageSet, { ids: '[20, 3, 99]' }).map((row) => row.id)).toEqual([3, 20]);
  });

  test('the statements work on an attached library; the tags of darktable itself are left out', () => {
    const library = make(schema, [{ tags: ['places', 'places|iceland'] }, { tags: ['places|iceland'] }, {}]);
    const db = new DatabaseSync(':memory:');
    db.prepare('ATTACH ? AS lib').run(library.file);
    db.prepare('ATTACH ? AS names').run(library.data);
    const at = { library: 'lib', data: 'names' };
    expect(db.prepare(imageCountSql(at)).get()).toMatchObject({ images: 3, first: 1, last: 3 });
    const rows = db.prepare(imageRowsSql(readSchema(db, at)!, imageRange, at)).all({ first: 1, last: 3 }) as ImageRow[];
    expect(rows.map((row) => recordOf(row).tags)).toEqual([['places', 'places|iceland'], ['places|iceland'], []]);
    db.close();
  });

  test('the record agrees with the columns beside it', () => {
    const library = makeLibrary({ folder, schema, images: 400 });
    for (const row of query(library, imageRange, { first: 1, last: 400 })) {
      const record = recordOf(row);
      expect(ImageRecord.safeParse({ ...record, preview_version: '' }).error).toBeUndefined();
      expect(record.rating).toBe(row.rating);
      expect(record.color_labels).toEqual(COLOR_LABELS.filter((_, bit) => row.labels & (1 << bit)));
      expect(record.aspect_ratio).toBe(row.aspect_ratio);
      expect(record.tags).toEqual(JSON.parse(row.tag_names));
      expect(record.datetime_taken === null ? null : Date.parse(`${record.datetime_taken}Z`)).toBe(row.taken_ms);
    }
  });
});

const versions = Array.from({ length: NEWEST_SCHEMA - OLDEST_SCHEMA + 1 }, (_, step) => OLDEST_SCHEMA + step);

test.each(versions)('version %i reads, whichever tables it came with', (version) => {
  for (const schema of [37, 56, 57] as const) {
    const library = makeLibrary({ folder, schema, version, images: [{ maker: 'Canon', lens: '' }] });
    expect(one(library).record).toMatchObject({ maker: 'Canon', model: 'Canon EOS R6', lens: null });
  }
});

test('a version that has both, text and ids, prefers the ids', () => {
  const library = makeLibrary({ folder, schema: 37, version: 40, images: [{ maker: 'old' }, { maker: 'kept' }] });
  library.change('CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT)');
  library.change('ALTER TABLE images ADD COLUMN maker_id INTEGER');
  library.change(`INSERT INTO makers VALUES (1, 'new')`);
  library.change('UPDATE images SET maker_id = 1 WHERE id = 1');
  const rows = query(library, imageRange, { first: 1, last: 2 });
  expect(rows.map((row) => row.maker)).toEqual(['new', 'kept']);
});
