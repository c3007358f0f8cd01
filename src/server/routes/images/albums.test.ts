import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlbumChanged, AlbumList, AlbumWithImages } from '../../../contract/albums.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ChangeResult } from '../../../contract/image-change.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { OUTLINE_HEAD } from '../../../contract/image-overview.ts';
import { AlbumOrders } from '../../../image-index/album-orders.ts';
import { openTestApp, startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write'];
type Body = AlbumChanged & AlbumWithImages & ChangeResult & ErrorBody;
const asker =
  (app: TestApp) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.ask<Body>(method, `/api/v1/albums${path}`, { ...(body === undefined ? {} : { body }), headers, scopes });

/** The oldest has the highest id. */
const images = Array.from({ length: 8 }, (_, at) => ({
  id: at + 1,
  taken: `2024-01-${20 - at}T12:00:00`,
  filename: `photo-${at + 1}.jpg`,
}));

describe('albums', () => {
  let app: TestApp & { close(): Promise<void> };
  let ask: ReturnType<typeof asker>;
  beforeAll(async () => {
    app = await openTestApp({ library: images });
    ask = asker(app);
    await app.app.services.index.settled();
  });
  afterAll(() => app.close());

  const settled = () => app.app.services.index.settled();
  const idsOf = async (query: string) =>
    (await app.get<{ items: ImageRecord[] }>(`/api/v1/images?${query}`)).items.map(({ id }) => id);
  const albumsNow = async () => (await app.get<AlbumList>('/api/v1/albums')).items;
  const make = async (name: string, ids?: number[]) => {
    const { status, body } = await ask('POST', '', { name, ...(ids && { ids }) });
    expect(status).toBe(201);
    await settled();
    return body;
  };
  const undo = async (change: number | null) => {
    expect((await app.ask('POST', `/api/v1/changes/${change}/undo`, { scopes })).status).toBe(200);
    await settled();
  };

  test('has its order in every list, whatever else is asked for', async () => {
    const { id, change } = await make('Wales|Best', [3, 1, 5, 2]);
    expect(change).toBeGreaterThan(0);
    expect(await albumsNow()).toContainEqual({ id, name: 'Wales|Best', count: 4, cover: 3, is_cover_chosen: false });
    const inOrder = `album=${encodeURIComponent('Wales|Best')}&sort_by=album`;
    expect(await idsOf(inOrder)).toEqual([3, 1, 5, 2]);
    for (const named of [id, 'wales|BEST', encodeURIComponent('album|Wales|Best')])
      expect(await idsOf(`album=${named}&sort_by=album&sort_dir=desc`)).toEqual([2, 5, 1, 3]);
    expect(await idsOf(`${inOrder}&limit=2&offset=1`)).toEqual([1, 5]);
    expect(await idsOf(`${inOrder}&from=2024-01-18`)).toEqual([3, 1, 2]);
    expect(await idsOf(`album=${id}`)).toEqual([1, 2, 3, 5]);
    expect(await idsOf('sort_by=album&limit=3')).toEqual([8, 7, 6]);
    expect(await idsOf('album=Nowhere&sort_by=album')).toEqual([]);
    // Only this tag, and none below or above it.
    expect(await idsOf('album=Wales')).toEqual([]);
    const outline = await app.get<Buffer>(`/api/v1/images/outline?${inOrder}`);
    expect(
      Array.from({ length: outline.readUInt32LE(0) }, (_, at) => outline.readInt32LE(OUTLINE_HEAD + 4 * at)),
    ).toEqual([3, 1, 5, 2]);
    // Tagged elsewhere: last, by capture time.
    for (const image of [4, 8]) app.library.change('INSERT INTO tagged_images (imgid, tagid) VALUES (?, ?)', image, id);
    await settled();
    expect((await ask('GET', `/${id}`)).body.ids).toEqual([3, 1, 5, 2, 8, 4]);
  });

  test('moves images, all or some, and forgets no place of one that may come back', async () => {
    const { id } = await make('moved', [1, 2, 3, 4, 5]);
    const order = async (body: object) => (await ask('PUT', `/${id}/order`, body)).body.ids;
    expect(await order({ ids: [5, 2] })).toEqual([5, 2, 1, 3, 4]);
    expect(await order({ ids: [1, 5], before: 4 })).toEqual([2, 3, 1, 5, 4]);
    expect(await order({ ids: [3], before: null })).toEqual([2, 1, 5, 4, 3]);
    expect(await order({ ids: [5, 4, 3, 2, 1] })).toEqual([5, 4, 3, 2, 1]);
    // Not in the album, or nowhere.
    expect(await order({ ids: [8, 1, 99], before: 5 })).toEqual([1, 5, 4, 3, 2]);
    // In front of one that has left meanwhile.
    expect(await order({ ids: [1], before: 7 })).toEqual([5, 4, 3, 2, 1]);

    const { body: left } = await ask('PATCH', `/${id}/images`, { remove: [4, 3] });
    expect(left).toMatchObject({ changed: 2, failed: 0 });
    await settled();
    expect(await order({ ids: [1] })).toEqual([1, 5, 2]);
    await undo(left.change);
    expect((await ask('GET', `/${id}`)).body.ids).toEqual([1, 5, 4, 3, 2]);

    const { body: come } = await ask('PATCH', `/${id}/images`, { add: [8, 6] });
    await settled();
    expect((await ask('GET', `/${id}`)).body.ids).toEqual([1, 5, 4, 3, 2, 8, 6]);
    await undo(come.change);
    expect((await ask('GET', `/${id}`)).body.ids).toEqual([1, 5, 4, 3, 2]);
  });

  test('who saw it as it was neither renames nor deletes it', async () => {
    const { id } = await make('seen', [1, 2]);
    const tag = (await ask('GET', `/${id}`)).headers.get('etag')!;
    await ask('PUT', `/${id}/order`, { ids: [2] });
    for (const [method, body] of [
      ['PATCH', { name: 'unseen' }],
      ['DELETE', undefined],
    ] as const)
      expect((await ask(method, `/${id}`, body, { 'if-match': tag })).status).toBe(412);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ name: 'seen', ids: [2, 1] });
  });

  test('only one of two who saw the same order has their way', async () => {
    const { id } = await make('both', [1, 2, 3]);
    const tag = (await ask('GET', `/${id}`)).headers.get('etag')!;
    const answers = await Promise.all(
      [[3], [2]].map((ids) => ask('PUT', `/${id}/order`, { ids }, { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const won = answers.find(({ status }) => status === 200)!;
    expect((await ask('GET', `/${id}`)).headers.get('etag')).toBe(won.headers.get('etag'));
    expect((await ask('PUT', `/${id}/order`, { ids: [1] }, { 'if-match': won.headers.get('etag')! })).status).toBe(200);
  });

  test('its cover is the first image, or a chosen one while that is in it', async () => {
    const { id } = await make('cover', [4, 5]);
    expect((await ask('PATCH', `/${id}`, { cover: 5 })).body).toMatchObject({
      cover: 5,
      is_cover_chosen: true,
      change: null,
    });
    expect(await ask('PATCH', `/${id}`, { cover: 6 })).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    await ask('PATCH', `/${id}/images`, { remove: [5] });
    await settled();
    expect((await albumsNow()).find((one) => one.id === id)).toMatchObject({
      count: 1,
      cover: 4,
      is_cover_chosen: false,
    });
    await ask('PATCH', `/${id}/images`, { remove: [4] });
    await settled();
    expect((await albumsNow()).find((one) => one.id === id)).toMatchObject({ count: 0, cover: null });
  });

  test('is renamed and deleted as a tag, and an undo brings its order back', async () => {
    const { id } = await make('trips|wales', [6, 5, 7]);
    await ask('PATCH', `/${id}`, { cover: 7 });
    const { body: renamed } = await ask('PATCH', `/${id}`, { name: 'travel|Cymru' });
    expect(renamed).toMatchObject({ id, name: 'travel|Cymru', count: 3 });
    await settled();
    expect(await idsOf('album=travel%7CCymru&sort_by=album')).toEqual([6, 5, 7]);
    await undo(renamed.change);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ name: 'trips|wales', cover: 7, ids: [6, 5, 7] });

    const { body: deleted } = await ask('DELETE', `/${id}`);
    expect(deleted).toMatchObject({ images: 3 });
    await settled();
    expect(await ask('GET', `/${id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    // Its number is given to another album, which gets none of it.
    app.library.change(`INSERT INTO data.tags (id, name) VALUES (${id}, 'album|other')`);
    for (const image of [5, 6]) app.library.change('INSERT INTO tagged_images (imgid, tagid) VALUES (?, ?)', image, id);
    await settled();
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ name: 'other', ids: [6, 5], is_cover_chosen: false });
    await undo(deleted.change);
    expect(await idsOf('album=trips%7Cwales&sort_by=album')).toEqual([6, 5, 7]);
  });

  test('keeps its order when darktable renames it, or the branch above it', async () => {
    const { id } = await make('year|May', [2, 7, 3]);
    app.library.change(`UPDATE data.tags SET name = 'album|2024|05' WHERE id = ${id}`);
    await settled();
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ name: '2024|05', ids: [2, 7, 3] });
    // Also after a restart, with another id by then.
    const orders = new AlbumOrders({ folder: join(app.dataDir, 'albums'), log: app.app.services.log });
    expect(orders.of([{ id: 999, name: 'album|2024|05' }], () => false).get(999)?.ids).toEqual([2, 7, 3]);
  });

  test.each([
    ['POST', '', { name: ' ' }, 400],
    ['POST', '', { name: 'a||b' }, 400],
    ['POST', '', { name: '|' }, 400],
    ['POST', '', { name: 'x'.repeat(1000) }, 400],
    ['POST', '', { name: 'two\nlines' }, 400],
    ['POST', '', { name: 'both', ids: [1, 1] }, 400],
    ['POST', '', { name: 'BÓTH' }, 409],
    ['POST', '', { name: 'nobody', ids: [99] }, 404],
    ['GET', '/99', undefined, 404],
    ['GET', '/x', undefined, 400],
    ['PATCH', '/99', { name: 'x' }, 404],
    ['PATCH', '/99', {}, 400],
    ['DELETE', '/99', undefined, 404],
    ['PUT', '/99/order', { ids: [1] }, 404],
    ['PUT', '/99/order', { ids: [] }, 400],
    ['PUT', '/99/order', { ids: [1], before: 1 }, 400],
    ['PATCH', '/99/images', { add: [1] }, 404],
    ['PATCH', '/99/images', { add: [1], remove: [2] }, 400],
  ] as const)('wrong input: %s %s is refused, %#', async (method, path, body, status) => {
    const before = (await albumsNow()).length;
    expect((await ask(method, path, body)).status).toBe(status);
    expect(await albumsNow()).toHaveLength(before);
  });

  test('a tag that is no album is none; readers change nothing; nobody does in read-only mode', async () => {
    const { body: tag } = await app.ask<{ id: number }>('POST', '/api/v1/tags', { body: { name: 'albums' }, scopes });
    expect((await ask('DELETE', `/${tag.id}`)).status).toBe(404);
    const { id } = await make('closed', [1, 2]);
    const calls = [
      ['POST', '', { name: 'x' }],
      ['PATCH', `/${id}`, { cover: 1 }],
      ['DELETE', `/${id}`, undefined],
      ['PUT', `/${id}/order`, { ids: [2] }],
      ['PATCH', `/${id}/images`, { add: [3] }],
    ] as const;
    for (const [method, path, body] of calls)
      expect((await app.ask(method, `/api/v1/albums${path}`, { body, scopes: ['images:read'] })).status).toBe(403);
    await app.app.services.admin.changeSettings({ readOnly: true });
    for (const [method, path, body] of calls)
      expect(await ask(method, path, body)).toMatchObject({ status: 403, body: { error: 'read_only' } });
    expect((await ask('GET', `/${id}`)).body.ids).toEqual([1, 2]);
    await app.app.services.admin.changeSettings({ readOnly: false });
  });
});

test('5,000 images are ordered at once, and the order outlives a restart; of images that are gone nothing stays', async () => {
  const app = await startApp({ library: 5_200 });
  const ask = asker(app);
  await app.app.services.index.settled();
  const all = (await app.get<{ items: { id: number }[] }>('/api/v1/images?sort_by=id&limit=500')).items;
  const [first] = all;
  const ids = Array.from({ length: 5_000 }, (_, at) => first!.id + at);
  const { body: made, status } = await ask('POST', '', { name: 'many', ids });
  expect([status, made.detail]).toEqual([201, undefined]);
  await app.app.services.index.settled();
  const shuffled = (await ask('GET', `/${made.id}`)).body.ids.toReversed();
  expect((await ask('PUT', `/${made.id}/order`, { ids: shuffled })).body.ids).toEqual(shuffled);
  expect(readdirSync(join(app.dataDir, 'albums'))).toEqual(['1.json']);

  app.library.change('DELETE FROM images WHERE id = ?', shuffled[1]!);
  await app.app.services.index.settled();
  await ask('PUT', `/${made.id}/order`, { ids: [shuffled[0]] });
  const orders = new AlbumOrders({ folder: join(app.dataDir, 'albums'), log: app.app.services.log });
  const kept = orders.of([{ id: made.id, name: 'album|many' }], () => true).get(made.id)!.ids;
  expect(kept).toEqual(shuffled.filter((_, at) => at !== 1));
});
