import { expect, test } from 'vitest';
import { inputHistogram } from './input-histogram.ts';

/** Of one color; its edge is black. */
function picture(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Float32Array {
  const pixels = new Float32Array(width * height * 4);
  for (let y = 0; y < height - 2; y++)
    for (let x = 0; x < width - 2; x++) pixels.set([red, green, blue, 1], 4 * (y * width + x));
  return pixels;
}
const places = (steps: readonly number[]) => steps.flatMap((count, at) => (count > 0 ? [at] : []));

test('middle gray is in the middle of all four, once for each pixel inside the edge', () => {
  const { lightness, ...channels } = inputHistogram(picture(50, 40, [0.1842, 0.1842, 0.1842]), {
    width: 50,
    height: 40,
  });
  expect(places(lightness)).toEqual([64]);
  expect(lightness[64]).toBe(48 * 38);
  for (const channel of Object.values(channels)) expect(places(channel)).toEqual([64]);
});

test('light beyond white and below black is in the last and the first step, and what is no number in none', () => {
  const size = { width: 10, height: 10 };
  expect(places(inputHistogram(picture(10, 10, [7, 7, 7]), size).lightness)).toEqual([127]);
  expect(places(inputHistogram(picture(10, 10, [-1, -1, -1]), size).red)).toEqual([0]);
  expect(places(inputHistogram(picture(10, 10, [NaN, NaN, NaN]), size).lightness)).toEqual([]);
});

test('a large picture is counted in 40,000 pixels at most, and a small one whole', () => {
  const sum = (width: number, height: number) =>
    inputHistogram(picture(width, height, [0.5, 0.5, 0.5]), { width, height }).lightness.reduce(
      (all, one) => all + one,
      0,
    );
  expect(sum(1440, 960)).toBeLessThanOrEqual(40_000);
  expect(sum(1440, 960)).toBeGreaterThan(25_000);
  expect(sum(3, 3)).toBe(1);
});
