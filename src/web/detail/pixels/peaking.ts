/** How much a pixel differs from those around it, of 4 × 255, from the coarsest mark to the finest. The colors are those of darktable. */
const MARKS = [
  { from: 70, color: [52, 101, 233, 255] },
  { from: 110, color: [60, 200, 60, 255] },
  { from: 160, color: [255, 230, 0, 255] },
] as const;

const luma = (pixels: Uint8ClampedArray, at: number) =>
  (2 * (pixels[at] ?? 0) + 5 * (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) >> 3;

/**
 * Marks what is sharp: where a pixel stands out from the mean of its neighbors, in yellow most of all, then green and blue. The limits are
 * fixed, so pictures side by side can be compared, and a blurred one has no marks. `pixels` has four bytes for each.
 */
export function peakingMarks(pixels: Uint8ClampedArray, width: number): Uint8ClampedArray<ArrayBuffer> {
  const marks = new Uint8ClampedArray(pixels.length);
  const grays = new Int16Array(pixels.length / 4);
  for (let at = 0; at < grays.length; at++) grays[at] = luma(pixels, at * 4);
  const gray = (at: number) => grays[at] ?? 0;
  for (let at = width + 1; at < grays.length - width - 1; at++) {
    const column = at % width;
    if (column === 0 || column === width - 1) continue;
    const around = gray(at - 1) + gray(at + 1) + gray(at - width) + gray(at + width);
    const away = Math.abs(4 * gray(at) - around);
    const mark = MARKS.findLast(({ from }) => away >= from);
    if (mark) marks.set(mark.color, at * 4);
  }
  return marks;
}
