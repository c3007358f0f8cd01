import { expect, test } from 'vitest';
import { filmicCurve } from './filmic-curve.ts';

/** filmic rgb as a real darktable 4.2.1 stores it for a raw picture; its defaults for the rest. */
const defaults = {
  black_point_source: -7.65,
  white_point_source: 4.56,
  output_power: 3.614_816_2,
  black_point_target: 0.015_176_34,
  grey_point_target: 18.45,
  white_point_target: 100,
  custom_grey: 0,
  latitude: 0.01,
  contrast: 1,
  balance: 0,
  shadows: 1,
  highlights: 1,
  spline_version: 2,
};
const curve = (values: Partial<Record<keyof typeof defaults, number>> = {}) =>
  filmicCurve((field) => ({ ...defaults, ...values })[field as keyof typeof defaults])!;

const KINDS = [0, 1, 2];
const VERSIONS = [0, 1, 2];

test.each(VERSIONS)('version %i goes through black, gray and white, without a step or a kink', (version) => {
  for (const kind of KINDS) {
    for (const latitude of [0.01, 30]) {
      const { at, black, gray, white } = curve({
        spline_version: version,
        shadows: kind,
        highlights: kind,
        latitude,
        contrast: version === 2 ? 1 : 1.5,
      });
      expect([at(0), at(gray.x), at(1)]).toEqual([black.y, gray.y, white.y].map((y) => expect.closeTo(y, 9) as number));
      const heights = Array.from({ length: 1001 }, (_, index) => at(index / 1000));
      const steps = heights.slice(1).map((height, index) => height - heights[index]!);
      const turns = steps.slice(1).map((step, index) => Math.abs(step - steps[index]!));
      expect(Math.max(...turns)).toBeLessThan(2e-4);
      if (kind === 2) expect(Math.min(...steps)).toBeGreaterThanOrEqual(-1e-6);
    }
  }
});

test('the curve is the one that a real darkroom of 4.2.1 drew', () => {
  // Read from the pixels of its graph, which is 120 of them high.
  const drawn = [
    [0.203, 0.154],
    [0.289, 0.218],
    [0.375, 0.304],
    [0.461, 0.404],
    [0.547, 0.521],
    [0.634, 0.631],
    [0.72, 0.766],
    [0.806, 0.875],
    [0.892, 0.96],
  ] as const;
  const { at } = curve({ shadows: 0, highlights: 0 });
  for (const [x, y] of drawn) expect(Math.abs(at(x) - y), `${x}`).toBeLessThan(0.01);
});

test('hard contrast is level at its ends', () => {
  const { at } = curve({ shadows: 0, highlights: 0 });
  expect([at(0.001) - at(0), at(1) - at(0.999)].map((step) => step < 1e-5)).toEqual([true, true]);
});

test('more contrast is steeper at gray, and the balance moves the straight part', () => {
  const steepness = (contrast: number) => {
    const { at, gray } = curve({ contrast });
    return at(gray.x + 0.01) - at(gray.x - 0.01);
  };
  expect(steepness(1.6)).toBeGreaterThan(steepness(1.2));
  const wide = { latitude: 40 };
  expect(curve({ ...wide, balance: 40 }).at(0.8)).not.toBeCloseTo(curve({ ...wide, balance: -40 }).at(0.8), 4);
});

test('there is none without all its fields', () => {
  expect(filmicCurve((field) => (field === 'spline_version' ? undefined : 1))).toBeNull();
});
