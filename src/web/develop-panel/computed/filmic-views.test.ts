import { expect, test } from 'vitest';
import { dynamicRange, FILMIC_VIEWS, filmicAxes, filmicView } from './filmic-views.ts';

/** darktable 4.2.1's defaults. */
const DEFAULTS: Record<string, number> = {
  grey_point_source: 18.45,
  black_point_source: -8,
  white_point_source: 4,
  grey_point_target: 18.45,
  black_point_target: 0.01517634,
  white_point_target: 100,
  output_power: 4,
  latitude: 0.01,
  contrast: 1,
  balance: 0,
  custom_grey: 0,
  shadows: 2,
  highlights: 2,
  spline_version: 2,
};
const stored = (field: string) => DEFAULTS[field];

test('each view rises from black, and gray lies on its curve', () => {
  for (const view of FILMIC_VIEWS.filter((one) => one !== 'ranges')) {
    const { at, dots } = filmicView(stored, view)!;
    const heights = Array.from({ length: 41 }, (_, k) => at(k / 40));
    heights.slice(1).forEach((height, k) => expect(height, view).toBeGreaterThanOrEqual(heights[k]! - 1e-6));
    const gray = dots.find(({ isMiddle }) => isMiddle)!;
    expect(at(gray.x), view).toBeCloseTo(gray.y, 3);
  }
});

test('middle gray of the scene becomes middle gray of the display; white lies outside of the light that a display shows', () => {
  const { dots } = filmicView(stored, 'linear')!;
  const gray = dots.find(({ isMiddle }) => isMiddle)!;
  expect(gray.x).toBeCloseTo(0.1845, 4);
  expect(gray.y).toBeCloseTo(0.1845, 3);
  expect(dots).toHaveLength(2);
  const log = filmicView(stored, 'log')!.dots.find(({ isMiddle }) => isMiddle)!;
  expect(log.x).toBeCloseTo(Math.log(0.1845 * 19 + 1) / Math.log(20), 4);
});

test('the axes are exposure of the scene or its light, and the light of the display', () => {
  expect(filmicAxes(stored, 'look')).toEqual({
    across: { values: [-8, -5, -2, 1, 4], unit: 'EV' },
    up: [0, 25, 50, 75, 100].map((percent) => expect.closeTo(100 * (percent / 100) ** 4, 6) as number),
  });
  expect(filmicAxes(stored, 'linear').up).toEqual([0, 25, 50, 75, 100]);
  const { across, up } = filmicAxes(stored, 'log');
  expect(across.values).toEqual(up);
  expect(up.map(Math.round)).toEqual([0, 6, 18, 45, 100]);
});

test('the ranges are told in EV from gray', () => {
  const { scene, display } = dynamicRange(stored)!;
  expect(scene).toEqual([-8, 0, 4]);
  expect(display[0]).toBeCloseTo(Math.log2(0.0001517634 / 0.1845), 1);
  expect(display[1]).toBeCloseTo(0, 2);
  expect(display[2]).toBeCloseTo(Math.log2(1 / 0.1845), 2);
  expect(dynamicRange(() => undefined)).toBeNull();
});
