/** How much a pixel stands out from its neighbors, from the least mark to the most. The colors are those of darktable's focus peaking. */
const MARKS = [
  { from: 24, color: [52, 101, 233, 255] },
  { from: 36, color: [60, 200, 60, 255] },
  { from: 50, color: [255, 230, 0, 255] },
] as const;

function graysOf(pixels: Uint8ClampedArray): Float32Array {
  const grays = new Float32Array(pixels.length / 4);
  for (let at = 0; at < grays.length; at++) {
    const from = at * 4;
    grays[at] = 0.25 * (pixels[from] ?? 0) + 0.625 * (pixels[from + 1] ?? 0) + 0.125 * (pixels[from + 2] ?? 0);
  }
  return grays;
}

/** Without most of the noise: each value with its neighbors `step` away. */
function smoothed(grays: Float32Array, step: number): Float32Array {
  const smooth = new Float32Array(grays.length);
  for (let at = step; at < grays.length - step; at++)
    smooth[at] = ((grays[at - step] ?? 0) + 2 * (grays[at] ?? 0) + (grays[at + step] ?? 0)) / 4;
  return smooth;
}

/** At the edges there are no neighbors to compare with. */
const EDGE = 2;

/**
 * Marks what is sharp: yellow most of all, then green and blue. The limits are fixed, so pictures side by side can be compared, and a blurred
 * one has no marks. `pixels` has four bytes for each.
 */
export function peakingMarks(pixels: Uint8ClampedArray, width: number): Uint8ClampedArray<ArrayBuffer> {
  const marks = new Uint8ClampedArray(pixels.length);
  const grays = smoothed(smoothed(graysOf(pixels), 1), width);
  const gray = (at: number) => grays[at] ?? 0;
  for (let at = EDGE * width; at < grays.length - EDGE * width; at++) {
    const column = at % width;
    if (column < EDGE || column >= width - EDGE) continue;
    const away = Math.abs(4 * gray(at) - gray(at - 1) - gray(at + 1) - gray(at - width) - gray(at + width));
    if (away < MARKS[0].from) continue;
    const mark = MARKS.findLast(({ from }) => away >= from);
    if (mark) marks.set(mark.color, at * 4);
  }
  return marks;
}
