/** What the page's pickers make of the colors that the service tells, against what the pickers of a real darkroom store. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputColors } from '../../contract/input-colors.ts';
import { storedAt } from '../../contract/stored-values.ts';
import type { ModuleEntry } from '../../contract/modules.ts';
import { assetsDir } from '../../platform/package-files.ts';
import { makeRealLibrary, startDarktable } from '../../testing/real-darktable.ts';
import { openTestApp } from '../../testing/start-app.ts';
import { pickerOf } from '../../web/develop-panel/computed/picked.ts';

/** The area that darktable's pickers start with. */
const AREA = 'left=0.01&top=0.01&right=0.99&bottom=0.99';
/**
 * The module, the action of its picker in darktable, the page's name of it, and how far from each other the values may be. In the order of
 * the pipe, so that each finds what the ones before have left; color calibration, which would leave nothing but gray, comes last.
 */
const PICKED = [
  ['exposure', 'exposure', 'exposure', { exposure: 0.02 }],
  ['colorbalancergb', 'offset/hue', 'global_H', { global_H: 2, global_C: 0.0002 }],
  [
    'filmicrgb',
    'auto tune levels',
    'auto tune levels',
    { white_point_source: 0.03, black_point_source: 0.1, output_power: 0.1 },
  ],
  ['monochrome', 'highlights', 'highlights', { a: 0.1, b: 0.1, size: 0.03 }],
  ['channelmixerrgb', 'picker', 'picker', { illuminant: 0, x: 0.001, y: 0.001, temperature: 30 }],
] as const;

let folder: string;
let app: Awaited<ReturnType<typeof openTestApp>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-pickers-'));
  const picture = join(folder, 'picture.dng');
  copyFileSync(join(assetsDir, 'sample', 'photos', '2019-10 Northern Spain', 'DSCF0290.dng'), picture);
  const { configDir, cacheDir, library } = await makeRealLibrary({ folder, pictures: [picture] });
  await pickInDarkroom({ configDir, cacheDir });
  app = await openTestApp({ library: { file: library } });
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

async function pickInDarkroom(folders: { configDir: string; cacheDir: string }): Promise<void> {
  await using darktable = await startDarktable(folders);
  const { lua } = darktable;
  const act = (action: string, element: string, effect: string) =>
    lua(`return darktable.gui.action("iop/${action}", 0, "${element}", "${effect}", 1.0)`);
  await lua('darktable.gui.selection({ darktable.database.get_image(1) }) darktable.control.sleep(500)');
  await lua('darktable.gui.current_view(darktable.gui.views.darkroom) darktable.control.sleep(3000)');
  for (const [module, action] of PICKED) {
    // 4.2.1 switches a module that is on off.
    if (Number(await act(module, 'enable', 'on')) === 0) await act(module, 'enable', 'on');
    // Without an adaptation there is no light to choose.
    if (module === 'channelmixerrgb') await act(`${module}/adaptation`, 'selection', 'item:CAT16 (CIECAM16)');
    await lua('darktable.control.sleep(1500)');
    await act(`${module}/${action}`, action === 'picker' ? '' : 'button', 'toggle');
    await lua('darktable.control.sleep(2000)');
  }
  await lua('darktable.gui.current_view(darktable.gui.views.lighttable) darktable.control.sleep(1000)');
  await darktable.quit();
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
