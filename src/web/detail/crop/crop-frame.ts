/** What a crop keeps, in shares of the sides of the picture. */
export interface CropFrame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** By the edges that it moves: `nw` is the corner at the upper left. Empty: all of the frame. */
export type Grip = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | '';

const LEAST = 0.02;
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The frame after a grip was dragged by shares of the sides. `ratio`: width to height, both in shares; null: free. */
export function dragged(
  { left, top, right, bottom }: CropFrame,
  grip: Grip,
  { x, y }: { x: number; y: number },
  ratio: number | null,
): CropFrame {
  if (grip === '') {
    const [across, down] = [within(x, -left, 1 - right), within(y, -top, 1 - bottom)];
    return { left: left + across, top: top + down, right: right + across, bottom: bottom + down };
  }
  const column = sideOf([left, right], { isLow: grip.includes('w'), isHigh: grip.includes('e') }, x);
  const row = sideOf([top, bottom], { isLow: grip.includes('n'), isHigh: grip.includes('s') }, y);
  let [width, height] = [column.length, row.length];
  if (ratio !== null) {
    const wanted =
      grip === 'n' || grip === 's' ? height * ratio : grip.length === 1 ? width : Math.max(width, height * ratio);
    width = Math.min(wanted, column.most, row.most * ratio);
    height = width / ratio;
  }
  const [newLeft, newRight] = column.place(width);
  const [newTop, newBottom] = row.place(height);
  return { left: newLeft, top: newTop, right: newRight, bottom: newBottom };
}

/**
 * The frame in another aspect, as darktable moves it when one is chosen or turned (crop.c, _aspect_apply): one side stays,
 * the other grows or shrinks around its middle. What leaves the picture is cut off on each end, and the first side shrinks
 * with it toward its right or lower end.
 */
export function fitted({ left, top, right, bottom }: CropFrame, ratio: number, kept: 'width' | 'height'): CropFrame {
  if (kept === 'width') {
    const [row, column] = grown([top, bottom], (right - left) / ratio, [left, right]);
    return { left: column[0], top: row[0], right: column[1], bottom: row[1] };
  }
  const [column, row] = grown([left, right], (bottom - top) * ratio, [top, bottom]);
  return { left: column[0], top: row[0], right: column[1], bottom: row[1] };
}

function grown([low, high]: readonly [number, number], to: number, kept: readonly [number, number]) {
  const middle = (low + high) / 2;
  const [start, end] = [Math.max(middle - to / 2, 0), Math.min(middle + to / 2, 1)];
  const other = ((kept[1] - kept[0]) * (end - start)) / to;
  return [
    [start, end],
    [Math.max(0, kept[1] - other), kept[1]],
  ] as const;
}

/** One direction: how long the drag makes it, how long it may become, and where it lies then. */
function sideOf([low, high]: [number, number], { isLow, isHigh }: { isLow: boolean; isHigh: boolean }, by: number) {
  const middle = (low + high) / 2;
  if (isLow)
    return {
      length: within(high - low - by, LEAST, high),
      most: high,
      place: (length: number) => [high - length, high] as const,
    };
  if (isHigh)
    return {
      length: within(high - low + by, LEAST, 1 - low),
      most: 1 - low,
      place: (length: number) => [low, low + length] as const,
    };
  return {
    length: high - low,
    most: 2 * Math.min(middle, 1 - middle),
    place: (length: number) => [middle - length / 2, middle + length / 2] as const,
  };
}

/**
 * The aspect that the module keeps, width to height; null: freehand. As darktable has it (crop.c, _aspect_ratio_get and
 * _aspect_apply): the long side goes along the long side of the picture, unless `ratio_d` is negative.
 */
export function keptAspect(
  { ratio_n: n, ratio_d: d }: { ratio_n: number; ratio_d: number },
  { width, height }: { width: number; height: number },
): number | null {
  if (n < 0 || d === 0) return null;
  const [one, other] = n === 0 ? [width, height] : [Math.abs(d), n];
  const long = Math.max(one, other) / Math.min(one, other);
  return d < 0 === width < height ? long : 1 / long;
}
