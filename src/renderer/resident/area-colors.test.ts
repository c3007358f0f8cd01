import { expect, test } from 'vitest';
import { areaColors } from './area-colors.ts';

const SIZE = { width: 6, height: 4 };
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };
const picture = (lights: readonly number[]) => Float32Array.from(lights.flatMap((light) => [light, light, light, 1]));
/** The middle gray has a lightness of 50. */
const GRAY = 0.184187;
/** Its last two rows and columns are gray, and not looked at for the least and the most. */
const cornered = (lights: readonly number[]) =>
  picture(
    Array.from({ length: 24 }, (_, at) => {
      const [x, y] = [at % 6, Math.floor(at / 6)];
      return x < 4 && y < 2 ? lights[y * 4 + x]! : GRAY;
    }),
  );

test('least and most are those of single pixels, though what is picked is smoothed', () => {
  const pixels = cornered([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.9]);
  const { rgb, pixels: ranges } = areaColors(pixels, SIZE, WHOLE);
  expect(rgb.max[0]).toBeLessThan(0.8);
  expect(ranges.rgb.max[0]).toBeCloseTo(0.9, 3);
  expect(ranges.rgb.min[0]).toBeCloseTo(0.5, 3);
  const most = Object.entries(ranges.norms).map(([norm, { max }]) => [norm, Number(max.toFixed(2))]);
  expect(Object.fromEntries(most)).toEqual({
    luminance: 0.9,
    max: 0.9,
    average: 0.9,
    sum: 2.7,
    euclidean: 1.56,
    power: 0.9,
  });
});

test('a lightness counts that two pixels have, in 256 steps', () => {
  const { lightness } = areaColors(cornered([0, GRAY, GRAY, 1, 1, 1, GRAY, GRAY]), SIZE, WHOLE).pixels;
  expect(lightness.min).toBeCloseTo(50, 0);
  expect(lightness.max).toBeCloseTo((255 / 256) * 100, 5);
  const alone = { left: 0, top: 0, right: 0, bottom: 0 };
  expect(areaColors(cornered([GRAY, 0, 0, 0, 0, 0, 0, 0]), SIZE, alone).pixels.lightness.max).toBeCloseTo(50, 0);
});

test('the least is not that of the last rows and columns, which may not be rendered', () => {
  const lights = (x: number, y: number) => (x > 7 || y > 7 ? 0 : 0.5);
  const all = Array.from({ length: 100 }, (_, at) => lights(at % 10, Math.floor(at / 10)));
  const size = { width: 10, height: 10 };
  expect(areaColors(picture(all), size, WHOLE).pixels.rgb.min[0]).toBeCloseTo(0.5, 3);
  const corner = { left: 0.95, top: 0.95, right: 1, bottom: 1 };
  expect(areaColors(picture(all), size, corner).pixels.rgb.min[0]).toBe(0);
});
