import { expect, test } from 'vitest';
import type { CameraMatrix } from '../../../contract/white-balance.ts';
import { lightOf, multipliersOf, referenceOf } from './white-balance.ts';

/** From XYZ to the colors of a Nikon D750, as darktable's cameras.xml has it. */
const d750: CameraMatrix = [
  [0.902, -0.289, -0.0715],
  [-0.4535, 1.2436, 0.2348],
  [-0.0934, 0.1919, 0.7086],
];

test('temperature and tint are those that real darktables 4.2.1 and 5.4.1 showed for stored multipliers', () => {
  const { kelvin, tint } = lightOf({ red: 2, green: 1, blue: 1.428_571_5 }, d750);
  // darktable searches in steps of up to 1 K, and the tint follows.
  expect(Math.abs(kelvin - 5206.043)).toBeLessThan(1);
  expect(tint).toBeCloseTo(0.988_991_86, 3);
});

test("the camera's reference is what real darktables 4.2.1 and 5.4.1 stored for it", () => {
  // Of the pictures that our tests make.
  const own: CameraMatrix = [
    [1.6203, -0.7686, -0.2493],
    [-0.9689, 1.8758, 0.0415],
    [0.0348, -0.1275, 0.6606],
  ];
  const { red, blue } = referenceOf(own);
  // Nearer than what darktable takes for the same.
  expect(red).toBeCloseTo(2.000_182_63, 6);
  expect(blue).toBeCloseTo(1.600_633_14, 6);
});

test.each([
  [2000, 1],
  [2900, 0.9],
  // Around 4000 K the black body and daylight overlap, in darktable too.
  [3850, 1],
  [4150, 1.1],
  [5206, 0.989],
  [6504, 1],
  [12_000, 1.3],
  [24_000, 0.8],
])('light of %d K and a tint of %d is found again from its multipliers', (kelvin, tint) => {
  const again = lightOf(multipliersOf({ kelvin, tint }, d750), d750);
  expect(Math.abs(again.kelvin - kelvin)).toBeLessThan(0.5);
  expect(again.tint).toBeCloseTo(tint, 3);
});

test('a warmer light asks for more blue, a colder one for more red', () => {
  const warm = multipliersOf({ kelvin: 3000, tint: 1 }, d750);
  const cold = multipliersOf({ kelvin: 8000, tint: 1 }, d750);
  expect(warm.blue).toBeGreaterThan(cold.blue);
  expect(warm.red).toBeLessThan(cold.red);
  expect([warm.green, cold.green]).toEqual([1, 1]);
});

test('multipliers do not count by themselves, but against green', () => {
  const one = lightOf({ red: 2, green: 1, blue: 1.5 }, d750);
  const twice = lightOf({ red: 4, green: 2, blue: 3 }, d750);
  expect(twice.kelvin).toBeCloseTo(one.kelvin, 1);
  expect(twice.tint).toBeCloseTo(one.tint, 6);
});

test('what no light explains is shown at the end of the scale', () => {
  expect(lightOf({ red: 8, green: 1, blue: 0.1 }, d750).kelvin).toBeCloseTo(25_000, 0);
  expect(lightOf({ red: 0.2, green: 1, blue: 8 }, d750).kelvin).toBeCloseTo(1901, 0);
});
