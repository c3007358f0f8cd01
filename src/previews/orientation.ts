export interface Size {
  width: number;
  height: number;
}
export interface Region extends Size {
  left: number;
  top: number;
}
/** As in EXIF: 1 is upright; from 5 on the sides are exchanged. */
interface Oriented {
  orientation: number;
}

const isSwapped = (orientation: number) => orientation > 4;
/** Whether the stored columns, or rows, run against those of the upright picture. */
const isReversed = (orientation: number) => ({
  columns: [2, 3, 7, 8].includes(orientation),
  rows: [3, 4, 6, 7].includes(orientation),
});

/** The same for the stored size of an upright one. */
export const uprightSize = ({ width, height, orientation }: Size & Oriented): Size =>
  isSwapped(orientation) ? { width: height, height: width } : { width, height };

/** Where a region of the upright picture lies in the stored one. */
export function storedRegion(stored: Size & Oriented, region: Region): Region {
  const { orientation } = stored;
  const { width, height } = uprightSize({ ...region, orientation });
  const [left, top] = isSwapped(orientation) ? [region.top, region.left] : [region.left, region.top];
  const { columns, rows } = isReversed(orientation);
  return {
    left: columns ? stored.width - left - width : left,
    top: rows ? stored.height - top - height : top,
    width,
    height,
  };
}

/** Bytes of a pixel. */
export const CHANNELS = 3;

/** Stored pixels turned upright. */
export function turnedUpright(data: Buffer, { width, height, orientation }: Size & Oriented): Buffer {
  if (orientation === 1) return data;
  const turned = Buffer.allocUnsafe(data.length);
  const { columns, rows } = isReversed(orientation);
  const upright = uprightSize({ width, height, orientation });
  let at = 0;
  for (let y = 0; y < upright.height; y++) {
    for (let x = 0; x < upright.width; x++) {
      const [column, row] = isSwapped(orientation) ? [y, x] : [x, y];
      const from = ((rows ? height - 1 - row : row) * width + (columns ? width - 1 - column : column)) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) turned[at++] = data[from + channel]!;
    }
  }
  return turned;
}
