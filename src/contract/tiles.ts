import { z } from 'zod';

/** Pixels on each side of a tile. */
export const TILE_SIZE = 512;

/** `camera`: the file as it is, or the largest picture of the camera within a raw file. */
export const TILE_SOURCES = ['edited', 'camera'] as const;
export type TileSource = (typeof TILE_SOURCES)[number];

export const TilesQuery = z.strictObject({
  source: z
    .enum(TILE_SOURCES, 'edited or camera')
    .optional()
    .default('edited')
    .describe("edited: with darktable's edits; camera: the file itself, or the camera's own picture in a raw file"),
});

export const TileQuery = TilesQuery.extend({
  v: z.string().max(200).optional().describe('Ignored. Put `version` here, so that the tile may be kept for good'),
});

export const Tiles = z
  .object({
    version: z
      .string()
      .describe('Changes with the file; that of the edited picture with the history and darktable as well'),
    width: z
      .int()
      .min(1)
      .describe('Of the whole picture at 100 %: after cropping and turning, or upright as the camera wrote it'),
    height: z.int().min(1),
    tile_size: z.literal(TILE_SIZE),
    scale_factors: z
      .array(z.int().min(1))
      .describe('1 is 100 %, 2 half of that in each direction, and so on until the picture fits into one tile'),
  })
  .meta({ id: 'Tiles' });
export type Tiles = z.infer<typeof Tiles>;

/** 1, 2, 4, … */
export function scaleFactorsOf({ width, height }: { width: number; height: number }): number[] {
  const factors = [1];
  while (Math.max(width, height) / factors.at(-1)! > TILE_SIZE) factors.push(factors.at(-1)! * 2);
  return factors;
}
