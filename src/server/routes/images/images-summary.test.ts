import { expect, test } from 'vitest';
import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const summary = (app: TestApp, body: unknown, scopes = ['images:read']) =>
  app.ask<ImagesSummary>('POST', '/api/v1/images/summary', { body, scopes });
const nothing = { value: null, is_shared: true };
const different = { value: null, is_shared: false };

test('a summary tells what images share and what only some have', async () => {
  const app = await startApp({
    library: [
      { id: 1, tags: ['sea', 'places|Rome', 'darktable|format|jpg'], stars: 3, labels: ['red', 'blue'] },
      { id: 2, tags: ['sea', '"a|b" 🦭'], stars: 2, rejected: true, labels: ['blue'] },
      { id: 3 },
    ],
  });
  for (const [id, change] of [
    [1, { title: 'Coast', creator: 'Anna', latitude: 41.9, longitude: 12.5 }],
    [2, { title: 'Cliffs', creator: 'Anna', notes: 'dusk', latitude: 41.9 }],
  ] as const)
    await app.ask('PATCH', `/api/v1/images/${id}`, { body: change, scopes: ['images:write'] });

  expect((await summary(app, { ids: [2, 1] })).body).toEqual({
    images: 2,
    tags: [
      { name: '"a|b" 🦭', count: 1 },
      { name: 'places|Rome', count: 1 },
      { name: 'sea', count: 2 },
    ],
    ratings: [
      { rating: -1, count: 1 },
      { rating: 3, count: 1 },
    ],
    color_labels: [
      { label: 'red', count: 1 },
      { label: 'blue', count: 2 },
    ],
    title: different,
    description: nothing,
    creator: { value: 'Anna', is_shared: true },
    publisher: nothing,
    rights: nothing,
    notes: different,
    latitude: { value: 41.9, is_shared: true },
    longitude: different,
    altitude: nothing,
  });
  // One of them has no creator at all; an id that does not exist counts for nothing.
  expect((await summary(app, { ids: [1, 3, 99] })).body).toMatchObject({ images: 2, creator: different });
  await app.app.services.index.settled();
  expect((await summary(app, { filter: { tag: 'sea' } })).body.images).toBe(2);
});

test('a summary needs the right to look, and can be asked for in read-only mode', async () => {
  const app = await startApp({ library: [{ id: 1 }] });
  expect(await summary(app, { ids: [1] }, ['tags:read'])).toMatchObject({ status: 403 });
  expect(await summary(app, { ids: 1 })).toMatchObject({ status: 400 });
  await app.app.services.admin.changeSettings({ readOnly: true });
  expect(await summary(app, { ids: [1] })).toMatchObject({ status: 200, body: { images: 1 } });
});
