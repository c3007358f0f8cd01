import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { developPage, type SharedSafelight } from './shared-safelight.ts';

export const [WIDTH, HEIGHT] = [600, 400];
/** Gray bands from left to right, in sRGB and as light. */
export const [DARK, MIDDLE, BRIGHT] = [60, 130, 220] as const;
export const light = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4;

/** A picture of the bands with these modules, opened to be developed; rendered by the real darktable. */
export async function developingBands(
  page: Page,
  rendering: SharedSafelight,
  history: readonly { operation: string; module: number; params: Buffer }[],
) {
  const band = (value: number) => ({
    create: { width: WIDTH / 3, height: HEIGHT, channels: 3 as const, background: { r: value, g: value, b: value } },
  });
  const id = await rendering.add(async (film) => {
    await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000000' } })
      .composite([DARK, MIDDLE, BRIGHT].map((value, at) => ({ input: band(value), left: (at * WIDTH) / 3, top: 0 })))
      .jpeg({ quality: 100 })
      .toFile(join(film, 'bands.jpg'));
    return { filename: 'bands.jpg', width: WIDTH, height: HEIGHT, history: [...history] };
  });
  await page.goto(await rendering.signInLink(developPage(id)));
}
