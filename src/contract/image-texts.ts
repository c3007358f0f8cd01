// Apart from the schemas, for the browser.

/** The texts of an image. In the order of darktable's keys in `meta_data` (src/common/metadata.h): see library/organised.ts. */
export const TEXTS = ['creator', 'publisher', 'title', 'description', 'rights', 'notes'] as const;
export type TextName = (typeof TEXTS)[number];

export const COORDINATES = ['latitude', 'longitude', 'altitude'] as const;
export type Coordinate = (typeof COORDINATES)[number];
/** Each goes from minus this to plus this. */
export const COORDINATE_LIMITS: Readonly<Record<Coordinate, number>> = {
  latitude: 90,
  longitude: 180,
  altitude: 100_000,
};
