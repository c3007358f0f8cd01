import { expect, test } from 'vitest';
import { type LevelColors, pickedLevels } from './picked-levels.ts';

const of = (...values: [number, number, number]) => ({ mean: values, min: values, max: values });
const same = (value: number) => ({ min: value, max: value });
const norms = { luminance: same(0), max: same(0), average: same(0), sum: same(0), euclidean: same(0), power: same(0) };
/** A spot of the sky in the raw picture of the sample, as the service tells it of rgb levels and of levels. */
const spot = (rgb: [number, number, number], lightness: number): LevelColors => ({
  rgb: of(...rgb),
  lab: of(lightness, 0, 0),
  pixels: { rgb: of(...rgb), norms, lightness: same(lightness) },
});
const sky = spot([0.20334, 0.28624, 0.62187], 59.75);
/** An area of that sky. */
const area: LevelColors = {
  ...sky,
  pixels: {
    rgb: { min: [0.18091, 0.25701, 0.57259], max: [0.22845, 0.31666, 0.65277] },
    norms: {
      luminance: { min: 0.25137, max: 0.30726 },
      max: { min: 0.57259, max: 0.65277 },
      average: { min: 0.34074, max: 0.39839 },
      sum: { min: 1.02223, max: 1.19517 },
      euclidean: { min: 0.6577, max: 0.75831 },
      power: { min: 0.49061, max: 0.56274 },
    },
    lightness: { min: 57.03125, max: 61.71875 },
  },
};
const linked = (norm: number) => (field: string) => ({ autoscale: 0, preserve_colors: norm })[field];
const independent = (field: string) => ({ autoscale: 1, preserve_colors: 6 })[field];
const START = [0, 0.5, 1] as const;

/** What 4.2.1 stored of the same area, by `preserve_colors`: none, luminance, max, average and basic power. */
test.each([
  [0, 0.18091, 0.41683, 0.65276],
  [1, 0.25135, 0.2793, 0.30724],
  [2, 0.57301, 0.61289, 0.65276],
  [3, 0.34073, 0.36956, 0.39838],
  [6, 0.49061, 0.52668, 0.56274],
])('the auto region of linked channels is measured by how colors are preserved (%i)', (norm, ...levels) => {
  const found = pickedLevels('all', area, { levels: START, channel: 0, stored: linked(norm) })!;
  found.forEach((level, at) => expect(Math.abs(level - levels[at]!)).toBeLessThan(0.001));
});

test('that of an independent channel is of that channel, and no level is brighter than white', () => {
  const of = (channel: number, colors = area) =>
    pickedLevels('all', colors, { levels: START, channel, stored: independent })!.map((level) => level.toFixed(3));
  expect(of(0)).toEqual(['0.181', '0.205', '0.228']);
  expect(of(2)).toEqual(['0.573', '0.613', '0.653']);
  const bright = { ...area, pixels: { ...area.pixels, rgb: { min: area.pixels.rgb.min, max: [1.6, 1.6, 1.6] } } };
  expect(of(1, bright as LevelColors)).toEqual(['0.257', '0.629', '1.000']);
});

test('levels takes the lightness; auto gave 0, 0.46484 and 0.92969 in 4.2.1', () => {
  const pixels = { ...area.pixels, lightness: { min: 0, max: 92.96875 } };
  const stored = () => undefined;
  const levels = { levels: START, channel: null, stored };
  expect(pickedLevels('all', { ...area, pixels }, levels)).toEqual([0, 0.464_843_75, 0.929_687_5]);
  // The same spot of the sky in front of levels, whose gray 4.2.1 stored as 0.55572.
  const [, gray] = pickedLevels('gray', spot([0.17125, 0.24107, 0.52374], 55.53), levels)!;
  expect(Math.abs(gray - 0.55572)).toBeLessThan(0.001);
});

test('rgb levels reads red whichever channel is chosen, as 4.2.1 does', () => {
  const [, gray] = pickedLevels('gray', sky, { levels: START, channel: 1, stored: independent })!;
  expect(Math.abs(gray - 0.20392)).toBeLessThan(0.001);
});

test('black and white stop at gray, and gray stays where the spot is darker than black or lighter than white', () => {
  const how = (levels: readonly [number, number, number]) => ({ levels, channel: 0, stored: linked(1) });
  const near = (value: number) => expect.closeTo(value, 5) as number;
  expect(pickedLevels('black', sky, how([0, 0.1, 1]))).toEqual([near(0.1), 0.1, 1]);
  expect(pickedLevels('white', sky, how([0, 0.5, 1]))).toEqual([0, 0.5, near(0.5)]);
  expect(pickedLevels('gray', sky, how([0.3, 0.5, 1]))).toEqual([0.3, 0.5, 1]);
  expect(pickedLevels('gray', sky, how([0, 0.1, 0.15]))).toEqual([0, 0.1, 0.15]);
  expect(pickedLevels('black', spot([NaN, NaN, NaN], NaN), how([0, 0.5, 1]))).toBeNull();
});
