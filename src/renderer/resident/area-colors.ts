import type { Area, InputColors, Size } from './protocol.ts';

type Three = [number, number, number];

/** Linear Rec. 709 to linear Rec. 2020 (ITU-R BT.2087). */
const TO_REC2020 = [
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

/** What darktable's color pickers read in an area of a picture of linear Rec. 709, four floats a pixel. Both edges are included. */
export function areaColors(pixels: Float32Array, { width, height }: Size, area: Area): InputColors {
  const place = (share: number, length: number) => Math.min(Math.max(Math.floor(share * length), 0), length - 1);
  const [left, right] = [place(area.left, width), place(area.right, width)];
  const [top, bottom] = [place(area.top, height), place(area.bottom, height)];
  const rgb = new Statistics();
  const lab = new Statistics();
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const color = times(TO_REC2020, smoothed(pixels, { width, height }, x, y));
      rgb.add(color);
      lab.add(labOf(color));
    }
  }
  return { rgb: rgb.all(), lab: lab.all() };
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

function labOf(color: Three): Three {
  const [x, y, z] = times(TO_XYZ, color).map((value, at) => bent(value / D50[at]!)) as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const times = (matrix: readonly (readonly [number, number, number])[], [a, b, c]: Three): Three =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as Three;

const bent = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
