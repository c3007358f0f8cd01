import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { GUEST_SIZES, type GuestSize } from '../../contract/guest-proof.ts';
import { watermarkTile } from './watermark.ts';

export const fileOf = (folder: string, size: GuestSize | 'full'): string => join(folder, `${size}.jpg`);

const QUALITY = { tile: 80, screen: 86, large: 90, full: 92 } as const;

/** Loaded late, as most people show no proofs. One thread of low demand: guests wait, the photographer does not. */
const openSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

const within = (pixels: number) =>
  ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const;

/** Another text as soon as the picture looks different. */
export async function pixelsOf(file: string): Promise<string> {
  const sharp = await openSharp();
  const { data, info } = await sharp(file)
    .resize(within(GUEST_SIZES.large))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return createHash('sha1').update(`${info.width} ${info.height} `).update(data).digest('base64url');
}

export interface SizesWanted {
  watermark: string;
  isFullWanted: boolean;
  /** Puts what may be told into a file that tells nothing, and proves it. */
  describe: (file: string) => Promise<void>;
}

/** All sizes in sRGB, from the picture made at the largest; that file is used up. Tiles and screens say nothing about themselves. */
export async function writeSizes(
  made: string,
  folder: string,
  { watermark, isFullWanted, describe }: SizesWanted,
): Promise<{ width: number; height: number }> {
  const sharp = await openSharp();
  const whole = await sharp(made).metadata();
  const write = async (size: GuestSize | 'full') => {
    const longest = Math.max(whole.width, whole.height);
    const scale = size === 'full' ? 1 : Math.min(1, GUEST_SIZES[size] / longest);
    const box = { width: Math.floor(whole.width * scale), height: Math.floor(whole.height * scale) };
    const picture = size === 'full' ? sharp(made) : sharp(made).resize(within(GUEST_SIZES[size]));
    if (watermark !== '') picture.composite([{ input: watermarkTile(watermark, box), tile: true }]);
    const { width, height } = await picture.jpeg({ quality: QUALITY[size] }).toFile(fileOf(folder, size));
    return { width, height };
  };
  await write('tile');
  const shown = await write('screen');
  const largest = isFullWanted ? 'full' : 'large';
  if (isFullWanted) {
    await write('large');
    await describe(fileOf(folder, 'large'));
  }
  if (watermark === '') await rename(made, fileOf(folder, largest));
  else {
    await write(largest);
    await describe(fileOf(folder, largest));
  }
  for (const size of ['tile', 'screen'] as const) {
    const { exif, xmp, iptc } = await sharp(fileOf(folder, size)).metadata();
    if (exif || xmp || iptc) throw new Error('a rendition tells more than its pixels');
  }
  return shown;
}
