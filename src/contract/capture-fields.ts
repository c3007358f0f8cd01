/** Numbers that images are filtered by, from `NAME_min` to `NAME_max`, and the most that can be asked for. */
export const MOST_OF_RANGE = {
  focal_length: 100_000,
  aperture: 1000,
  exposure: 100_000,
  iso: 100_000_000,
  megapixels: 100_000,
};
export type RangeName = keyof typeof MOST_OF_RANGE;
export type RangeBound = `${RangeName}_${'min' | 'max'}`;
export const RANGE_NAMES = Object.keys(MOST_OF_RANGE) as RangeName[];
/** What an image may not tell, and can be asked for. */
export const UNKNOWN_FIELDS = ['datetime_taken', 'camera', 'lens', ...RANGE_NAMES] as const;
export type UnknownField = (typeof UNKNOWN_FIELDS)[number];
