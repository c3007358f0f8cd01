/** What the page's pickers make of the colors that the service tells, against what the pickers of a real darkroom store. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputColors, InputHistogram } from '../../../contract/input-colors.ts';
import { leaveDarkroom, openInDarkroom } from '../../../testing/darkroom-lua.ts';
import { storedAt } from '../../../contract/stored-values.ts';
import type { ModuleEntry } from '../../../contract/modules.ts';
import { assetsDir } from '../../../platform/package-files.ts';
import { makeRealLibrary, type RealLibrary, startDarktable } from '../../../testing/real-darktable.ts';
import { rested } from '../../../testing/rested.ts';
import { openTestApp } from '../../../testing/start-app.ts';
import { pickerOf } from '../../../web/develop-panel/computed/picked.ts';

/** The area that darktable's pickers start with. */
const AREA = 'left=0.01&top=0.01&right=0.99&bottom=0.99';
/**
 * The module, the action of its picker in darktable, the page's name of it, and how far from each other the values may be. In the order of
 * the pipe, so that each finds what the ones before have left; color calibration, which would leave nothing but gray, comes last.
 */
const PICKED = [
  ['exposure', 'exposure', 'exposure', { exposure: 0.03 }],
  ['colorbalancergb', 'offset/hue', 'global_H', { global_H: 2, global_C: 0.0002 }],
  [
    'filmicrgb',
    'auto tune levels',
    'auto tune levels',
    { white_point_source: 0.03, black_point_source: 0.1, output_power: 0.1 },
  ],
  ['monochrome', 'highlights', 'highlights', { a: 0.3, b: 0.3, size: 0.3 }],
  ['channelmixerrgb', 'picker', 'picker', { illuminant: 0, x: 0.001, y: 0.001, temperature: 30 }],
] as const;

let folder: string;
let app: Awaited<ReturnType<typeof openTestApp>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-pickers-'));
  const picture = join(folder, 'picture.dng');
  copyFileSync(join(assetsDir, 'sample', 'photos', '2019-10 Northern Spain', 'DSCF0290.dng'), picture);
  const real = await makeRealLibrary({ folder, pictures: [picture] });
  await pickInDarkroom(real);
  app = await openTestApp({ library: { file: real.library } });
  const { status } = await app.ask('PATCH', '/api/v1/images/1/modules/channelmixerrgb', {
    body: { enabled: false },
    scopes: ['images:read', 'cache:refresh'],
  });
  expect(status).toBe(204);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function pickInDarkroom({ configDir, cacheDir, library }: RealLibrary): Promise<void> {
  await using darktable = await startDarktable({ configDir, cacheDir });
  const { lua } = darktable;
  const act = (action: string, element: string, effect: string) =>
    lua(`return darktable.gui.action("iop/${action}", 0, "${element}", "${effect}", 1.0)`);
  /** It stores when it is left. */
  const visit = async (what: (module: string, action: string) => Promise<void>) => {
    await lua(openInDarkroom(1));
    await rested(darktable.pid);
    for (const [module, action] of PICKED) {
      await what(module, action);
      await rested(darktable.pid);
    }
    await lua(leaveDarkroom);
    return paramsIn(library);
  };
  const before = await visit(async (module) => {
    // 4.2.1 switches a module that is on off.
    if (Number(await act(module, 'enable', 'on')) === 0) await act(module, 'enable', 'on');
    // Without an adaptation there is no light to choose.
    if (module === 'channelmixerrgb') await act(`${module}/adaptation`, 'selection', 'item:CAT16 (CIECAM16)');
  });
  const pick = async (module: string, action: string) => {
    await act(`${module}/${action}`, action === 'picker' ? '' : 'button', 'toggle');
  };
  // On a busy machine a picker may be left before it has found something: all pick again then, as each depends on those before.
  let after = await visit(pick);
  for (let time = 0; time < 2 && after.some((params, at) => params === before[at]); time++) after = await visit(pick);
  PICKED.forEach(([module], at) => expect(after[at], module).not.toBe(before[at]));
  await darktable.quit();
}

/** The newest parameters of each module. */
function paramsIn(library: string): string[] {
  const database = new Database(library, { readonly: true });
  try {
    const newest = database.prepare(
      'SELECT hex(op_params) AS params FROM history WHERE imgid = 1 AND operation = ? ORDER BY num DESC LIMIT 1',
    );
    return PICKED.map(([module]) => (newest.get(module) as { params: string }).params);
  } finally {
    database.close();
  }
}

test.each(PICKED)(
  'the picker of %s finds what the one of the darkroom found',
  async (module, _action, name, limits) => {
    const path = `/api/v1/images/1/modules/${module}`;
    const { params, fields } = await app.get<ModuleEntry>(`${path}?describe=1`);
    const colors = await app.get<InputColors>(`${path}/input?${AREA}`);
    const stored = (field: string) => storedAt(params!, fields!, field);
    const facts = { lightness: 50, exposureBias: 0 };
    const picked = pickerOf(module, { label: name })!(colors, stored, facts);
    for (const [field, limit] of Object.entries(limits)) {
      expect(Math.abs(picked![field]! - stored(field)!), field).toBeLessThanOrEqual(limit);
    }
  },
);

test('the histogram of what reaches a module has the lightness that its picker reads', async () => {
  const path = '/api/v1/images/1/modules/exposure';
  const { lab } = await app.get<InputColors>(`${path}/input?left=0&top=0&right=1&bottom=1`);
  const { lightness, red } = await app.get<InputHistogram>(`${path}/histogram`);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const mean = sum(lightness.map((count, at) => (count * (at + 0.5) * 100) / lightness.length)) / sum(lightness);
  expect(Math.abs(mean - lab.mean[0])).toBeLessThan(1);
  expect(sum(lightness)).toBeGreaterThan(10_000);
  expect(sum(red)).toBe(sum(lightness));
});
