import { expect, test } from 'vitest';
import { behind, outlineOf } from './input-histogram.ts';

const steps = (at: number) => Array.from({ length: 128 }, (_, step) => (step === at ? 1 : 0));
const spread = { lightness: steps(64), red: steps(1), green: steps(2), blue: steps(3) };
const stored = (values: Record<string, number>) => (field: string) => values[field];

test('lightness lies behind L of the tone curve, and nothing behind a and b', () => {
  expect(behind('tonecurve', 0, stored({}), spread)).toEqual({ steps: spread.lightness, isOfLight: false });
  expect(behind('tonecurve', 1, stored({}), spread)).toBeNull();
});

test('each channel of the rgb curve has its own, unless they are linked; with middle gray compensated the axis is of lightness', () => {
  const apart = { curve_autoscale: 1, compensate_middle_grey: 0 };
  expect(behind('rgbcurve', 2, stored(apart), spread)).toEqual({ steps: spread.blue, isOfLight: true });
  expect(behind('rgbcurve', 0, stored({ curve_autoscale: 0, compensate_middle_grey: 1 }), spread)).toEqual({
    steps: spread.lightness,
    isOfLight: false,
  });
});

test('color zones have it over lightness alone, and a module that is not known has none', () => {
  expect(behind('colorzones', 0, stored({ channel: 0 }), spread)?.steps).toBe(spread.lightness);
  expect(behind('colorzones', 0, stored({ channel: 2 }), spread)).toBeNull();
  expect(behind('exposure', 0, stored({}), spread)).toBeNull();
  expect(behind('levels', 0, stored({}), null)).toBeNull();
});

const peak = (path: string) =>
  path
    .slice(1, -1)
    .split('L')
    .map((point) => point.split(' ').map(Number))
    .toSorted((one, other) => one[1]! - other[1]!)[0]![0];

test('middle gray is drawn in the middle of lightness, and at 18 % of light', () => {
  const box = { width: 100, height: 50 };
  expect(peak(outlineOf({ steps: spread.lightness, isOfLight: false }, box))).toBeCloseTo(50.4, 1);
  expect(peak(outlineOf({ steps: spread.lightness, isOfLight: true }, box))).toBeCloseTo(18.7, 0);
});

test('a picture of one color, or none, is no fault', () => {
  for (const one of [steps(0), steps(127), steps(-1)])
    expect(outlineOf({ steps: one, isOfLight: true }, { width: 10, height: 10 })).not.toMatch(/NaN|Infinity/);
});
