import { expect, test } from 'vitest';
import { ImageList } from '../../../contract/image-record.ts';
import type { Statistics } from '../../../contract/statistics.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const canon = { maker: 'Canon', model: 'EOS 5D', lens: 'EF 50mm', film: '/photos/a', aperture: 2.8, focalLength: 50 };
const library: FixtureImage[] = [
  // RAW + JPEG in one group, and another version of the raw file that is in none.
  { ...canon, id: 1, filename: 'A_1.CR2', stars: 1, taken: '2023-05-01T10:00:00', aperture: 2.79999995 },
  { ...canon, id: 2, filename: 'A_1.jpg', stars: 4, taken: '2023-05-01T10:00:00', groupId: 1 },
  { ...canon, id: 3, filename: 'A_1.CR2', stars: 0, taken: '2023-05-01T10:00:00', version: 1 },
  // Another group: a burst, of which each is a photograph.
  { ...canon, id: 4, filename: 'A_2.CR2', stars: 1, taken: '2024-01-01T23:59:59', aperture: 5.6 },
  { ...canon, id: 5, filename: 'A_3.CR2', rejected: true, stars: 5, taken: '2024-01-01T00:00:00', groupId: 4 },
  // The same name elsewhere, and without a group.
  { id: 6, filename: 'A_2.CR2', film: '/photos/b', stars: 1, maker: null, model: null, lens: null, taken: null },
  {
    id: 7,
    filename: 'A_2.jpg',
    film: '/photos/b',
    stars: 2,
    model: 'X-T3',
    lens: 'XF35',
    taken: '2020-02-29T10:00:00',
  },
].map((image) => ({ maker: null, aperture: null, focalLength: null, ...image }));

const ask = (app: TestApp, query = '') => app.get<Statistics>(`/api/v1/statistics${query}`);

test('a photograph counts once, as its image with the most stars', async () => {
  const app = await startApp({ library });
  expect(await ask(app)).toEqual({
    total: 5,
    images: 7,
    years: [
      { value: 2020, count: 1 },
      { value: 2023, count: 1 },
      { value: 2024, count: 2 },
      { value: null, count: 1 },
    ],
    hours: [
      { value: 0, count: 1 },
      { value: 10, count: 2 },
      { value: 23, count: 1 },
      { value: null, count: 1 },
    ],
    cameras: [
      { maker: 'Canon', model: 'EOS 5D', count: 3 },
      { maker: null, model: 'X-T3', count: 1 },
      { maker: null, model: null, count: 1 },
    ],
    // What the import gave is no decision; a reject is one, and is not kept.
    lenses: [
      { lens: 'EF 50mm', count: 3, decided: 2, kept: 1 },
      { lens: 'XF35', count: 1, decided: 1, kept: 1 },
      { lens: null, count: 1, decided: 0, kept: 0 },
    ],
    focal_lengths: [
      { value: 50, count: 3 },
      { value: null, count: 2 },
    ],
    apertures: [
      { value: 2.8, count: 2 },
      { value: 5.6, count: 1 },
      { value: null, count: 2 },
    ],
    exposures: [{ value: 1 / 125, count: 5 }],
    isos: [{ value: 200, count: 5 }],
    megapixels: [{ value: 24, count: 5 }],
    ratings: [0, 2, 1, 0, 1, 0].map((count, value) => ({ value, count })),
    rejected: 1,
  });
});

test('each image counts where that is asked for, and each decision by what the import gave', async () => {
  const app = await startApp({ library });
  const all = await ask(app, '?count=images');
  expect(all).toMatchObject({ total: 7, images: 7, rejected: 1 });
  expect(all.ratings.map(({ count }) => count)).toEqual([1, 3, 1, 0, 1, 0]);
  const { lenses } = await ask(app, '?import_stars=0');
  expect(lenses[0]).toEqual({ lens: 'EF 50mm', count: 3, decided: 3, kept: 2 });
});

test('each value is a filter that finds what is counted', async () => {
  const app = await startApp({ library });
  const found = async (query: string) => ImageList.parse(await app.get(`/api/v1/images?${query}`)).total;
  const { years, hours, cameras, lenses, focal_lengths, apertures, ratings } = await ask(app, '?count=images');
  const orUnknown = (value: number | null, field: string, known: string) =>
    value === null ? `unknown=${field}` : known;
  for (const { value, count } of years)
    expect(await found(orUnknown(value, 'datetime_taken', `from=${value}-01-01&to=${value}-12-31`))).toBe(count);
  for (const { value, count } of hours)
    expect(await found(orUnknown(value, 'datetime_taken', `hour=${value}`))).toBe(count);
  for (const { value, count } of focal_lengths)
    expect(await found(orUnknown(value, 'focal_length', `focal_length_min=${value}&focal_length_max=${value}`))).toBe(
      count,
    );
  for (const { value, count } of apertures)
    expect(await found(orUnknown(value, 'aperture', `aperture_min=${value}&aperture_max=${value}`))).toBe(count);
  for (const { value, count } of ratings) expect(await found(`rating=${value}`)).toBe(count);
  for (const { maker, model, count } of cameras) {
    const camera = model ?? maker;
    expect(await found(camera === null ? 'unknown=camera' : `camera=${encodeURIComponent(camera)}`)).toBe(count);
  }
  for (const { lens, count } of lenses)
    expect(await found(lens === null ? 'unknown=lens' : `lens=${encodeURIComponent(lens)}`)).toBe(count);
});

test('the filters of the list choose what is counted', async () => {
  const app = await startApp({ library });
  expect(await ask(app, '?camera=eos%205d&from=2024-01-01')).toMatchObject({ total: 2, images: 2, rejected: 1 });
  expect(await ask(app, '?rating_min=5')).toMatchObject({ total: 0, years: [], cameras: [], rejected: 0 });
  expect((await app.ask('GET', '/api/v1/statistics?limit=5')).status).toBe(400);
  expect((await app.ask('GET', '/api/v1/statistics?count=films')).status).toBe(400);
});

test('names that differ in spelling alone are one, as they are to the filters, and a dot within a name parts no photograph', async () => {
  const gear = { maker: 'Nikon', model: 'Z 6', taken: '2024-01-01T10:00:00', film: '/photos/c', groupId: 1 };
  const app = await startApp({
    library: [
      { ...gear, id: 1, filename: 'IMG_1.NEF', lens: 'AF-S NIKKOR 50mm' },
      { ...gear, id: 2, filename: 'IMG_1.edit.tif', lens: 'AF-S Nikkor 50mm' },
      { ...gear, id: 3, filename: 'IMG_1.jpg', lens: 'AF-S NIKKOR 50mm' },
      { ...gear, id: 4, filename: 'IMG_2.jpg', lens: 'AF-S NIKKOR 50mm', groupId: 4, maker: 'NIKON CORPORATION' },
    ],
  });
  const { total, lenses, cameras } = await ask(app);
  expect([total, lenses.map(({ count }) => count), cameras.map(({ count }) => count)]).toEqual([3, [3], [3]]);
});
