import type { Norm } from '../../contract/input-colors.ts';
import type { Area, InputColors, PixelRanges, Size } from './protocol.ts';

type Three = [number, number, number];

/** Linear Rec. 709 to linear Rec. 2020 (ITU-R BT.2087). */
export const TO_REC2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
] as const;
/** Linear Rec. 2020 to XYZ as ICC profiles have it, seen from D50. */
const TO_XYZ = [
  [0.673459, 0.165661, 0.125101],
  [0.279041, 0.675338, 0.045621],
  [-0.001931, 0.029978, 0.797162],
] as const;
const D50 = [0.9642, 1, 0.8249] as const;
/** darktable's pickers look at a smoothed picture (color_picker.c, blur_2D_Bspline). */
const SMOOTHING = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16] as const;

/** In pixels. */
const EDGE = 2;

/** What darktable's color pickers read in an area of a picture of linear Rec. 709, four floats a pixel. Both edges are included. */
export function areaColors(pixels: Float32Array, { width, height }: Size, area: Area): InputColors {
  const place = (share: number, length: number) => Math.min(Math.max(Math.floor(share * length), 0), length - 1);
  const [left, right] = [place(area.left, width), place(area.right, width)];
  const [top, bottom] = [place(area.top, height), place(area.bottom, height)];
  const rgb = new Statistics();
  const lab = new Statistics();
  const lch = new Statistics();
  const ranges = new Ranges();
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const color = times(TO_REC2020, smoothed(pixels, { width, height }, x, y));
      rgb.add(color);
      const ofLab = labOf(color);
      lab.add(ofLab);
      lch.add(lchOf(ofLab));
      // Where its size was rounded up, the last rows and columns of an export are dark (seen with 4.2.1).
      if ((x > width - 1 - EDGE && x > left) || (y > height - 1 - EDGE && y > top)) continue;
      const at = 4 * (y * width + x);
      ranges.add(times(TO_REC2020, [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]));
    }
  }
  return { rgb: rgb.all(), lab: lab.all(), lch: lch.all(), pixels: ranges.all() };
}

function smoothed(pixels: Float32Array, { width, height }: Size, x: number, y: number): Three {
  const color: Three = [0, 0, 0];
  for (let down = -2; down <= 2; down++) {
    const row = Math.min(Math.max(y + down, 0), height - 1) * width;
    for (let across = -2; across <= 2; across++) {
      const at = 4 * (row + Math.min(Math.max(x + across, 0), width - 1));
      const weight = SMOOTHING[down + 2]! * SMOOTHING[across + 2]!;
      for (let channel = 0; channel < 3; channel++) color[channel] = color[channel]! + weight * pixels[at + channel]!;
    }
  }
  return color;
}

class Statistics {
  #count = 0;
  readonly #sum: Three = [0, 0, 0];
  readonly #min: Three = [Infinity, Infinity, Infinity];
  readonly #max: Three = [-Infinity, -Infinity, -Infinity];

  add(color: Three): void {
    this.#count++;
    for (let channel = 0; channel < 3; channel++) {
      const value = color[channel]!;
      this.#sum[channel] = this.#sum[channel]! + value;
      this.#min[channel] = Math.min(this.#min[channel]!, value);
      this.#max[channel] = Math.max(this.#max[channel]!, value);
    }
  }

  all() {
    const [red, green, blue] = this.#sum;
    const mean: Three = [red / this.#count, green / this.#count, blue / this.#count];
    return { mean, min: this.#min, max: this.#max };
  }
}

/** darktable's histogram of lightness. */
const BINS = 256;
const NORMS: readonly Norm[] = ['luminance', 'max', 'average', 'sum', 'euclidean', 'power'];

/** What the auto levels of darktable look at: the pixels, not smoothed. */
class Ranges {
  readonly #rgb = new Statistics();
  readonly #norms = NORMS.map(() => ({ min: Infinity, max: -Infinity }));
  readonly #lightness = new Uint32Array(BINS);

  add(color: Three): void {
    this.#rgb.add(color);
    const norms = normsOf(color);
    for (let at = 0; at < norms.length; at++) {
      const range = this.#norms[at]!;
      range.min = Math.min(range.min, norms[at]!);
      range.max = Math.max(range.max, norms[at]!);
    }
    const bin = Math.floor((labOf(color)[0] / 100) * BINS);
    const at = Math.min(Math.max(bin, 0), BINS - 1);
    this.#lightness[at] = this.#lightness[at]! + 1;
  }

  all(): PixelRanges {
    const { min, max } = this.#rgb.all();
    const norms = Object.fromEntries(NORMS.map((norm, at) => [norm, this.#norms[at]!])) as PixelRanges['norms'];
    return { rgb: { min, max }, norms, lightness: this.#lightnessOfTwo() };
  }

  /** A single pixel counts only where no two have the same. */
  #lightnessOfTwo() {
    const least = this.#lightness.some((count) => count > 1) ? 2 : 1;
    const min = this.#lightness.findIndex((count) => count >= least);
    const max = this.#lightness.findLastIndex((count) => count >= least);
    return { min: (min / BINS) * 100, max: (max / BINS) * 100 };
  }
}

/** As darktable makes them (rgb_norms.h), in the order of `NORMS`. */
function normsOf(color: Three): number[] {
  const [red, green, blue] = color;
  const squares = red ** 2 + green ** 2 + blue ** 2;
  const cubes = Math.abs(red) ** 3 + Math.abs(green) ** 3 + Math.abs(blue) ** 3;
  const sum = red + green + blue;
  return [
    times(TO_XYZ, color)[1],
    Math.max(red, green, blue),
    sum / 3,
    sum,
    Math.sqrt(squares),
    squares > 0 ? cubes / squares : 0,
  ];
}

function labOf(color: Three): Three {
  const [x, y, z] = times(TO_XYZ, color).map((value, at) => bent(value / D50[at]!)) as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const lchOf = ([lightness, a, b]: Three): Three => {
  const turn = Math.atan2(b, a) / (2 * Math.PI);
  return [lightness, Math.hypot(a, b), turn < 0 ? turn + 1 : turn];
};

export const times = (matrix: readonly (readonly [number, number, number])[], [a, b, c]: Three): Three =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as Three;

/** CIE L* of light, of which 1 is white. */
export const lightnessOf = (light: number) => 116 * bent(light) - 16;
/** The lightness of linear Rec. 2020. */
export const lightnessOfColor = (color: Three) => lightnessOf(times(TO_XYZ, color)[1]);

const bent = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
