import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModuleDefaults } from '../../../contract/module-defaults.ts';
import type { ModuleEntry } from '../../../contract/modules.ts';
import { layoutOf } from '../../../darktable/layouts.ts';
import { pipeFacts } from '../../../changes/rules/pipe-facts.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { jpeg } from '../../../testing/pictures/jpeg.ts';
import { blendParams, packParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
let film: string;
beforeAll(async () => {
  film = mkdtempSync(join(tmpdir(), 'safelight-defaults-'));
  writeFileSync(join(film, 'one.dng'), dng(colourQuarters(480, 320)));
  writeFileSync(join(film, 'two.jpg'), await jpeg(colourQuarters(480, 320)));
  // Every version from 4.0 to 5.4 has the same version of it.
  const layout = layoutOf('filmicrgb', 6)!;
  const filmic = { operation: 'filmicrgb', module: 6, params: Buffer.alloc(layout.size) };
  const history = [
    { ...filmic, blend: blendParams({ maskMode: 1, opacity: 40, colourSpace: 4 }) },
    { ...filmic, priority: 1 },
    { operation: 'velvia', module: 1, params: packParams('fffff', 1, 1, 1, 1, 1) },
  ].map((step, num) => ({ ...step, num }));
  const instances = pipeFacts(37)
    .orderOfVersion(2)!
    .map((operation) => `${operation},0`);
  instances.splice(instances.indexOf('filmicrgb,0') + 1, 0, 'filmicrgb,1');
  const both = { film, history, order: instances.join(), isComplete: true };
  app = await openTestApp({
    library: [
      { ...both, id: 1, filename: 'one.dng', raw: true },
      { ...both, id: 2, filename: 'two.jpg', raw: false },
    ],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(film, { recursive: true });
});

const of = (id: number, path: string) => app.get<ModuleDefaults>(`/api/v1/images/${id}/modules/${path}`);

test('a module of an older version than darktable has is not given the defaults of another one', async () => {
  const { source, why_none: why, params } = await of(1, 'velvia/defaults');
  expect([source, params]).toEqual([null, undefined]);
  expect(why).toMatch(/^this darktable has version \d of the module, not 1$/);
});

test('defaults are those of the picture and of the instance, whatever is stored', async () => {
  const told = await Promise.all([1, 2].map((id) => of(id, 'filmicrgb/defaults?instance=0')));
  expect(told.map(({ source }) => source)).toEqual(['darktable', 'darktable']);
  const [raw, other] = told.map(({ params }) => params as { white_point_source: number; black_point_source: number });
  // A raw picture holds more light than what a camera has developed.
  expect(raw!.white_point_source).toBeGreaterThan(other!.white_point_source);
  expect(raw!.black_point_source).not.toBe(other!.black_point_source);
  expect(told[0]!.blend).toMatchObject({ mask: 'none', mode: 'normal', opacity: 100 });
  const further = await of(1, 'filmicrgb/defaults?instance=1');
  expect([further.source, further.multi_priority]).toEqual(['darktable', 1]);
});

test('a module that is set to its defaults is stored as darktable has them', async () => {
  const { params: told, params_b64: wanted } = await of(1, 'filmicrgb/defaults?instance=0');
  const path = '/api/v1/images/1/modules/filmicrgb?instance=0';
  const { params } = await app.get<ModuleEntry>(path);
  const differing = Object.entries(told!).filter(([name, value]) => params![name] !== value);
  expect(differing.length).toBeGreaterThan(5);
  const { status } = await app.ask('PATCH', path, {
    body: { params: Object.fromEntries(differing) },
    scopes: ['images:read', 'cache:refresh'],
  });
  expect(status).toBe(204);
  expect((await app.get<ModuleEntry>(path)).params_b64).toBe(wanted);
});
