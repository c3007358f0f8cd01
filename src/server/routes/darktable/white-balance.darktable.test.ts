/** The camera's matrix and presets, compared with what the sliders of a real darkroom show and store. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ModuleEntry } from '../../../contract/modules.ts';
import type { WhiteBalance } from '../../../contract/white-balance.ts';
import { camerasOf } from '../../../darktable/cameras.ts';
import { assetsDir } from '../../../platform/package-files.ts';
import { leaveDarkroom, openInDarkroom } from '../../../testing/darkroom-lua.ts';
import { makeRealLibrary, startDarktable, type RealLibrary } from '../../../testing/real-darktable.ts';
import { installedDarktable } from '../../../testing/resident-stage.ts';
import { rested } from '../../../testing/rested.ts';
import { startApp } from '../../../testing/start-app.ts';
import { tunedPresets } from '../../../web/develop-panel/computed/camera-presets.ts';
import { lightOf, multipliersOf } from '../../../web/develop-panel/computed/white-balance.ts';

/** As by hand. Returns the tint that the darkroom shows then. */
async function setTemperature({ configDir, cacheDir }: RealLibrary, image: number, kelvin: number): Promise<number> {
  await using darktable = await startDarktable({ configDir, cacheDir });
  const { lua } = darktable;
  await lua(openInDarkroom(image));
  expect(await lua('return darktable.gui.views.darkroom.display_image().id')).toBe(String(image));
  const slider = (name: string, to: string) =>
    lua(`return darktable.gui.action("iop/temperature/${name}", 0, "value", "set", ${to})`);
  await slider('temperature', String(kelvin));
  await rested(darktable.pid);
  // Not a number: only asks.
  const tint = Number(await slider('tint', '0/0'));
  await lua(leaveDarkroom);
  await darktable.quit();
  return tint;
}

test('temperature and tint of a DNG are those of the darkroom, from and to the stored multipliers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-white-balance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const picture = join(folder, 'x-t4.dng');
  copyFileSync(join(assetsDir, 'sample', 'photos', '2019-10 Northern Spain', 'DSCF0290.dng'), picture);
  const real = await makeRealLibrary({ folder, pictures: [picture] });
  const wanted = 4321;
  const shownTint = await setTemperature(real, 1, wanted);

  const app = await startApp({ library: { file: real.library } });
  const { matrix, source } = await app.get<WhiteBalance>('/api/v1/images/1/white-balance');
  expect(source).toBe('picture');
  const { params } = await app.get<ModuleEntry>('/api/v1/images/1/modules/temperature');
  const stored = params as { red: number; green: number; blue: number };
  const { kelvin, tint } = lightOf(stored, matrix!);
  // darktable searches in steps of up to 1 K.
  expect(Math.abs(kelvin - wanted)).toBeLessThan(1.5);
  expect(tint).toBeCloseTo(shownTint, 3);
  const { red, blue } = multipliersOf({ kelvin: wanted, tint: shownTint }, matrix!);
  expect(red).toBeCloseTo(stored.red / stored.green, 3);
  expect(blue).toBeCloseTo(stored.blue / stored.green, 3);
});

test('a camera of the installed darktable shows what its darkroom showed, and has its presets', async () => {
  const find = camerasOf(() => Promise.resolve(installedDarktable));
  const camera = await find('NIKON CORPORATION', 'NIKON D750');
  // Read from the sliders of 4.2.1 and 5.4.1 for these multipliers.
  const { kelvin, tint } = lightOf({ red: 2, green: 1, blue: 1.428_571_5 }, camera!.matrix!);
  expect(Math.abs(kelvin - 5206.043)).toBeLessThan(1);
  expect(tint).toBeCloseTo(0.988_991_86, 3);
  expect(camera!.presets).toContainEqual({
    name: 'Direct Sunlight',
    tuning: -12,
    multipliers: [1.777344, 1, 1.492188],
  });
  // And what the finetune slider of its darkroom stored.
  const presets = tunedPresets(camera!.presets);
  const tuned = (name: string, tuning: number) => presets.find(({ label }) => label === name)!.at(tuning);
  expect(tuned('shade', 5)).toEqual({ red: 2.507812023162842, green: 1, blue: 1.074218988418579 });
  expect(tuned('shade', -7)).toEqual({ red: 2.246093988418579, green: 1, blue: 1.144531011581421 });
  // Chosen while the slider stood at -7.
  expect(tuned('cloudy', -7)).toEqual({ red: 1.988281011581421, green: 1, blue: 1.3046879768371582 });
});
