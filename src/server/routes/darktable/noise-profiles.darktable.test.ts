/** What the list of denoise (profiled) stores, compared with what a real darkroom stored. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ModuleEntry } from '../../../contract/modules.ts';
import type { NoiseProfile, NoiseProfiles } from '../../../contract/noise-profiles.ts';
import { leaveDarkroom, openInDarkroom } from '../../../testing/darkroom-lua.ts';
import { conf } from '../../../testing/developed-twice.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { makeRealLibrary, startDarktable } from '../../../testing/real-darktable.ts';
import { startApp } from '../../../testing/start-app.ts';

const SHOT = { maker: 'NIKON CORPORATION', model: 'NIKON D750', iso: 140 };

/** A library in which a real darkroom switched the module on and went so many entries down its list. */
async function chosenInDarkroom(steps: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-noise-profiles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const picture = join(folder, 'picture.dng');
  writeFileSync(picture, dng(colourQuarters(480, 320), SHOT));
  const real = await makeRealLibrary({ folder, pictures: [picture], conf });
  await using darktable = await startDarktable({ configDir: real.configDir, cacheDir: real.cacheDir, conf });
  await darktable.movePointerAway();
  const { lua } = darktable;
  const act = (path: string, element: string, effect: string) =>
    lua(`darktable.gui.action("iop/${path}", 0, "${element}", "${effect}", 1) darktable.control.sleep(500)`);
  await lua(openInDarkroom(1));
  await act('denoiseprofile', 'enable', 'on');
  for (let step = 0; step < steps; step++) await act('denoiseprofile/profile', 'selection', 'next');
  await lua(leaveDarkroom);
  await darktable.quit();
  return real.library;
}

async function listAndStored(steps: number) {
  const app = await startApp({ library: { file: await chosenInDarkroom(steps) } });
  const { params } = await app.get<ModuleEntry>('/api/v1/images/1/modules/denoiseprofile');
  const list = await app.get<NoiseProfiles>('/api/v1/images/1/noise-profiles');
  return { list, stored: single(params as Pick<NoiseProfile, 'a' | 'b'>) };
}

test('the profiles are those of the darkroom, in its order', async () => {
  const { list, stored } = await listAndStored(2);
  expect([list.camera, list.iso]).toEqual(['Nikon D750', 140]);
  expect(list.profiles[1]!.name).toBe('NIKON D750 iso 100');
  expect(stored).toEqual(single(list.profiles[1]!));
});

test('the first entry is that of the darkroom', async () => {
  const { list, stored } = await listAndStored(0);
  expect(list.automatic).toMatchObject({ kind: 'interpolated', isos: [125, 160] });
  // darktable reckons what lies between two profiles in single precision.
  const own = single(list.automatic!);
  expect(stored.map((value, at) => value / own[at]!)).toEqual(own.map(() => expect.closeTo(1, 6) as number));
});

/** As it is stored. */
const single = ({ a, b }: Pick<NoiseProfile, 'a' | 'b'>) => [...a, ...b].map(Math.fround);
