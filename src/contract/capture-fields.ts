/** Numbers that images are filtered by, from `NAME_min` to `NAME_max`: what they are, and the most that can be asked for. */
export const RANGES = {
  focal_length: { what: 'Focal length in millimeters', most: 100_000 },
  aperture: { what: 'F-number', most: 1000 },
  exposure: { what: 'Exposure time in seconds, such as 0.5 or 1/250', most: 100_000 },
  iso: { what: 'ISO', most: 100_000_000 },
  megapixels: { what: 'Megapixels of the file', most: 100_000 },
};
export type RangeName = keyof typeof RANGES;
export type RangeBound = `${RangeName}_${'min' | 'max'}`;
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[];
/** What an image may not tell, and can be asked for. */
export const UNKNOWN_FIELDS = ['datetime_taken', 'camera', 'lens', ...RANGE_NAMES] as const;
export type UnknownField = (typeof UNKNOWN_FIELDS)[number];
