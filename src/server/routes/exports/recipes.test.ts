import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ExportBatch } from '../../../contract/export-batches.ts';
import { type ExportsAccepted, NewRecipe, type Recipe } from '../../../contract/recipes.ts';
import { filesOf } from '../../../testing/zip-files.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'previews:read', 'cache:refresh'];
const recipe = (app: TestApp, body: object) => app.ask<Recipe>('POST', '/api/v1/recipes', { scopes, body });

test('a recipe is kept under its name, changed, and deleted; what is not said is as usual', async () => {
  const app = await startApp({ library: 1 });
  const list = async () => (await app.get<{ items: Recipe[] }>('/api/v1/recipes', { scopes })).items;
  expect(await list()).toEqual([]);
  const web = { name: 'Web', size: { by: 'long-edge', pixels: 2400 } };
  const first = await recipe(app, web);
  expect(first).toMatchObject({ status: 201, body: { ...NewRecipe.parse({ name: 'Web' }), ...web } });
  const print = (await recipe(app, { name: 'Print', format: 'tiff', bits: 16, profile: 'ADOBERGB', keep: [] })).body.id;
  expect((await list()).map(({ name, id }) => [name, id])).toEqual([
    ['Print', print],
    ['Web', first.body.id],
  ]);
  const put = (id: number, body: object) => app.ask<Recipe>('PUT', `/api/v1/recipes/${id}`, { scopes, body });
  expect((await put(print, { name: 'Fine print' })).body).toEqual({
    ...NewRecipe.parse({ name: 'Fine print' }),
    id: print,
  });
  expect((await put(print, { name: 'WEB' })).status).toBe(409);
  expect((await put(3, { name: 'x' })).status).toBe(404);
  expect((await app.ask('DELETE', `/api/v1/recipes/${print}`, { scopes })).status).toBe(204);
  expect((await app.ask('DELETE', `/api/v1/recipes/${print}`, { scopes })).status).toBe(404);
  expect((await app.ask('POST', '/api/v1/recipes', { scopes: ['previews:read'], body: web })).status).toBe(403);
  expect(readFileSync(join(app.dataDir, 'recipes.json'), 'utf8')).toContain('"Web"');
});

test('a recipe stays while a publication uses it, and who may only export does not change what leaves', async () => {
  const app = await startApp({ library: 1 });
  const { id } = (await recipe(app, { name: 'Web' })).body;
  const definition = { name: 'Best', source: { filter: {} }, recipe: id, destination: 1 };
  await app.ask('POST', '/api/v1/publications', { scopes: ['admin'], body: definition });
  const refused = await app.ask<ErrorBody>('DELETE', `/api/v1/recipes/${id}`, { scopes });
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect(refused.body.detail).toContain('The publication Best');
  // With what it keeps, a client that may only export would decide what is published.
  for (const [method, path] of [
    ['PUT', `/api/v1/recipes/${id}`],
    ['POST', '/api/v1/recipes'],
  ] as const) {
    const body = { name: 'WEB', keep: ['place'] };
    expect((await app.ask(method, path, { scopes, body })).status).toBe(403);
    expect((await app.ask(method, path, { scopes: [...scopes, 'admin'], body })).status).toBeLessThan(300);
  }
});

test.each<[what: string, body: object, field: string]>([
  ['no name', { name: ' ' }, 'name'],
  ['an unknown format', { name: 'x', format: 'gif' }, 'format'],
  ['bits that the format has not', { name: 'x', format: 'png', bits: 32 }, 'bits'],
  ['bits for an original', { name: 'x', format: 'original', bits: 8 }, 'bits'],
  ['quality out of range', { name: 'x', quality: 0 }, 'quality'],
  ['a size of nothing', { name: 'x', size: { by: 'long-edge', pixels: 0 } }, 'size.pixels'],
  ['a size without a measure', { name: 'x', size: { by: 'box', width: 100 } }, 'size.height'],
  ['metadata that nobody knows', { name: 'x', keep: ['serial'] }, 'keep.0'],
  ['a variable that nobody knows', { name: 'x', pattern: '$(LENS)' }, 'pattern'],
  ['a field that there is not', { name: 'x', colour: 1 }, 'colour'],
])('%s is refused', async (_what, body, field) => {
  const app = await startApp({ library: 1 });
  const { status, body: answer } = await app.ask<ErrorBody>('POST', '/api/v1/recipes', { scopes, body });
  expect(status).toBe(400);
  expect(answer.detail).toContain(field);
});

const progress = (app: TestApp, batch: string | null) => app.get<ExportBatch>(`/api/v1/exports/${batch}`, { scopes });
const made = (app: TestApp, batch: string | null) =>
  vi.waitFor(async () => {
    const now = await progress(app, batch);
    expect(now.waiting).toBe(0);
    return now;
  }, 20_000);
const exported = async (app: TestApp, body: object) =>
  (await app.ask<z.infer<typeof ExportsAccepted>>('POST', '/api/v1/exports', { scopes, body })).body;

/** Three photographs, of which the second is away. */
async function withPhotographs(): Promise<TestApp> {
  const photos = mkdtempSync(join(tmpdir(), 'safelight-photos-'));
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }));
  for (const id of [1, 3]) writeFileSync(join(photos, `${id}.NEF`), `photograph ${id}`);
  return startApp({
    library: [1, 2, 3].map((id) => ({ id, filename: `${id}.NEF`, film: photos, taken: `2024-05-0${id}T10:00:00` })),
  });
}

test('each picture is made or told why not; the archive has them as the recipe names them; forgotten, they are gone', async () => {
  const app = await withPhotographs();
  const pattern = '$(EXIF.DAY)/$(FILE_NAME)';
  let finished = 0;
  app.app.events.on('exports.finished', () => finished++);
  const { body: original } = await recipe(app, { name: 'Original', format: 'original-and-sidecar', pattern });
  const {
    batch,
    images,
    missing,
    missing_ids: lacks,
  } = await exported(app, { recipe: original.id, ids: [3, 1, 2, 9] });
  expect([images, missing, lacks]).toEqual([3, 1, [9]]);
  const told = await made(app, batch);
  expect(told).toMatchObject({ done: 2, failed: 1, recipe: 'Original', pattern, problem: null });
  expect(told.failures).toEqual([
    { image_id: 2, filename: '2.NEF', reason: expect.stringContaining('the file cannot be read') as string },
  ]);
  const archive = await app.ask<Buffer>('GET', `/api/v1/exports/${batch}/archive`, { scopes });
  const files = await filesOf(archive.body);
  expect(Object.keys(files)).toEqual(['03/3.nef', '03/3.nef.xmp', '01/1.nef', '01/1.nef.xmp']);
  expect(files['01/1.nef']!.toString()).toBe('photograph 1');

  await vi.waitFor(() => expect(finished).toBe(1));
  const folder = join(app.dataDir, 'export-batches');
  expect(readdirSync(folder)).toHaveLength(2);
  expect((await app.ask('DELETE', `/api/v1/exports/${batch}`, { scopes })).status).toBe(204);
  expect(readdirSync(folder)).toEqual([]);
});

test('what a restart left is made, as it was asked for, and what was made is not made again', async () => {
  const app = await withPhotographs();
  await app.app.settings.update({ readOnly: true });
  const { body: original } = await recipe(app, { name: 'Original', format: 'original' });
  expect((await app.ask('POST', '/api/v1/exports', { scopes, body: { recipe: original.id, ids: [1] } })).status).toBe(
    403,
  );
  await app.app.settings.update({ readOnly: false });
  const { exportBatches, recipeExports } = app.app.services;
  await app.app.settings.update({ readOnly: true });
  const batch = await exportBatches.add('test-0', [1, 3], original);
  recipeExports.wake();
  await recipeExports.settled();
  expect(await progress(app, batch.id)).toMatchObject({ waiting: 2, done: 0 });
  await app.ask('PUT', `/api/v1/recipes/${original.id}`, { scopes, body: { name: 'Original', format: 'jpeg' } });
  const folder = exportBatches.picturesOf(batch);
  mkdirSync(folder);
  writeFileSync(join(folder, '1.nef'), 'made before');
  writeFileSync(join(folder, '3.nef.draft'), 'half a pic');
  // The library is opened again, as after a restart.
  mkdirSync(join(app.folder, 'elsewhere'));
  await app.app.admin.changeSettings({ readOnly: false, exportQueue: join(app.folder, 'elsewhere', 'export.queue') });
  expect(await made(app, batch.id)).toMatchObject({ done: 2 });
  const { body } = await app.ask<Buffer>('GET', `/api/v1/exports/${batch.id}/archive`, { scopes });
  expect(Object.values(await filesOf(body)).map(String)).toEqual(['made before', 'photograph 3']);
});

test('a batch of another library waits for that one, and says so', async () => {
  const app = await withPhotographs();
  const { body: original } = await recipe(app, { name: 'Original', format: 'original' });
  await app.app.settings.update({ readOnly: true });
  const { id } = await app.app.services.exportBatches.add('test-0', [1], original);
  const file = join(app.dataDir, 'export-batches', `${id}.json`);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...stored, library: '/elsewhere/library.db' }));
  mkdirSync(join(app.folder, 'elsewhere'));
  await app.app.admin.changeSettings({ readOnly: false, exportQueue: join(app.folder, 'elsewhere', 'export.queue') });
  await app.app.services.recipeExports.settled();
  expect(await progress(app, id)).toMatchObject({
    waiting: 1,
    problem: 'the pictures belong to another library, /elsewhere/library.db',
  });
});

test('an original is exported whatever its name ends with', async () => {
  const photos = mkdtempSync(join(tmpdir(), 'safelight-photos-'));
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }));
  const names = ['none', 'odd.tür', 'said.failed'];
  for (const name of names) writeFileSync(join(photos, name), name);
  const app = await startApp({ library: names.map((filename, at) => ({ id: at + 1, filename, film: photos })) });
  const { body: original } = await recipe(app, { name: 'Original', format: 'original' });
  const { batch } = await exported(app, { recipe: original.id, ids: [1, 2, 3] });
  expect(await made(app, batch)).toMatchObject({ done: 3 });
  const { body } = await app.ask<Buffer>('GET', `/api/v1/exports/${batch}/archive`, { scopes });
  expect(Object.values(await filesOf(body)).map(String)).toEqual(names);
});

test('without darktable-cli they wait, and say for what', async () => {
  const app = await withPhotographs();
  const alone = join(app.folder, 'darktable-alone', 'darktable');
  mkdirSync(dirname(alone));
  writeFileSync(alone, '#!/bin/sh\necho darktable 4.2.1\n', { mode: 0o755 });
  await app.app.settings.update({ darktable: alone });
  const { body: web } = await recipe(app, { name: 'Web' });
  const { batch } = await exported(app, { recipe: web.id, filter: { film_id: 1 } });
  await vi.waitFor(async () =>
    expect(await progress(app, batch)).toMatchObject({
      waiting: 3,
      problem: 'darktable-cli is not installed on this computer',
    }),
  );
});

test.each<[what: string, body: object, field: string]>([
  ['no recipe', { ids: [1] }, 'recipe'],
  ['no images', { recipe: 1 }, 'ids'],
  ['a word too many', { recipe: 1, ids: [1], format: 'png' }, 'format'],
])('an export with %s is refused', async (_what, body, field) => {
  const app = await startApp({ library: 1 });
  const { status, body: answer } = await app.ask<ErrorBody>('POST', '/api/v1/exports', { scopes, body });
  expect(status).toBe(400);
  expect(Object.keys(answer.fields ?? {})).toContain(field);
});

test('an export by a recipe that there is not', async () => {
  const app = await startApp({ library: 1 });
  const { status } = await app.ask('POST', '/api/v1/exports', { scopes, body: { recipe: 7, ids: [1] } });
  expect(status).toBe(404);
});

test('darktable’s own presets that cannot be read are not offered', async () => {
  const app = await startApp({ library: 1 });
  app.library.change(
    `INSERT INTO data.presets (name, operation, op_version, op_params, enabled, blendop_version) VALUES ('odd', 'export', 7, x'00', 1, 0)`,
  );
  expect(await app.get('/api/v1/recipes/presets', { scopes })).toEqual({ items: [] });
});
