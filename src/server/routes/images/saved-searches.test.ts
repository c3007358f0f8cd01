import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SavedSearch } from '../../../contract/saved-searches.ts';
import { openNamedList } from '../../../settings/named-list.ts';
import { startApp } from '../../../testing/start-app.ts';

const best = { name: 'Best', query: 'rating_min=4' };

test('a search is saved under its name, changed by saving it again, deleted, and there after a restart', async () => {
  const app = await startApp({ library: [{ id: 1 }] });
  const scopes = ['images:read', 'images:write'];
  const list = async () => (await app.get<{ items: SavedSearch[] }>('/api/v1/searches')).items;
  const save = (body: object) => app.ask<SavedSearch>('POST', '/api/v1/searches', { body, scopes });
  expect(await list()).toEqual([]);
  const first = await save(best);
  expect(first).toMatchObject({ status: 201, body: best });
  const { id } = first.body;
  const view = (await save({ name: 'a view', query: '' })).body;
  expect((await save({ name: ' BEST ', query: 'rating_min=5' })).body).toEqual({
    name: 'BEST',
    query: 'rating_min=5',
    id,
  });
  expect((await list()).map(({ name }) => name)).toEqual(['a view', 'BEST']);
  expect((await save({ name: ' ', query: '' })).status).toBe(400);
  expect((await save({ name: 'x', query: '?a b' })).status).toBe(400);
  expect((await app.ask('POST', '/api/v1/searches', { body: best, scopes: ['images:read'] })).status).toBe(403);

  const file = join(app.dataDir, 'searches.json');
  const { log } = app.app.services;
  expect(openNamedList({ file, log, schema: SavedSearch, what: 'saved search', most: 500 }).list()).toEqual(
    await list(),
  );
  expect((await app.ask('DELETE', `/api/v1/searches/${view.id}`, { scopes })).status).toBe(204);
  expect((await app.ask('DELETE', `/api/v1/searches/${view.id}`, { scopes })).status).toBe(404);
  expect((await list()).map(({ id }) => id)).toEqual([id]);

  writeFileSync(file, 'damaged');
  expect(openNamedList({ file, log, schema: SavedSearch, what: 'saved search', most: 500 }).list()).toEqual([]);
  expect(readdirSync(app.dataDir).some((name) => name.startsWith('searches.json.corrupt'))).toBe(true);
});
