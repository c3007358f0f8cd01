import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { EditsResult } from '../../../contract/history.ts';
import type { ChangeList, DryRunProgress } from '../../../contract/image-change.ts';
import { JSON_LINES } from '../../../contract/json-lines.ts';
import { bridgePaths } from '../../../darktable/bridge-files.ts';
import { beat } from '../../../testing/beat.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { standInDarktable } from '../../../testing/stand-in-darktable.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { addStyle } from '../../../testing/style-fixture.ts';

const exposure = (ev: number, rest = {}) => ({ operation: 'exposure', module: 6, params: exposureParams(ev), ...rest });
const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 10, 1) };
const hotpixels = { operation: 'hotpixels', module: 1, params: Buffer.alloc(16) };

/** 1 is copied from. 2 is raw with another exposure, 3 and 4 are JPEGs without edits, 5 has just what 1 has. */
const library: FixtureImage[] = [
  { id: 1, raw: true, history: [velvia, exposure(1), hotpixels] },
  { id: 2, raw: true, history: [exposure(-1), { operation: 'bloom', params: Buffer.alloc(12) }] },
  { id: 3 },
  { id: 4 },
  { id: 5, raw: true, tags: ['darktable|changed'], history: [hotpixels] },
];

const ask = (app: TestApp, path: string, body: unknown, scopes = ['images:read', 'cache:refresh']) =>
  app.ask<EditsResult & ErrorBody>('POST', `/api/v1${path}`, { body, scopes });
const copy = (app: TestApp, body: object) => ask(app, '/images/history/copy?dry_run=1', { from: 1, ...body });

/** Both files, byte by byte. */
const bytes = ({ library: { file, data } }: TestApp) =>
  [file, data].map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
const outline = ({ body }: { body: EditsResult }) =>
  body.plans!.map(({ images, modules, without_raw_data: idle }) => ({
    images,
    modules: modules.map(({ operation, multi_priority: at, becomes }) => `${operation} ${at} ${becomes}`),
    idle,
  }));

describe.each([37, 57] as const)('a dry run in a library of schema %s', (schema) => {
  test('tells which images a copy would change, which modules of each, and what they lack; nothing is stored', async () => {
    const app = await startApp({ library, schema });
    const before = bytes(app);
    const append = await copy(app, { to: [1, 2, 3, 4, 99] });
    expect(append.status).toBe(200);
    expect(append.body).toMatchObject({ change: null, changed: 3, unchanged: 1, failed: 1, failures: [{ id: 99 }] });
    expect(outline(append)).toEqual([
      {
        images: [3, 4],
        modules: ['hotpixels 0 new', 'exposure 0 new', 'velvia 0 new'],
        idle: ['hotpixels'],
      },
      { images: [2], modules: ['hotpixels 0 new', 'exposure 0 changed', 'velvia 0 new'], idle: [] },
    ]);
    expect(append.body.plans![1]!.modules[1]).toMatchObject({ label: 'exposure', multi_name: '' });
    const replace = await copy(app, { to: [2], modules: ['velvia'], mode: 'replace' });
    expect(outline(replace)).toEqual([
      { images: [2], modules: ['velvia 0 new', 'exposure 0 removed', 'bloom 0 removed'], idle: [] },
    ]);
    const same = await copy(app, { to: [5], modules: ['hotpixels'] });
    expect(same.body).toMatchObject({ changed: 0, unchanged: 1, failed: 0, plans: [] });
    expect(bytes(app)).toEqual(before);
    expect((await app.get<z.infer<typeof ChangeList>>('/api/v1/changes')).total).toBe(0);
    expect(app.app.services.queues.refresh.pending()).toEqual([]);
  });

  test('says the same as the change itself, image by image', async () => {
    const app = await startApp({ library, schema });
    app.library.change("UPDATE history SET multi_name = 'sea' WHERE imgid = 2 AND operation = 'exposure'");
    app.library.change('DELETE FROM module_order WHERE imgid = 2');
    addStyle(app.library, { id: 1, name: 'raw', items: [hotpixels, velvia] });
    const to = [1, 2, 3, 4, 5, 99];
    for (const [path, body] of [
      ['/styles/apply', { name: 'raw', to }],
      ['/images/history/copy', { from: 1, to }],
      ['/images/history/copy', { from: 2, to, mode: 'replace' }],
      ['/images/history/copy', { from: 2, to, mode: 'replace' }],
    ] as const) {
      const { plans, ...would } = (await ask(app, `${path}?dry_run=1`, body)).body;
      const { change: _id, ...did } = (await ask(app, path, body)).body;
      expect(would).toEqual({ change: null, ...did });
      expect(plans!.reduce((sum, { images }) => sum + images.length, 0)).toBe(did.changed);
    }
  });

  test('refuses what the change refuses, and tells why a style cannot be taken', async () => {
    const app = await startApp({ library, schema });
    addStyle(app.library, { id: 1, name: 'raw', items: [hotpixels] });
    const { body } = await ask(app, '/styles/apply?dry_run=1', { name: 'raw', to: [2, 3] });
    expect(body).toMatchObject({ changed: 1, failed: 1, failures: [{ id: 3 }], plans: [{ images: [2] }] });
    expect(body.failures[0]!.reason).toContain('raw data');
    for (const [path, wanted, status] of [
      ['/styles/apply?dry_run=1', { name: 'nosuch', to: [2] }, 404],
      ['/images/history/copy?dry_run=1', { from: 99, to: [2] }, 404],
      ['/images/history/copy?dry_run=1', { from: 3, to: [2] }, 409],
      ['/images/history/copy?dry_run=1', { from: 3, to: { filter: { rating: 5 } } }, 409],
      ['/images/history/copy?dry_run=maybe', { from: 1, to: [2] }, 400],
      ['/images/history/copy?dry=1', { from: 1, to: [2] }, 400],
    ] as const)
      expect([path, (await ask(app, path, wanted)).status]).toEqual([path, status]);
    expect((await ask(app, '/styles/apply?dry_run=1', { name: 'raw', to: [2] }, ['images:read'])).status).toBe(403);
  });
});

describe('a dry run in lines', () => {
  const images = Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1, ...(at === 0 && { history: [velvia] }) }));
  const filter = { filter: {} };
  type DryRun = readonly [method: string, path: string, body: object];
  const dryRuns: readonly DryRun[] = [
    ['POST', '/images/history/copy', { from: 1, to: filter }],
    ['POST', '/styles/apply', { name: 'raw', to: filter }],
    ['PATCH', '/images', { ...filter, change: { rating: 1 } }],
  ];
  const inLines = async (app: TestApp, [method, path, body]: DryRun, signal?: AbortSignal) =>
    fetch(`${app.url}/api/v1${path}?dry_run=1`, {
      method,
      body: JSON.stringify(body),
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${await app.token(['images:read', 'images:write', 'cache:refresh'])}`,
        accept: JSON_LINES,
        'content-type': 'application/json',
      },
    });

  test.each(dryRuns)('%s %s tells its counts before it has looked at all images', async (...dryRun) => {
    const app = await startApp({ library: images });
    addStyle(app.library, { id: 1, name: 'raw', items: [velvia] });
    const answer = await inLines(app, dryRun);
    expect(answer.headers.get('content-type')).toContain(JSON_LINES);
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as EditsResult & DryRunProgress);
    const [first, last] = [lines[0]!, lines.at(-1)!];
    expect(first).toMatchObject({ of: 1_000, changed: expect.any(Number) as number });
    expect(first.changed + first.unchanged).toBe(first.done);
    const [method, path, body] = dryRun;
    const whole = await app.ask(method, `/api/v1${path}?dry_run=1`, {
      body,
      scopes: ['images:read', 'images:write', 'cache:refresh'],
    });
    expect(last).toEqual(whole.body);
  });

  test('who hangs up ends it', async () => {
    const app = await startApp({ library: images });
    const run = vi.spyOn(app.app.services.changes.histories, 'wouldChange');
    const hangUp = new AbortController();
    const answer = await inLines(app, dryRuns[0]!, hangUp.signal);
    await answer.body!.getReader().read();
    hangUp.abort();
    await expect(run.mock.results[0]!.value).rejects.toThrow('the client has gone');
  });

  test('what is wrong has its own status', async () => {
    const app = await startApp({ library: images });
    expect((await inLines(app, ['POST', '/images/history/copy', { from: 5_000, to: filter }])).status).toBe(404);
  });
});

test('for more images than an open darktable takes at once, a dry run says so, as the change does', async () => {
  const app = await startApp({ library: Array.from({ length: 2_001 }, (_, at) => ({ ...library[0]!, id: at + 1 })) });
  const darktable = await standInDarktable(app.folder, app.library.file);
  beat(bridgePaths(app.dataDir).heartbeat, { library: app.library.file, state: 'idle', operated: 0 });
  const to = { filter: {} };
  const { refused_now: refusal } = (await copy(app, { to })).body;
  expect(refusal).toContain('at most 2000 images');
  expect((await ask(app, '/images/history/copy', { from: 1, to })).body.detail).toBe(refusal);
  expect((await copy(app, { to: [2] })).body).not.toHaveProperty('refused_now');
  await darktable.end();
});

test('while darktable has the library open, a dry run tells all the same', async () => {
  const app = await startApp({ library });
  const darktable = await standInDarktable(app.folder, app.library.file);
  expect((await copy(app, { to: [2] })).body).toMatchObject({ changed: 1, plans: [{ images: [2] }] });
  await darktable.end();
});
