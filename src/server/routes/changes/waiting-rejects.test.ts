import { expect, onTestFinished, test } from 'vitest';
import type { ChangeResult, UndoResult } from '../../../contract/image-change.ts';
import type { ImageList, ImageRecord } from '../../../contract/image-record.ts';
import type { PostponedChangeList } from '../../../contract/postponed.ts';
import type { z } from 'zod';
import { startStandInPlugin } from '../../../testing/stand-in-plugin.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write'];
type Waits = { waits?: { images: number; for: string; message: string } };
const patch = <Body = ImageRecord & Waits>(app: TestApp, path: string, body: unknown, headers = {}) =>
  app.ask<Body>('PATCH', `/api/v1/images${path}`, { body, headers, scopes });
const listed = async (app: TestApp, query: string) =>
  (await app.get<z.infer<typeof ImageList>>(`/api/v1/images?${query}`)).items;
const rejects = async (app: TestApp) => (await app.get<PostponedChangeList>('/api/v1/postponed-changes')).rejects;

async function sofa() {
  const app = await startApp({ library: [{ id: 1, stars: 3 }, { id: 2, stars: 4 }, { id: 3 }] });
  const darktable = await startStandInPlugin(app.folder, { dataDir: app.dataDir, library: app.library.file });
  onTestFinished(() => darktable.end());
  darktable.obstacle = 'lighttable';
  return { app, darktable };
}

test('202 tells that the reject waits; all else is done; records, lists, filters and counts show it as made', async () => {
  const { app, darktable } = await sofa();
  const wanted = { rating: -1, color_labels: ['yellow'], title: 'All' };
  const { status, body, headers } = await patch(app, '/1', wanted);
  expect([status, body]).toMatchObject([
    202,
    {
      id: 1,
      rating: -1,
      reject_waits: true,
      color_labels: ['yellow'],
      title: 'All',
      waits: { images: 1, for: 'lighttable' },
    },
  ]);
  expect(headers.get('x-change')).toMatch(/^\d+$/);
  expect(await rejects(app)).toEqual(body.waits);

  await app.app.services.index.settled();
  const { waits: _, ...record } = body;
  expect(await listed(app, 'rating=-1')).toEqual([record]);
  expect((await listed(app, 'rating_min=0&sort_by=id')).map(({ id }) => id)).toEqual([2, 3]);
  expect((await listed(app, 'sort_by=rating')).map(({ id }) => id)).toEqual([1, 3, 2]);
  const one = await app.ask<ImageRecord>('GET', '/api/v1/images/1');
  expect([one.body, one.headers.get('etag')]).toEqual([record, headers.get('etag')]);

  darktable.obstacle = null;
  await expect.poll(() => rejects(app)).toBeNull();
  await app.app.services.index.settled();
  const { reject_waits: __, ...made } = record;
  expect(await listed(app, 'rating=-1')).toEqual([made]);
});

test('asked for again it waits as before, and If-Match knows it; other stars take its place', async () => {
  const { app } = await sofa();
  const { headers } = await patch(app, '/1', { rating: -1 });
  const again = await patch(app, '/1', { rating: -1 }, { 'if-match': headers.get('etag')! });
  expect([again.status, again.headers.get('x-change')]).toEqual([202, null]);
  const rated = await patch(app, '/1', { rating: 5 }, { 'if-match': headers.get('etag')! });
  expect([rated.status, rated.body]).toMatchObject([200, { rating: 5 }]);
  expect(rated.body).not.toHaveProperty('reject_waits');
  expect((await patch(app, '/1', { rating: -1 }, { 'if-match': headers.get('etag')! })).status).toBe(412);
  expect(await rejects(app)).toBeNull();
  await app.app.services.index.settled();
  expect(await listed(app, 'rating=-1')).toEqual([]);
  expect((await listed(app, 'rating=5')).map(({ id }) => id)).toEqual([1]);
});

test('many at once, their undo and its undo tell what waits', async () => {
  const { app } = await sofa();
  const many = await patch<ChangeResult>(app, '', { filter: { rating_min: 3 }, change: { rejected: true } });
  expect([many.status, many.body]).toMatchObject([202, { changed: 2, failed: 0, waits: { images: 2 } }]);
  const undo = (id: number | null) => app.ask<UndoResult>('POST', `/api/v1/changes/${id}/undo`, { scopes });
  const undone = await undo(many.body.change);
  expect([undone.status, undone.body]).toMatchObject([200, { changed: 2, left: [] }]);
  expect(await rejects(app)).toBeNull();
  const redone = await undo(undone.body.change);
  expect([redone.status, redone.body]).toMatchObject([202, { changed: 2, waits: { images: 2 } }]);
});

test('an index that was written before shows those of the next start', async () => {
  const { app, darktable } = await sofa();
  await patch(app, '/2', { rating: -1 });
  await app.app.services.index.settled();
  const { indexerPid } = app.app.services.index;
  process.kill(indexerPid!, 'SIGKILL');
  await expect.poll(() => app.app.services.index.indexerPid).not.toBe(indexerPid);
  await app.app.services.index.settled();
  expect((await listed(app, 'rating=-1')).map(({ id }) => id)).toEqual([2]);
  await darktable.end();
  await expect.poll(() => rejects(app)).toBeNull();
  await app.app.services.index.settled();
  expect((await listed(app, 'rating=-1'))[0]).not.toHaveProperty('reject_waits');
});
