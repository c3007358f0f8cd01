import { describe, expect, test } from 'vitest';
import type { Facets, Timeline } from '../../../contract/image-overview.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { shapeOf } from '../../../contract/image-shape.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const images: FixtureImage[] = [
  { id: 1, taken: '2024-05-01T10:00:00', stars: 2, labels: ['red'], width: 6000, height: 4000, aspectRatio: 1.5 },
  // darktable rounds to tenths.
  {
    id: 2,
    taken: '2024-05-31T23:59:59',
    stars: 5,
    raw: true,
    width: 6000,
    height: 4000,
    aspectRatio: Math.fround(0.7),
  },
  {
    id: 3,
    taken: '2023-12-31T23:59:59.999',
    rejected: true,
    labels: ['red', 'blue'],
    model: 'X-T3',
    maker: 'FUJIFILM',
  },
  { id: 4, taken: '2024-01-01T00:00:00', stars: 2, lens: 'XF35', model: 'X-T3', maker: 'FUJIFILM' },
  { id: 9, taken: null, stars: 0, hdr: true, aspectRatio: 3 },
];

/** Reads ids and shapes from the bytes. */
async function outline(app: TestApp, query = ''): Promise<{ ids: number[]; shapes: number[] }> {
  const { status, body } = await app.ask<Uint8Array>('GET', `/api/v1/images/outline${query}`);
  expect(status).toBe(200);
  const view = new DataView(Uint8Array.from(body).buffer);
  const total = view.getUint32(0, true);
  expect(view.byteLength).toBe(4 + 6 * total);
  return {
    ids: Array.from({ length: total }, (_, at) => view.getInt32(4 + 4 * at, true)),
    shapes: Array.from({ length: total }, (_, at) => view.getUint16(4 + 4 * total + 2 * at, true)),
  };
}

describe('the outline', () => {
  test.each(['', '?rating_min=0', '?sort_by=filename', '?sort_by=rating&sort_dir=desc&color_label=red', '?rating=4'])(
    'has the ids of the list and the shapes of its images: %s',
    async (query) => {
      const app = await startApp({ library: images });
      const { items } = await app.get<{ items: ImageRecord[] }>(`/api/v1/images${query}`);
      const { ids, shapes } = await outline(app, query);
      expect(ids).toEqual(items.map(({ id }) => id));
      expect(shapes).toEqual(items.map((image) => Math.round(shapeOf(image) * 1000)));
    },
  );

  test('has, when asked, all images of its groups, and which of them the filters let through', async () => {
    const app = await startApp({
      library: [
        { id: 1, stars: 0, groupId: 2 },
        { id: 2, rejected: true, groupId: 2, width: 4000, height: 6000, aspectRatio: Math.fround(0.7) },
        { id: 3, stars: 4 },
        { id: 4, stars: 5, groupId: 2 },
        { id: 6, stars: 3, groupId: 7 },
        { id: 7, rejected: true, groupId: 7 },
        { id: 8, rejected: true, groupId: 8 },
        { id: 9, rejected: true, groupId: 8 },
      ],
    });
    const members = async (query: string) => {
      const { body } = await app.ask<Uint8Array>('GET', `/api/v1/images/outline${query}`);
      const view = new DataView(Uint8Array.from(body).buffer);
      const from = 4 + 6 * view.getUint32(0, true);
      const count = view.getUint32(from, true);
      expect(view.byteLength).toBe(from + 4 + 11 * count);
      return Array.from({ length: count }, (_, at) => [
        view.getInt32(from + 4 + 4 * at, true),
        view.getUint32(from + 4 + 4 * count + 4 * at, true),
        view.getUint16(from + 4 + 8 * count + 2 * at, true),
        view.getUint8(from + 4 + 10 * count + at),
      ]);
    };
    // The list is 6, 3, 4: by stars, each group by the image that is nearest to its leader.
    expect(await members('?group=leaders&members=true&rating_min=3&sort_by=rating')).toEqual([
      [2, 2, 667, 0],
      [7, 0, 1500, 0],
      [1, 2, 1500, 0],
      [6, 0, 1500, 1],
      [4, 2, 1500, 1],
    ]);
    expect(await members('?members=true&rating_min=3')).toEqual([]);
  });

  test('follows the library', async () => {
    const app = await startApp({ library: images });
    expect((await outline(app)).shapes[0]).toBe(667);
    app.library.change('UPDATE images SET width = 8000, height = 8000, aspect_ratio = 1 WHERE id = 2');
    app.library.add([{ id: 10, taken: '2025-01-01T00:00:00', width: 3000, height: 1000, aspectRatio: 3 }]);
    await app.app.services.index.settled();
    const { ids, shapes } = await outline(app);
    expect(ids).toEqual([10, 2, 1, 4, 3, 9]);
    expect(shapes.slice(0, 2)).toEqual([3000, 1000]);
  });

  test('is not sent again while nothing changes', async () => {
    const app = await startApp({ library: images });
    const { headers } = await app.ask('GET', '/api/v1/images/outline');
    const again = await app.ask('GET', '/api/v1/images/outline', {
      headers: { 'if-none-match': headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  test('has no pages', async () => {
    const app = await startApp({ library: images });
    const { status } = await app.ask('GET', '/api/v1/images/outline?limit=5');
    expect(status).toBe(400);
  });
});

describe('the timeline', () => {
  test('counts the months of what the filters leave, in the order of the list', async () => {
    const app = await startApp({ library: images });
    expect(await app.get<Timeline>('/api/v1/images/timeline')).toEqual({
      items: [
        { month: '2024-05', count: 2 },
        { month: '2024-01', count: 1 },
        { month: '2023-12', count: 1 },
        { month: null, count: 1 },
      ],
      total: 5,
    });
    expect(await app.get<Timeline>('/api/v1/images/timeline?sort_dir=asc&rating_min=2')).toEqual({
      items: [
        { month: '2024-01', count: 1 },
        { month: '2024-05', count: 2 },
      ],
      total: 3,
    });
    expect(await app.get<Timeline>('/api/v1/images/timeline?tag=nothing')).toEqual({ items: [], total: 0 });
  });
});

describe('the facets', () => {
  test('count what another value of the same filter would find', async () => {
    const app = await startApp({ library: images });
    const facets = await app.get<Facets>('/api/v1/images/facets?rating=2&color_label=red');
    expect(facets.total).toBe(1);
    expect(facets.ratings.filter(({ count }) => count > 0)).toEqual([
      { rating: -1, count: 1 },
      { rating: 2, count: 1 },
    ]);
    expect(facets.color_labels).toEqual({ red: 1, yellow: 0, green: 0, blue: 0, purple: 0 });
  });

  test('count edited images among what the other filters leave', async () => {
    const exposure = [{ operation: 'exposure', module: 6, params: new Uint8Array(24) }];
    const app = await startApp({
      library: [
        { id: 1, history: exposure, raw: true },
        { id: 2, history: exposure },
        { id: 3, raw: true },
        { id: 4, raw: true },
      ],
    });
    const edits = async (query: string) => {
      const { total, edited, not_edited } = await app.get<Facets>(`/api/v1/images/facets${query}`);
      return { total, edited, not_edited };
    };
    expect(await edits('')).toEqual({ total: 4, edited: 2, not_edited: 2 });
    expect(await edits('?is_edited=true')).toEqual({ total: 2, edited: 2, not_edited: 2 });
    expect(await edits('?is_edited=false&is_raw=true')).toEqual({ total: 2, edited: 1, not_edited: 2 });
    const raws = await app.get<Facets>('/api/v1/images/facets?is_edited=true');
    expect([raws.raw, raws.not_raw]).toEqual([1, 1]);
    expect((await outline(app, '?is_edited=true&sort_by=id')).ids).toEqual([1, 2]);
    expect((await app.get<Timeline>('/api/v1/images/timeline?is_edited=false')).total).toBe(2);
  });

  test.each(['', '&group=leaders'])('count what each choice then finds%s', async (folded) => {
    const app = await startApp({
      library: [
        { id: 1, tags: ['sea'], lat: 47.1, lon: 8.2, stars: 0 },
        { id: 2, version: 1, groupId: 1, filename: 'IMG_0001.jpg' },
        { id: 3, groupId: 1, tags: ['sea'], stars: 0 },
        { id: 4, groupId: 4, rejected: true, lat: 47.1, lon: 8.2 },
        { id: 5, groupId: 4, stars: 0, tags: ['lake'] },
        { id: 6, stars: 0 },
      ],
    });
    const choices = {
      decided: 'undecided=false',
      tagged: 'has_tag=true',
      not_tagged: 'has_tag=false',
      duplicate: 'is_duplicate=true',
      not_duplicate: 'is_duplicate=false',
      grouped: 'in_group=true',
      not_grouped: 'in_group=false',
      placed: 'has_place=true',
      not_placed: 'has_place=false',
    };
    const facets = await app.get<Facets>(`/api/v1/images/facets?${folded}`);
    const found = await Promise.all(
      Object.entries(choices).map(async ([name, filter]) => {
        const { total } = await app.get<Timeline>(`/api/v1/images/timeline?${filter}${folded}`);
        return [name, total];
      }),
    );
    expect(facets).toMatchObject(Object.fromEntries(found));
    expect(facets).toMatchObject({ leaders: 3, duplicate: 1, grouped: folded ? 2 : 5 });
    // Of a filter that is set, the other choice is counted as well.
    const others = await app.get<Facets>(`/api/v1/images/facets?in_group=false&has_place=false${folded}`);
    expect(others).toMatchObject({ total: 1, grouped: folded ? 2 : 3, not_grouped: 1, placed: 0, not_placed: 1 });
  });

  test.each<[string, number[], number[]]>([
    // The ids; then how many images of which rating, from the rejected on.
    ['undecided=true', [3, 5], [1, 2, 1, 1, 0, 0, 0]],
    ['undecided=false&has_tag=true', [1], [0, 1, 0, 1, 0, 0, 0]],
    ['has_tag=false', [2, 4, 5], [1, 1, 1, 0, 0, 0, 0]],
    ['changed_since=2024-05-01T14:00:00%2B02:00', [3, 4], [0, 1, 1, 0, 0, 0, 0]],
    // As somebody types it who does not know what a URL makes of a plus.
    ['changed_since=2024-05-01T14:00:00+02:00', [3, 4], [0, 1, 1, 0, 0, 0, 0]],
    // A group counts wherever one of its images fits: that is what the filter finds.
    ['group=leaders', [1, 2, 5], [1, 2, 1, 1, 0, 0, 0]],
    ['group=leaders&undecided=1', [3, 5], [1, 2, 1, 1, 0, 0, 0]],
    ['group=leaders&rating=1', [4], [1, 2, 1, 1, 0, 0, 0]],
  ])('outline, timeline and facets know %s', async (query, expected, ratings) => {
    const app = await startApp({
      library: [
        { id: 1, stars: 2, tags: ['sea'] },
        { id: 2, rejected: true, stars: 0, changed: Date.UTC(2024, 4, 1, 11, 59, 59, 999) },
        { id: 3, stars: 0, groupId: 1, tags: ['sea'], changed: Date.UTC(2024, 4, 1, 12) },
        { id: 4, stars: 1, groupId: 1, changed: Date.UTC(2025, 0, 1) },
        { id: 5, stars: 0 },
      ],
    });
    expect((await outline(app, `?${query}&sort_by=id`)).ids).toEqual(expected);
    expect((await app.get<Timeline>(`/api/v1/images/timeline?${query}`)).total).toBe(expected.length);
    const facets = await app.get<Facets>(`/api/v1/images/facets?${query}`);
    expect(facets.total).toBe(expected.length);
    expect(facets.ratings.map(({ count }) => count)).toEqual(ratings);
  });

  test('name cameras and lenses, the busiest first', async () => {
    const app = await startApp({ library: images });
    const { cameras, lenses, raw, not_raw, hdr } = await app.get<Facets>('/api/v1/images/facets');
    expect(cameras).toEqual([
      { maker: 'Canon', model: 'Canon EOS R6', count: 3 },
      { maker: 'FUJIFILM', model: 'X-T3', count: 2 },
    ]);
    expect(lenses).toEqual([
      { lens: 'RF24-105mm F4 L IS USM', count: 4 },
      { lens: 'XF35', count: 1 },
    ]);
    expect({ raw, not_raw, hdr }).toEqual({ raw: 1, not_raw: 4, hdr: 1 });
  });
});

test.each([
  ['foto:sea', 'foto:sea (no such field)'],
  ['sea -Stras:3', '-Stras:3 (no such field; near: stars:)'],
  [
    'is:gray ü: lake',
    'is:gray (no such value; possible: raw, hdr, edited, rejected, undecided, duplicate, grouped, leader), ?: (no such field)',
  ],
  ['iso: sea', 'iso: (no value follows)'],
  ['lake OR', 'OR (no word follows)'],
])('a list tells what of %s it searched as text', async (search, told) => {
  const app = await startApp({ library: images });
  for (const path of ['images', 'images/outline', 'images/timeline', 'images/facets', 'statistics']) {
    const answer = await app.ask('GET', `/api/v1/${path}?search=${encodeURIComponent(search)}`);
    expect([answer.status, answer.headers.get('x-search-warning')], path).toEqual([200, `Searched as text: ${told}`]);
  }
});

test('a search without such words is told nothing', async () => {
  const app = await startApp({ library: images });
  const answer = await app.ask(
    'GET',
    `/api/v1/images?search=${encodeURIComponent('12:30 C:\\photos stars:3 OR x-t5 ORCA')}`,
  );
  expect(answer.headers.get('x-search-warning')).toBeNull();
});
