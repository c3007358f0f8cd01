import sharp, { type Sharp } from 'sharp';
import type { Size } from './orientation.ts';

/** A part of a picture, in fractions of its sides. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A JPEG and the quality that it has; null: as it came. */
export interface BoundedPicture extends Size {
  jpeg: Buffer;
  quality: number | null;
}

const QUALITIES = [85, 75, 65, 50, 35, 20];
const LIMIT = { limitInputPixels: 100_000_000 };

/** Upright, sRGB, in the box and of no more than so many bytes: quality goes down first, and then the size. */
export async function boundedPicture(
  bytes: Buffer,
  { box, mostBytes, area }: { box: Size; mostBytes: number; area?: Area | undefined },
): Promise<BoundedPicture> {
  const { autoOrient, format, space, hasProfile, orientation = 1 } = await sharp(bytes, LIMIT).metadata();
  const fits = autoOrient.width <= box.width && autoOrient.height <= box.height && bytes.length <= mostBytes;
  const isPlain = format === 'jpeg' && orientation === 1 && space === 'srgb' && !hasProfile;
  if (fits && isPlain && !area) return { jpeg: bytes, quality: null, ...autoOrient };
  const part = area && pixelsOf(area, autoOrient);
  const upright = sharp(bytes, LIMIT).autoOrient();
  return smallEnough(part ? upright.extract(part) : upright, { box, mostBytes });
}

/** Gives a picture back at the best quality at which it is small enough. */
export async function smallEnough(
  picture: Sharp,
  { box, mostBytes }: { box: Size; mostBytes: number },
): Promise<BoundedPicture> {
  const { width, height } = box;
  const { data, info } = await picture
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  for (const quality of QUALITIES) {
    const jpeg = await pixels.clone().jpeg({ quality }).toBuffer();
    if (jpeg.length <= mostBytes) return { jpeg, quality, width: info.width, height: info.height };
  }
  return smallEnough(pixels, { box: { width: info.width >> 1, height: info.height >> 1 }, mostBytes });
}

/** At least a pixel, and inside the picture. */
export function pixelsOf({ x, y, width, height }: Area, size: Size) {
  const left = Math.min(size.width - 1, Math.floor(x * size.width));
  const top = Math.min(size.height - 1, Math.floor(y * size.height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(size.width - left, Math.round(width * size.width))),
    height: Math.max(1, Math.min(size.height - top, Math.round(height * size.height))),
  };
}
