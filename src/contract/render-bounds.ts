/** Of a request for a picture. Without zod, for the page. */

/** The largest side that a request may ask for. */
export const MOST_PIXELS = 4096;
/** The smallest side of a box: darktable takes the longer, the less remains of a large picture; for 1 × 1 many seconds. */
export const LEAST_PIXELS = 16;
/** Of a region, for the same reason: at 0.0001 a pixel takes seconds, at 0.000001 minutes. */
export const LEAST_SCALE = 0.005;

/** The side of a box that comes closest to this length. */
export const boxSide = (pixels: number, most = MOST_PIXELS): number =>
  Math.min(most, Math.max(LEAST_PIXELS, Math.round(pixels)));
