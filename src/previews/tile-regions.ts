import { scaleFactorsOf, TILE_SIZE } from '../contract/tiles.ts';
import type { Region, Size } from './orientation.ts';

/** Column and row from 0, of the picture shrunk by `factor`. */
export interface TilePlace {
  factor: number;
  column: number;
  row: number;
}

/** The size of a tile, and what it shows of the whole picture at 100 %; null: a picture of this size has no such tile. */
export function tileRegion(whole: Size, { factor, column, row }: TilePlace): (Size & { region: Region }) | null {
  const [left, top] = [column * TILE_SIZE, row * TILE_SIZE];
  const width = Math.min(TILE_SIZE, Math.floor(whole.width / factor) - left);
  const height = Math.min(TILE_SIZE, Math.floor(whole.height / factor) - top);
  if (!scaleFactorsOf(whole).includes(factor) || left < 0 || top < 0 || width <= 0 || height <= 0) return null;
  const region = { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
  return { width, height, region };
}
