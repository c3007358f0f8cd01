import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibrary } from '../../../testing/library-fixture.ts';
import { startApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'cache:refresh'];
const CHANGES = [
  ['PATCH', 'images/1', { rating: 5 }],
  ['DELETE', 'images/1/history', undefined],
  ['POST', 'tags', { name: 'new' }],
] as const;

test('a library of a newer darktable is shown, and nothing in it is changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-newer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { file } = makeLibrary({ folder, schema: 57, version: 58, images: [{ stars: 3 }, { stars: 1 }] });
  const before = await readFile(file);
  const app = await startApp({ library: { file } });
  await expect.poll(() => app.get('/api/v1/library')).toMatchObject({ state: 'ready' });
  expect(await app.get('/api/v1/library')).toMatchObject({
    schema_version: 58,
    read_only: true,
    is_newer: true,
    images: 2,
    message: expect.stringMatching(/newer darktable \(library version 58\).*Update Safelight/) as string,
  });
  expect(await app.get('/api/v1/images?rating_min=2')).toMatchObject({ total: 1 });
  for (const [method, path, body] of CHANGES)
    expect(await app.ask(method, `/api/v1/${path}`, { body, scopes })).toMatchObject({
      status: 403,
      body: { error: 'read_only', detail: expect.stringContaining('newer darktable') as string },
    });
  expect(await readFile(file)).toEqual(before);
});

test('one that a newer darktable raises meanwhile is not written, even by a change that has begun', async () => {
  const app = await startApp({ library: [{ id: 1 }] });
  await app.ask('PATCH', '/api/v1/images/1', { body: { rating: 2 }, scopes });
  app.library.change("UPDATE db_info SET value = '58' WHERE key = 'version'");
  for (const [method, path, body] of CHANGES)
    expect(await app.ask(method, `/api/v1/${path}`, { body, scopes })).toMatchObject({
      status: 403,
      body: { error: 'read_only' },
    });
  expect(await app.get('/api/v1/images/1')).toMatchObject({ rating: 2 });
  await expect
    .poll(() => app.get('/api/v1/library'))
    .toMatchObject({ state: 'ready', schema_version: 58, is_newer: true, read_only: true, images: 1 });
  // The index is made anew for the newer library.
  await expect.poll(async () => (await app.ask('GET', '/api/v1/images?rating_min=2')).body).toMatchObject({ total: 1 });
});
