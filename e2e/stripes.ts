import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Pixels } from '../src/testing/pictures/jpeg.ts';

/** Too fine for a preview: two pixels light, two dark. */
export function stripes(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) data.fill((at % width) % 4 < 2 ? 60 : 180, at * 3, at * 3 + 3);
  return { data, width, height };
}

/** How much a pixel in the middle of the stage differs from the next one, as a person sees them. */
export async function sharpness(page: Page): Promise<number> {
  const box = (await page.getByRole('main').boundingBox())!;
  const clip = { x: box.x + 300, y: box.y + 200, width: 160, height: 120 };
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = info.channels; at < data.length; at += info.channels)
    sum += Math.abs(data[at]! - data[at - info.channels]!);
  return (sum * info.channels) / data.length;
}
