import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ExistingList, TakenOver } from '../../../contract/publication-existing.ts';
import type { Publication, PublicationPlan } from '../../../contract/publications.ts';
import { openTestApp, startApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'previews:read', 'cache:refresh', 'admin'];
const path = '/api/v1/publications';
const BEST = { name: 'Best', source: { filter: { rating_min: 3 } }, recipe: 1, destination: 1 };
let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp({ library: [{ id: 1, stars: 5 }] });
});
afterAll(() => app.close());

const add = (body: object) => app.ask<Publication>('POST', path, { scopes, body });

test('a publication is created, changed, planned and deleted', async () => {
  const { status, body } = await add(BEST);
  expect(status).toBe(201);
  expect(await app.get('/api/v1/library')).toMatchObject({ publishes: true });
  expect(body).toMatchObject({
    ...BEST,
    album: null,
    when: 'by-hand',
    progress: { state: 'idle', items: 0, runs: [] },
  });
  expect((await app.get<{ items: Publication[] }>(path, { scopes })).items).toEqual([body]);
  expect((await add({ ...BEST, name: 'BEST' })).status).toBe(409);
  const one = `${path}/${body.id}`;
  const put = await app.ask<Publication>('PUT', one, {
    scopes,
    body: { ...BEST, source: { ids: [1] }, when: 'at-night' },
  });
  expect(put.body).toMatchObject({ source: { ids: [1] }, when: 'at-night' });
  const plan = await app.ask<PublicationPlan>('POST', `${one}/plan`, { scopes });
  expect(plan.body.problem).toBe('Its export recipe was deleted. Choose another one.');
  const run = await app.ask<ErrorBody>('POST', `${one}/runs`, { scopes, body: { plan: plan.body.id } });
  expect([run.status, run.body.detail]).toEqual([409, plan.body.problem]);
  expect((await app.ask('DELETE', `${one}/runs`, { scopes })).status).toBe(200);
  expect((await app.ask('DELETE', one, { scopes })).status).toBe(204);
  for (const [method, where] of [
    ['GET', one],
    ['DELETE', one],
    ['POST', `${one}/plan`],
    ['DELETE', `${one}/runs`],
  ] as const)
    expect((await app.ask(method, where, { scopes })).status, `${method} ${where}`).toBe(404);
  expect(await app.get('/api/v1/library')).not.toHaveProperty('publishes');
});

test('which images are published is asked for a few ids', async () => {
  const published = (ids: string) => app.ask<object>('GET', `/api/v1/images/published?ids=${ids}`, { scopes });
  expect((await published('1,99')).body).toEqual({ items: [] });
  expect((await published('one')).status).toBe(400);
});

test.each<[what: string, body: object, field: string]>([
  ['no name', { ...BEST, name: '' }, 'name'],
  ['no source', { ...BEST, source: {} }, 'source'],
  ['ids and a filter', { ...BEST, source: { ids: [1], filter: {} } }, 'source'],
  ['an image twice', { ...BEST, source: { ids: [1, 1] } }, 'source'],
  ['a filter that there is not', { ...BEST, source: { filter: { shape: 'round' } } }, 'source'],
  ['a filter out of range', { ...BEST, source: { filter: { rating_min: 9 } } }, 'source'],
  ['an unknown time', { ...BEST, when: 'at-noon' }, 'when'],
  ['an empty album', { ...BEST, album: ' ' }, 'album'],
])('%s is refused', async (_what, body, field) => {
  const { status, body: answer } = await app.ask<ErrorBody>('POST', path, { scopes, body });
  expect([status, answer.detail]).toEqual([400, expect.stringContaining(field)]);
});

test('after a damaged list, a publication has no other recipe and destination, and says where the list is kept', async () => {
  const damaged = await startApp({ library: 1, dataDirBefore: { 'recipes.json': '[{"id":', 'destinations.json': '' } });
  const ask = <Body>(method: string, where: string, body?: object) =>
    damaged.ask<Body>(method, where, { scopes, body });
  await ask('POST', '/api/v1/recipes', { name: 'Other' });
  const { id } = (await ask<Publication>('POST', path, BEST)).body;
  const plan = await ask<PublicationPlan>('POST', `${path}/${id}/plan`);
  expect(plan.body.problem).toContain(`is kept as ${join(damaged.dataDir, 'recipes.json.corrupt-')}`);
});

test('reasons, which may name an account or a folder, are told with the scope admin alone', async () => {
  const folder = join(app.folder, 'drive of anna');
  const { id: destination } = (
    await app.ask<{ id: number }>('POST', '/api/v1/destinations', {
      scopes,
      body: { name: 'Drive', kind: 'folder', folder },
    })
  ).body;
  const { id: recipe } = (await app.ask<{ id: number }>('POST', '/api/v1/recipes', { scopes, body: { name: 'Web' } }))
    .body;
  const { id } = (await add({ ...BEST, name: 'Reasons', recipe, destination })).body;
  const one = `${path}/${id}`;
  const few = ['images:read', 'previews:read', 'cache:refresh'];
  for (const told of [true, false]) {
    const ask = (method: string, where: string, body?: object) =>
      app.ask<ErrorBody & PublicationPlan>(method, where, { scopes: told ? scopes : few, body });
    const plan = (await ask('POST', `${one}/plan`)).body;
    const run = await ask('POST', `${one}/runs`, { plan: plan.id });
    expect(run.status).toBe(409);
    const texts = [plan.problem, run.body.detail];
    for (const text of texts) expect(text?.includes(folder)).toBe(told);
  }
  mkdirSync(folder);
  const plan = (await app.ask<PublicationPlan>('POST', `${one}/plan`, { scopes })).body;
  rmSync(folder, { recursive: true });
  await app.ask('POST', `${one}/runs`, { scopes, body: { plan: plan.id } });
  for (const where of [path, one]) {
    const told = JSON.stringify(await app.get(where, { scopes: few }));
    expect(told).not.toContain(folder);
    // Where the library is may name an account, too.
    expect(told).not.toContain(app.folder);
    expect(JSON.stringify(await app.get(where, { scopes }))).toContain(`"library":"${app.folder}`);
  }
});

test('what is at the destination already is shown and taken over by who may change settings, and nothing that is not certain', async () => {
  const folder = join(app.folder, 'earlier');
  mkdirSync(folder);
  writeFileSync(join(folder, '1.jpg'), 'exported long ago');
  const ask = <Body>(method: string, where: string, body?: object) => app.ask<Body>(method, where, { scopes, body });
  const place = { name: 'Earlier', kind: 'folder', folder };
  const { id: destination } = (await ask<{ id: number }>('POST', '/api/v1/destinations', place)).body;
  const { id: recipe } = (await ask<{ id: number }>('POST', '/api/v1/recipes', { name: 'Earlier' })).body;
  const { filename } = await app.get<{ filename: string }>('/api/v1/images/1');
  renameSync(join(folder, '1.jpg'), join(folder, filename.replace(/\.\w+$/, '.jpg')));
  const { id } = (await add({ ...BEST, name: 'Earlier', recipe, destination })).body;
  const existing = `${path}/${id}/existing`;
  const { items, ...counts } = (await ask<ExistingList>('GET', existing)).body;
  expect([counts, items[0]?.image_id]).toEqual([{ matched: 1, ambiguous: 0, unmatched: 0, untimed: 0 }, 1]);
  const item = items[0]!.item;
  const few = scopes.filter((scope) => scope !== 'admin');
  expect((await app.ask('GET', existing, { scopes: few })).status).toBe(403);
  expect((await ask('POST', existing, { items: [{ item, image_id: 2 }] })).status).toBe(409);
  const twice = [1, 2].map((image_id) => ({ item, image_id }));
  expect((await ask('POST', existing, { items: twice })).status).toBe(400);
  const taken = await ask<TakenOver>('POST', existing, { items: [{ item, image_id: 1 }] });
  expect([taken.status, taken.body]).toEqual([200, { taken: 1, failed: [] }]);
  expect((await ask<PublicationPlan>('POST', `${path}/${id}/plan`)).body.counts).toMatchObject({
    unchanged: 1,
    new: 0,
  });
});

test('only who may change settings says what is published where', async () => {
  const without = scopes.filter((scope) => scope !== 'admin');
  const { status, body } = await app.ask<ErrorBody>('POST', path, { scopes: without, body: BEST });
  expect([status, body.error]).toEqual([403, 'forbidden']);
});
