import type { OnPicture, Point } from './drawing.ts';
import type { Size } from '../zoom.ts';

/**
 * The line of graduated density (graduatednd.c). With X and Y from -1 to 1 across and down the picture and the rotation turned round, it is where
 * sin · X - cos · Y = 1 - offset / 50: the angle is that of a square picture.
 */
interface GraduatedLine {
  rotation: number;
  offset: number;
}

/** The ends stand this far from the middle, in halves of the sides, where the line goes there. */
const INSET = 0.8;
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** null: the line leaves the picture alone. */
function endsOf({ rotation, offset }: GraduatedLine, size: Size): [Point, Point] | null {
  const angle = (-rotation * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const reach = 1 - offset / 50;
  // Its point next to the middle of the picture.
  const [x, y] = [sine * reach, -cosine * reach];
  const toPixels = (along: number): Point => ({
    x: ((x + along * cosine + 1) / 2) * size.width,
    y: ((y + along * sine + 1) / 2) * size.height,
  });
  for (const edge of [INSET, 1]) {
    const spans = [between(x, cosine, edge), between(y, sine, edge)];
    const [low, high] = [Math.max(...spans.map(([from]) => from)), Math.min(...spans.map(([, to]) => to))];
    if (low < high) return [toPixels(low), toPixels(high)];
  }
  return null;
}

/** From where to where a coordinate lies between -edge and edge. */
function between(at: number, slope: number, edge: number): [number, number] {
  if (Math.abs(slope) < 1e-9) return Math.abs(at) <= edge ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const ends = [(-edge - at) / slope, (edge - at) / slope];
  return [Math.min(...ends), Math.max(...ends)];
}

/** The rotation and offset of a line from one point to another. */
function through(from: Point, to: Point, { width, height }: Size): GraduatedLine {
  const [fromX, fromY, toX, toY] = [from.x / width, from.y / height, to.x / width, to.y / height];
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const reach = Math.sin(angle) * (2 * fromX - 1) - Math.cos(angle) * (2 * fromY - 1);
  return { rotation: (-angle * 180) / Math.PI, offset: 50 * (1 - reach) };
}

export const drawnLine: OnPicture['drawn'] = (stored, size) => {
  const ends = endsOf(lineOf(stored), size);
  if (!ends) return null;
  const [from, to] = ends;
  return {
    lines: [{ points: ends }],
    handles: [
      { name: 'line', at: from, to },
      { name: 'from', at: from },
      { name: 'to', at: to },
    ],
  };
};

/** An end turns the line around the other one; between them it moves as it is. */
export const draggedLine: OnPicture['dragged'] = (stored, size, { handle, from: held, to: at }) => {
  const line = lineOf(stored);
  const ends = endsOf(line, size);
  if (!ends) return {};
  const moved = ([end, isHeld]: [Point, boolean]) =>
    isHeld ? { x: end.x + at.x - held.x, y: end.y + at.y - held.y } : end;
  const [from, to] = [moved([ends[0], handle !== 'to']), moved([ends[1], handle !== 'from'])];
  const next = through(from, to, size);
  return {
    ...(handle !== 'line' && { rotation: within(next.rotation, -180, 180) }),
    offset: within(next.offset, ...OFFSETS),
  };
};

const OFFSETS = [0, 100] as const;
const lineOf = (stored: Parameters<OnPicture['drawn']>[0]): GraduatedLine => ({
  rotation: stored('rotation') ?? 0,
  offset: stored('offset') ?? 50,
});
