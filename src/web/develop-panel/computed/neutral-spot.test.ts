import { expect, test } from 'vitest';
import type { CameraMatrix } from '../../../contract/white-balance.ts';
import { castOf, neutralFor } from './neutral-spot.ts';

/** From XYZ to the colors of a Nikon D750, as darktable's cameras.xml has it. */
const D750: CameraMatrix = [
  [0.902, -0.289, -0.0715],
  [-0.4535, 1.2436, 0.2348],
  [-0.0934, 0.1919, 0.7086],
];
const now = { red: 2, green: 1, blue: 1.5 };

test('a spot that is shown neutral keeps the multipliers, however light it is', () => {
  for (const value of [20, 119, 240]) {
    const { red, green, blue } = neutralFor([value, value, value], now, D750)!;
    expect([red, green, blue]).toEqual([expect.closeTo(2, 9), 1, expect.closeTo(1.5, 9)]);
  }
  expect(castOf([119, 119, 119])).toBe(0);
});

test('a spot that is shown too blue gets less blue and more red', () => {
  const { red, blue } = neutralFor([110, 119, 150], now, D750)!;
  expect(red).toBeGreaterThan(2);
  expect(blue).toBeLessThan(1.5);
});

test('of a picture that is not raw, whose colors are sRGB, the color itself is balanced', () => {
  const xyzToSrgb: CameraMatrix = [
    [3.2404542, -1.5371385, -0.4985314],
    [-0.969266, 1.8760108, 0.041556],
    [0.0556434, -0.2040259, 1.0572252],
  ];
  const linear = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4;
  const { red, blue } = neutralFor([100, 120, 140], { red: 1, green: 1, blue: 1 }, xyzToSrgb)!;
  expect(red).toBeCloseTo(linear(120) / linear(100), 4);
  expect(blue).toBeCloseTo(linear(120) / linear(140), 4);
});

test('what is clipped or nearly black tells nothing', () => {
  expect(neutralFor([255, 200, 180], now, D750)).toBeNull();
  expect(neutralFor([3, 4, 5], now, D750)).toBeNull();
});
