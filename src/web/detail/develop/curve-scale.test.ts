import { expect, test } from 'vitest';
import { logarithmic } from './curve-scale.ts';

test('the lines of a quarter, a half and three quarters are drawn where darktable 4.2.1 draws them at 10', () => {
  const { place } = logarithmic(10);
  // Read from its screen, in a drawing of 258 pixels.
  expect([0.25, 0.5, 0.75].map((value) => Math.round(place(value) * 258))).toEqual([135, 193, 230]);
});

test('a place is that of one value, and at 0 they are the same', () => {
  for (const scale of [0, 0.5, 10, 40]) {
    const { place, value } = logarithmic(scale);
    for (const at of [0, 0.02, 0.5, 1]) expect(value(place(at))).toBeCloseTo(at, 9);
    expect([place(0), place(1)]).toEqual([0, 1]);
  }
  expect(logarithmic(0).place(0.3)).toBe(0.3);
});
