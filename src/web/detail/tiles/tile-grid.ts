import type { TileGrid, TileName } from '../../api/tiles.ts';
import type { Box, Size } from '../zoom.ts';

/** The picture shrunk by a factor. */
const shrunk = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.floor(width / factor)),
  height: Math.max(1, Math.floor(height / factor)),
});

/**
 * The smallest picture that still has a pixel for each of the screen's, when a pixel of the whole one takes `density` of the screen's. A little
 * less is sharp enough.
 */
export function factorFor({ scale_factors: factors }: TileGrid, density: number): number {
  const enough = factors.filter((factor) => factor * density <= 1.1);
  return Math.max(1, ...enough);
}

/** The tiles of the visible part (shares of the sides), those in its middle first. */
export function tilesIn(grid: TileGrid, factor: number, visible: Box): TileName[] {
  const { width, height } = shrunk(grid, factor);
  const { tile_size: tileSize, id, source, version } = grid;
  const range = (from: number, length: number, whole: number) => {
    const first = Math.max(0, Math.floor((from * whole) / tileSize));
    const last = Math.min(Math.ceil(whole / tileSize) - 1, Math.ceil(((from + length) * whole) / tileSize) - 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  };
  const middle = {
    column: ((visible.left + visible.width / 2) * width) / tileSize - 0.5,
    row: ((visible.top + visible.height / 2) * height) / tileSize - 0.5,
  };
  const away = ({ column, row }: TileName) => Math.hypot(column - middle.column, row - middle.row);
  return range(visible.top, visible.height, height)
    .flatMap((row) =>
      range(visible.left, visible.width, width).map((column) => ({ id, source, version, factor, column, row })),
    )
    .toSorted((one, other) => away(one) - away(other));
}

/** Where a tile lies in the picture, in shares of its sides. */
export function placeOfTile(
  { tile_size: tileSize, ...picture }: Pick<TileGrid, 'width' | 'height' | 'tile_size'>,
  { factor, column, row }: TileName,
): Box {
  const { width, height } = shrunk(picture, factor);
  const [left, top] = [column * tileSize, row * tileSize];
  return {
    left: left / width,
    top: top / height,
    width: Math.min(tileSize, width - left) / width,
    height: Math.min(tileSize, height - top) / height,
  };
}

/** Whether two parts have pixels in common. */
export const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;
