/** Linear Rec. 2020, in which colors of the picture are told, and what darktable's modules make of them. */
export type Three = readonly [number, number, number];
export type Matrix = readonly [Three, Three, Three];

export const times = (matrix: Matrix, [a, b, c]: Three): Three =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as unknown as Three;

/** Each of the three by its factor, over its divisor. */
export const scaled = (one: Three, factors: Three, divisors: Three): Three => [
  (one[0] * factors[0]) / divisors[0],
  (one[1] * factors[1]) / divisors[1],
  (one[2] * factors[2]) / divisors[2],
];

/** To XYZ, as ICC profiles have it: seen from D50. */
const REC2020_TO_XYZ: Matrix = [
  [0.673459, 0.165661, 0.125101],
  [0.279041, 0.675338, 0.045621],
  [-0.001931, 0.029978, 0.797162],
];
export const xyzOf = (rgb: Three): Three => times(REC2020_TO_XYZ, rgb);

/** CIE lightness, from 0 to 100, to a share of white's light. */
export const lightOfLightness = (lightness: number): number =>
  lightness > 8 ? ((lightness + 16) / 116) ** 3 : (lightness * 27) / 24_389;

export const lightnessOfLight = (light: number): number =>
  light > 216 / 24_389 ? 116 * Math.cbrt(light) - 16 : (light * 24_389) / 27;

export function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(determinant) > 1e-9)) return null;
  const by = (value: number) => value / determinant;
  return [
    [by(e * i - f * h), by(c * h - b * i), by(b * f - c * e)],
    [by(f * g - d * i), by(a * i - c * g), by(c * d - a * f)],
    [by(d * h - e * g), by(b * g - a * h), by(a * e - b * d)],
  ];
}
