import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BridgeStatus } from '../contract/admin.ts';
import { agentClient, type AgentClient, CHANGING } from '../testing/agent-client.ts';
import { libraryRows } from '../testing/library-rows.ts';
import { testedDarktable } from '../testing/bridge-stage.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { exposureParams } from '../testing/pictures/params.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { sidecarPath, xmpSidecar } from '../testing/pictures/xmp-sidecar.ts';
import { makeRealLibrary, type RealLibrary, startDarktable } from '../testing/real-darktable.ts';
import { openTestApp } from '../testing/start-app.ts';

/** What an agent changes in the library of a real darktable, while that is closed and while it is open, and what undo makes of it. */
const folder = mkdtempSync(join(tmpdir(), 'safelight-agents-'));
const conf = { 'lua/_scripts_install/dont_show': 'TRUE' };
let real: RealLibrary;
let app: Awaited<ReturnType<typeof openTestApp>>;
let agent: AgentClient;

beforeAll(async () => {
  const photos = join(folder, 'photos');
  await mkdir(photos);
  for (const name of ['one', 'two', 'three']) {
    const file = join(photos, `${name}.jpg`);
    writeFileSync(file, await jpeg(colourQuarters(300, 200)));
    const history = [{ operation: 'exposure', version: 6, params: exposureParams(0) }];
    writeFileSync(sidecarPath(file), xmpSidecar({ rating: 1, history }));
  }
  real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures: [photos], conf, ...testedDarktable });
  app = await openTestApp({
    library: { file: real.library },
    cache: real.cacheDir,
    environment: { PATH: process.env.PATH! },
  });
  await app.ask('PATCH', '/api/v1/admin/settings', {
    body: { agentsMayChange: true, renderer: 'bridge' },
    scopes: ['admin'],
  });
  agent = await agentClient(app, CHANGING);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const images = [1, 2, 3];
const rows = () => libraryRows({ file: real.library, data: join(real.configDir, 'data.db') });
const done = async (name: string, given: Record<string, unknown>) => {
  const answer = await agent.call(name, given);
  expect([name, answer.isError, answer.text]).toEqual([name, false, expect.stringMatching(/^Changed \d/)]);
  return answer.data;
};
const undone = async ({ change_id }: Record<string, unknown>) => {
  const answer = await agent.call('undo', { change_id });
  expect([answer.isError, answer.data.left]).toEqual([false, []]);
};
const exposureOf = async (id: number) =>
  (await app.get<{ params: { exposure: number } }>(`/api/v1/images/${id}/modules/exposure`)).params.exposure;

/** Marks, several modules of one picture, and a copy of its edits; each taken back. `check`: what darktable itself says. */
async function changeAndTakeBack(check: (stars: number) => Promise<void>): Promise<void> {
  const rated = await done('organize', { image_ids: images, rating: 4, add_tags: ['agent|seen'] });
  await check(4);
  const edited = await done('edit_modules', {
    image_ids: [1],
    edits: [
      { operation: 'exposure', values: [{ field: 'exposure', value: '0.75' }] },
      { operation: 'velvia', values: [{ field: 'strength', value: '40' }] },
    ],
  });
  expect(await exposureOf(1)).toBeCloseTo(0.75);
  const copied = await done('copy_edits', { from: 1, image_ids: [2, 3], mode: 'append' });
  expect(await exposureOf(3)).toBeCloseTo(0.75);
  await undone(copied);
  expect(await exposureOf(3)).toBeCloseTo(0);
  await undone(edited);
  expect(await exposureOf(1)).toBeCloseTo(0);
  await undone(rated);
  await check(1);
}

const read = async (stars: number) => expect(await app.get('/api/v1/images/2')).toMatchObject({ rating: stars });

/** Dry runs of marks, of an edit and of a copy. */
const planned = async () => {
  const given = {
    organize: { image_ids: images, rating: 3 },
    edit_modules: { image_ids: [1], edits: [{ operation: 'exposure', values: [{ field: 'exposure', value: '0.5' }] }] },
    copy_edits: { from: 2, image_ids: [3], mode: 'replace' },
  };
  const plans: unknown[] = [];
  for (const [name, wanted] of Object.entries(given))
    plans.push((await agent.call(name, { ...wanted, dry_run: true })).data.plan);
  return plans;
};

/** Runs what was planned and takes it back. `check`: what darktable itself says. */
async function runAndTakeBack(plans: readonly unknown[], check: (stars: number) => Promise<void>): Promise<void> {
  const changes: Record<string, unknown>[] = [];
  for (const plan of plans) changes.push(await done('run_plan', { plan }));
  expect(changes).toMatchObject(plans.map(() => ({ unchanged: 0, refused: 0 })));
  await check(3);
  expect(await exposureOf(1)).toBeCloseTo(0.5);
  for (const change of changes.toReversed()) await undone(change);
  await check(1);
  expect(await exposureOf(1)).toBeCloseTo(0);
}

describe('an agent and a real darktable', () => {
  test('closed: changes go into the library, and undo leaves the rows as they were', async () => {
    const before = rows();
    await changeAndTakeBack(read);
    const after = rows();
    for (const table of ['color_labels', 'meta_data', 'tagged_images', 'history', 'masks_history', 'module_order'])
      expect(after[table], table).toEqual(before[table]);
  });

  test('open: the same through its plugin, and darktable shows it; it may be opened or closed between a dry run and its run', async () => {
    const plannedWhileClosed = await planned();
    await app.ask('POST', '/api/v1/admin/bridge/install', { scopes: ['admin'] });
    await using darktable = await startDarktable({
      configDir: real.configDir,
      cacheDir: real.cacheDir,
      conf,
      ...testedDarktable,
    });
    const bridge = () => app.get<BridgeStatus>('/api/v1/admin/bridge', { scopes: ['admin'] });
    await vi.waitFor(async () => expect((await bridge()).state).toBe('ready'), { timeout: 60_000, interval: 50 });
    const stars = () => darktable.lua('return tostring(darktable.database.get_image(2).rating)');
    const shows = async (wanted: number) => expect(await stars()).toBe(String(wanted));
    await runAndTakeBack(plannedWhileClosed, shows);
    await changeAndTakeBack(shows);
    const plannedWhileOpen = await planned();
    await darktable.quit();
    await runAndTakeBack(plannedWhileOpen, read);
  });
});
