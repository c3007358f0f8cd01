import type { CameraMatrix } from '../../../contract/white-balance.ts';
import type { Multipliers } from './multipliers.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Linear sRGB to XYZ, both with D65 (IEC 61966-2-1). */
const SRGB: readonly Rgb[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
/** What darktable lets its sliders store. */
const MOST = 8;
/** Darker or lighter than this, of 255, a color cannot be told. */
const [DARKEST, LIGHTEST] = [6, 252];

/**
 * The multipliers that make a spot neutral which is shown in this color, from 0 to 255 of sRGB, with those that are set.
 * As darktable's picker has it (temperature.c, color_picker_apply), green is 1. The spot is read from the picture, so the
 * way back through the camera's matrix is only nearly darktable's; with the new ones read again, what remains gets less.
 * null: too dark or too light to tell.
 */
export function neutralFor(shown: Rgb, { red, green, blue }: Multipliers, camera: CameraMatrix): Multipliers | null {
  if (Math.max(...shown) < DARKEST || Math.max(...shown) > LIGHTEST) return null;
  const light = shown.map((value) => linear(value / 255)) as unknown as Rgb;
  const xyz = SRGB.map((row) => dot(row, light)) as unknown as Rgb;
  const white = SRGB.map((row) => dot(row, [1, 1, 1])) as unknown as Rgb;
  // What the camera saw, balanced so far: a neutral color is the same in each.
  const [r, g, b] = camera.map((row) => dot(row, xyz) / dot(row, white)) as unknown as Rgb;
  if (!(Math.min(r, g, b) > 0)) return null;
  const ratio = (own: number, color: number) => Math.min(MOST, (own / color) * (g / green));
  return { red: ratio(red, r), green: 1, blue: ratio(blue, b) };
}

/** How far from neutral a color is shown: 0 is neutral. */
export const castOf = (shown: Rgb): number => Math.max(...shown) - Math.min(...shown);

const dot = (a: Rgb, b: Rgb) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
