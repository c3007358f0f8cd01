import { lightnessOf, lightnessOfColor, times, TO_REC2020 } from './area-colors.ts';
import type { InputHistogram, Size } from './protocol.ts';

const STEPS = 128;
/** The process that counts has no JIT compiler; these are enough for a drawing. */
const MOST_PIXELS = 40_000;
/** Where its size was rounded up, the last rows and columns of an export are dark (seen with 4.2.1). */
const EDGE = 2;

/** How the values of a picture are spread: of linear Rec. 709, four floats a pixel. */
export function inputHistogram(pixels: Float32Array, { width, height }: Size): InputHistogram {
  const [lightness, red, green, blue] = Array.from({ length: 4 }, () => Array.from({ length: STEPS }, () => 0)) as [
    number[],
    number[],
    number[],
    number[],
  ];
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / MOST_PIXELS)));
  for (let y = 0; y < Math.max(height - EDGE, 1); y += step) {
    for (let x = 0; x < Math.max(width - EDGE, 1); x += step) {
      const at = 4 * (y * width + x);
      const color = times(TO_REC2020, [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]);
      count(lightness, lightnessOfColor(color));
      count(red, lightnessOf(color[0]));
      count(green, lightnessOf(color[1]));
      count(blue, lightnessOf(color[2]));
    }
  }
  return { lightness, red, green, blue };
}

function count(steps: number[], lightness: number): void {
  const at = Math.min(Math.max(Math.floor((lightness / 100) * STEPS), 0), STEPS - 1);
  // A pixel that is no number is none.
  if (!Number.isNaN(at)) steps[at] = steps[at]! + 1;
}
