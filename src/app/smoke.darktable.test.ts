import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BridgeStatus } from '../contract/admin.ts';
import { testedDarktable } from '../testing/bridge-stage.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { exposureParams } from '../testing/pictures/params.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { sidecarPath, xmpSidecar } from '../testing/pictures/xmp-sidecar.ts';
import { makeRealLibrary, type RealLibrary, withDarktable } from '../testing/real-darktable.ts';
import { openTestApp } from '../testing/start-app.ts';

/** What `npm test` sees of a real darktable: one library, one start, and once each thing that Safelight does with it. */
const folder = mkdtempSync(join(tmpdir(), 'safelight-smoke-'));
const conf = { 'lua/_scripts_install/dont_show': 'TRUE' };
let real: RealLibrary;
let app: Awaited<ReturnType<typeof openTestApp>>;

beforeAll(async () => {
  const photos = join(folder, 'photos');
  await mkdir(photos);
  const file = join(photos, 'quarters.jpg');
  writeFileSync(file, await jpeg(colourQuarters(1200, 800)));
  const history = [{ operation: 'exposure', version: 6, params: exposureParams(0) }];
  writeFileSync(sidecarPath(file), xmpSidecar({ rating: 1, history }));
  real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures: [photos], conf, ...testedDarktable });
  app = await openTestApp({
    library: { file: real.library },
    cache: real.cacheDir,
    environment: { PATH: process.env.PATH! },
  });
  expect((await set({ renderer: 'auto' })).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const set = (settings: Record<string, unknown>) =>
  app.ask('PATCH', '/api/v1/admin/settings', { scopes: ['admin'], body: settings });
const light = async (picture: Buffer) => (await sharp(picture).stats()).channels[1]!.mean;

test('an edit comes with the preview that darktable makes of it', async () => {
  const edit = async (exposure: number) => {
    const path = '/api/v1/images/1/modules/exposure?preview=medium';
    const answer = await app.ask<Buffer>('PATCH', path, { body: { params: { exposure } } });
    expect([answer.status, answer.headers.get('x-preview-warning')]).toEqual([200, null]);
    return light(answer.body);
  };
  expect(await edit(1.5)).toBeGreaterThan((await edit(0.1)) + 20);
});

test('a resident darktable shows what is not stored', async () => {
  const render = async (exposure: number) => {
    const body = { size: 'medium', modules: { exposure: { params: { exposure } } } };
    const answer = await app.ask<Buffer>('POST', '/api/v1/images/1/render', { body });
    expect(answer.status).toBe(200);
    return light(answer.body);
  };
  expect(await render(1.5)).toBeGreaterThan((await render(0)) + 20);
});

test('a color label reaches an open darktable through its plugin, and stays', async () => {
  await app.ask('POST', '/api/v1/admin/bridge/install', { scopes: ['admin'] });
  const options = { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable };
  await withDarktable(options, async (darktable) => {
    const bridge = () => app.get<BridgeStatus>('/api/v1/admin/bridge', { scopes: ['admin'] });
    await vi.waitFor(async () => expect((await bridge()).state).toBe('ready'), { timeout: 60_000, interval: 50 });
    const body = { color_labels: ['red'] };
    const labelled = await app.ask('PATCH', '/api/v1/images/1', { scopes: ['images:write'], body });
    expect([labelled.status, labelled.body]).toEqual([200, expect.objectContaining(body)]);
    expect(await darktable.lua('return tostring(darktable.database.get_image(1).red)')).toBe('true');
  });
  expect(await app.get('/api/v1/images/1')).toMatchObject({ color_labels: ['red'] });
});
