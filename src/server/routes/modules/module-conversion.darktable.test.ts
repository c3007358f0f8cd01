import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ImageHistory } from '../../../contract/history.ts';
import type { ConvertedModule } from '../../../contract/module-steps.ts';
import type { ModuleEntry } from '../../../contract/modules.ts';
import type { Panel } from '../../../contract/panel.ts';
import { moduleLayouts } from '../../../darktable/layouts.ts';
import { panelOf } from '../../../darktable/panels.ts';
import { jpeg } from '../../../testing/pictures/jpeg.ts';
import { exposureParams, packParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';
import { usualParams } from '../../../testing/usual-params.ts';

const FILE = 'one.jpg';
const VELVIA = { operation: 'velvia', module: 1, params: packParams('ffff', 50, 1, 0.5, 0.5) };
const EXPOSURE = { operation: 'exposure', module: 6, params: exposureParams(0.5) };
/** Every version that a panel of 4.2.1 does not have, each in an image of its own. */
const older = panelOf('4.2.1').modules.flatMap(({ operation, versions }) =>
  Object.keys(moduleLayouts(operation)?.versions ?? {})
    .map(Number)
    .filter((module) => module < Math.min(...versions))
    .map((module) => ({ operation, module, params: usualParams(operation, module) })),
);
const FIRST = 100;

let app: Awaited<ReturnType<typeof openTestApp>>;
let film: string;
beforeAll(async () => {
  film = mkdtempSync(join(tmpdir(), 'safelight-conversion-'));
  writeFileSync(join(film, FILE), await jpeg(colourQuarters(480, 320)));
  const image = (id: number, history: object[]) => ({
    id,
    film,
    filename: FILE,
    raw: false,
    version: id,
    isComplete: true,
    history: history.map((step, num) => ({ operation: '', params: Buffer.alloc(0), ...step, num })),
  });
  app = await openTestApp({
    library: [
      image(1, [VELVIA, EXPOSURE]),
      image(2, [{ ...VELVIA, params: Buffer.alloc(3) }]),
      ...older.map((step, at) => image(FIRST + at, [step])),
    ],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(film, { recursive: true });
});

const scopes = ['images:read', 'images:write', 'cache:refresh', 'previews:read'];
const ask = <Body>(method: string, path: string, body?: unknown) =>
  app.ask<Body & ErrorBody>(method, `/api/v1/${path}`, { ...(body === undefined ? {} : { body }), scopes });
async function pixels(): Promise<Buffer> {
  const { status, body } = await ask<Buffer>('POST', 'images/1/render', { width: 240, height: 240 });
  expect(status).toBe(200);
  return sharp(body).raw().toBuffer();
}

test('a module of an older version is shown as darktable converts it, stored so, and looks the same; undo brings it back', async () => {
  const entry = 'images/1/modules/velvia';
  const before = await pixels();
  const { body: told } = await ask<ModuleEntry>('GET', `${entry}/conversion?describe=1`);
  // Velvia 2 has a strength in the place of saturation.
  expect(told).toMatchObject({ module_version: 2, enabled: true, params: { strength: expect.any(Number) as number } });
  expect(told.fields!.map(({ name }) => name)).toEqual(Object.keys(told.params!));
  const { body: panel } = await ask<Panel>('GET', 'panel');
  expect(panel.modules.find(({ operation }) => operation === 'velvia')!.versions).toContain(told.module_version);
  // Nothing was stored yet.
  expect((await ask<ModuleEntry>('GET', entry)).body.module_version).toBe(1);

  const made = await ask<ImageHistory>('POST', `${entry}/conversion`, {});
  expect(made.body.steps.map(({ operation, module_version }) => [operation, module_version])).toEqual([
    ['velvia', 1],
    ['exposure', 6],
    ['velvia', 2],
  ]);
  expect((await ask<ModuleEntry>('GET', entry)).body).toMatchObject({ module_version: 2, params: told.params });
  expect(Buffer.compare(before, await pixels())).toBe(0);
  expect((await ask('POST', `${entry}/conversion`, {})).headers.get('x-change')).toBeNull();

  await ask('POST', `changes/${made.headers.get('x-change')}/undo`);
  expect((await ask<ModuleEntry>('GET', entry)).body.module_version).toBe(1);
});

test('one of the version of this darktable is as it is, a damaged one is refused', async () => {
  const { body: exposure } = await ask<ModuleEntry>('GET', 'images/1/modules/exposure');
  expect((await ask('GET', 'images/1/modules/exposure/conversion')).body).toEqual(exposure);
  const { body: damaged } = await ask<ConvertedModule>('GET', 'images/2/modules/velvia/conversion');
  expect(damaged).toMatchObject({ module_version: 1, why_not_converted: expect.stringContaining('damaged') as string });
  const { status, body } = await ask('POST', 'images/2/modules/velvia/conversion', {});
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.detail).toContain('damaged');
  expect((await ask('GET', 'images/1/modules/sharpen/conversion')).body.error).toBe('module_not_found');
});

test('every older version is converted to one that has a panel, or it is told that darktable does not', async () => {
  const { modules } = panelOf('4.2.1');
  const refused: string[] = [];
  for (const [at, { operation, module }] of older.entries()) {
    const name = `${operation} ${module}`;
    const { body } = await ask<ConvertedModule>(
      'GET',
      `images/${FIRST + at}/modules/${operation}/conversion?describe=1`,
    );
    if (body.why_not_converted !== undefined) refused.push(`${name}: ${body.why_not_converted}`);
    // 5.0.1 has a version of its own, of which most controls are known.
    else if (operation !== 'watermark' || body.module_version !== 6)
      expect([name, modules.find((one) => one.operation === operation)!.versions]).toEqual([
        name,
        expect.arrayContaining([body.module_version]),
      ]);
  }
  expect(older.length).toBeGreaterThan(100);
  // What is always on shows by its values alone whether it was converted; these are the defaults. To 5.0 demosaic has got new ones.
  expect(['flip', 'demosaic flip']).toContain(refused.map((name) => name.split(' ')[0]).join(' '));
});
