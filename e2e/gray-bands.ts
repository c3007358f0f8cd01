import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import type { Safelight } from './safelight.ts';

export const [WIDTH, HEIGHT] = [600, 400];
/** Gray bands from left to right, in sRGB and as light. */
export const [DARK, MIDDLE, BRIGHT] = [60, 130, 220] as const;
export const light = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4;

/** A picture of the bands with these modules, opened to be developed; rendered by the real darktable. */
export async function developingBands(
  page: Page,
  folder: string,
  launch: (library: string) => Promise<Safelight>,
  history: readonly { operation: string; module: number; params: Buffer }[],
) {
  const film = join(folder, 'Pictures');
  await mkdir(film);
  const band = (value: number) => ({
    create: { width: WIDTH / 3, height: HEIGHT, channels: 3 as const, background: { r: value, g: value, b: value } },
  });
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000000' } })
    .composite([DARK, MIDDLE, BRIGHT].map((value, at) => ({ input: band(value), left: (at * WIDTH) / 3, top: 0 })))
    .jpeg({ quality: 100 })
    .toFile(join(film, 'bands.jpg'));
  const image = { id: 1, film, filename: 'bands.jpg', width: WIDTH, height: HEIGHT, history: [...history] };
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [image] });
  const safelight = await launch(file);
  await safelight.command('settings', 'set', 'renderer', 'darktable-cli');
  await page.goto(await safelight.signInLink());
  await page.goto(`${safelight.url}/images/1?panel=develop`);
}
