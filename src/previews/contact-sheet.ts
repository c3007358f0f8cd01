import sharp, { type OverlayOptions } from 'sharp';
import { type BoundedPicture, smallEnough } from './bounded-picture.ts';
import type { Size } from './orientation.ts';

export interface SheetOptions {
  columns: number;
  /** Of a picture with its number above it. */
  cell: Size;
  mostBytes: number;
}

const GAP = 4;
/** Pixels of the sheet to a point of a digit. */
const POINT = 3;
const LABEL = 5 * POINT + 2 * GAP;
/** Three by five points, as not every computer has fonts. */
const DIGITS = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 2, 2, 2],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
] as const;

/** Pictures in rows, numbered from one. A cell without a picture keeps its number. */
export async function contactSheet(
  pictures: readonly (Buffer | null)[],
  { columns, cell, mostBytes }: SheetOptions,
): Promise<BoundedPicture> {
  const rows = Math.ceil(pictures.length / columns);
  const size = { width: columns * cell.width, height: rows * cell.height };
  const overlays = await Promise.all(
    pictures.map(async (bytes, at): Promise<OverlayOptions[]> => {
      const left = (at % columns) * cell.width + GAP;
      const top = Math.floor(at / columns) * cell.height + GAP;
      const label = { ...numberOf(at + 1), left, top };
      const picture = bytes && (await inCell(bytes, cell).catch(() => null));
      return picture ? [label, { input: picture, left, top: top + LABEL }] : [label];
    }),
  );
  const sheet = sharp({ create: { ...size, channels: 3, background: '#333' } }).composite(overlays.flat());
  // The composite is done before a size is changed.
  return smallEnough(sharp(await sheet.png({ compressionLevel: 0 }).toBuffer()), { box: size, mostBytes });
}

const inCell = (bytes: Buffer, { width, height }: Size) =>
  sharp(bytes, { limitInputPixels: 100_000_000 })
    .autoOrient()
    .resize(width - 2 * GAP, height - LABEL - 2 * GAP, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();

/** White on the ground of the sheet. */
function numberOf(number: number): Pick<OverlayOptions, 'input' | 'raw'> {
  const digits = Array.from(String(number), (digit) => DIGITS[Number(digit)]!);
  const [width, height] = [digits.length * 4 * POINT, 5 * POINT];
  const input = Buffer.alloc(width * height * 3, 0x33);
  for (const [place, rows] of digits.entries())
    for (let y = 0; y < height; y++)
      for (let x = 0; x < 3 * POINT; x++)
        if (rows[Math.floor(y / POINT)]! & (4 >> Math.floor(x / POINT)))
          input.fill(0xff, 3 * (y * width + place * 4 * POINT + x), 3 * (y * width + place * 4 * POINT + x + 1));
  return { input, raw: { width, height, channels: 3 } };
}
