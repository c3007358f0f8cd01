/** darktable's defaults: 98 % of the light a channel can show, and so little that it is stored as 0. */
const UPPER = 253;
const LOWER = 0;
const RED = [239, 41, 41, 255] as const;
const BLUE = [52, 101, 233, 255] as const;

/**
 * Marks the pixels that are clipped, as darktable's "any RGB channel" does: red where a channel is at its upper end,
 * blue where all are at their lower one. The rest stays transparent. `pixels` has four bytes for each.
 */
export function clippingMarks(pixels: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const marks = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const most = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (most >= UPPER) marks.set(RED, at);
    else if (most <= LOWER) marks.set(BLUE, at);
  }
  return marks;
}
