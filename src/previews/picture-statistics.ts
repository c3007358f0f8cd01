import sharp from 'sharp';
import { type Area, pixelsOf } from './bounded-picture.ts';
import type { Size } from './orientation.ts';

const BINS = 16;
/** Pixels on a side that are counted: the process that does it has no fast JavaScript. */
const COUNTED = 480;
const LIMIT = { limitInputPixels: 100_000_000 };

/** What numbers say of a picture, in the values of sRGB from 0 to 255. */
export interface PictureStatistics extends Size {
  /** Percent of the pixels in each sixteenth of the values, from dark to light. */
  histogram: { red: number[]; green: number[]; blue: number[] };
  /** Percent of the pixels: all channels at 0, all at 255, and a channel at 255. */
  clipped: { shadows: number; highlights: number; red: number; green: number; blue: number };
  mean: { red: number; green: number; blue: number };
  /** Standard deviation of each channel. */
  deviation: { red: number; green: number; blue: number };
  /** Of edges: higher is sharper, between pictures of one subject and size. */
  sharpness: number;
}

export async function pictureStatistics(
  bytes: Buffer,
  { side, area }: { side: number; area?: Area | undefined },
): Promise<PictureStatistics> {
  const { autoOrient } = await sharp(bytes, LIMIT).metadata();
  const upright = sharp(bytes, LIMIT).autoOrient();
  // Alike for all, as sharpness depends on the size.
  const { data, info } = await (area ? upright.extract(pixelsOf(area, autoOrient)) : upright)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = sharp(data, { raw: { width, height, channels } });
  const [{ channels: whole, sharpness }, counted] = await Promise.all([
    pixels.clone().stats(),
    // Not averaged: what is clipped stays so.
    pixels
      .clone()
      .resize(COUNTED, COUNTED, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
      .raw()
      .toBuffer(),
  ]);
  const of = (value: 'mean' | 'stdev') => ({
    red: rounded(whole[0]![value]),
    green: rounded(whole[1]![value]),
    blue: rounded(whole[2]![value]),
  });
  return { width, height, ...counts(counted), mean: of('mean'), deviation: of('stdev'), sharpness: rounded(sharpness) };
}

/** Of RGB, three bytes a pixel. */
function counts(data: Buffer): Pick<PictureStatistics, 'histogram' | 'clipped'> {
  const bins = new Uint32Array(3 * BINS);
  const white = [0, 0, 0];
  let [shadows, highlights] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    let [least, most] = [255, 0];
    for (let channel = 0; channel < 3; channel++) {
      const value = data[at + channel]!;
      bins[channel * BINS + (value >> 4)]! += 1;
      if (value === 255) white[channel]! += 1;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most === 0) shadows += 1;
    if (least === 255) highlights += 1;
  }
  const percent = (number: number) => rounded((100 * number) / (data.length / 3));
  const histogram = (channel: number) => [...bins.subarray(channel * BINS, (channel + 1) * BINS)].map(percent);
  return {
    histogram: { red: histogram(0), green: histogram(1), blue: histogram(2) },
    clipped: {
      shadows: percent(shadows),
      highlights: percent(highlights),
      red: percent(white[0]!),
      green: percent(white[1]!),
      blue: percent(white[2]!),
    },
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
