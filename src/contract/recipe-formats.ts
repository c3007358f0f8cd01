// Apart from the schemas, for the browser.

/** What darktable writes, and the file itself, alone or with the sidecar of its edit. */
export const RECIPE_FORMATS = ['jpeg', 'png', 'tiff', 'webp', 'avif', 'original', 'original-and-sidecar'] as const;
export type RecipeFormat = (typeof RECIPE_FORMATS)[number];

export const BIT_DEPTHS = [8, 10, 12, 16, 32] as const;
export type BitDepth = (typeof BIT_DEPTHS)[number];

/** How many bits a color may have, by format; the first is used if none is named. */
export const BITS: Readonly<Record<RecipeFormat, readonly BitDepth[]>> = {
  jpeg: [8],
  png: [8, 16],
  tiff: [8, 16, 32],
  webp: [8],
  avif: [8, 10, 12],
  original: [],
  'original-and-sidecar': [],
};
export const hasQuality = (format: RecipeFormat): boolean => ['jpeg', 'webp', 'avif'].includes(format);
export const isRendered = (format: RecipeFormat): boolean => BITS[format].length > 0;

/** The profiles that every darktable has, by their names in `--icc-type`. */
export const RECIPE_PROFILES = ['SRGB', 'ADOBERGB', 'REC709', 'PROPHOTO_RGB', 'LIN_REC2020'] as const;
export const INTENTS = ['PERCEPTUAL', 'RELATIVE_COLORIMETRIC', 'SATURATION', 'ABSOLUTE_COLORIMETRIC'] as const;

/** Metadata that may leave the house; what is not named is not in the file. */
export const KEPT = ['camera', 'time', 'place', 'stars', 'texts', 'tags'] as const;
export type Kept = (typeof KEPT)[number];
