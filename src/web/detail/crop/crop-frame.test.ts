import { expect, test } from 'vitest';
import { type CropFrame, dragged, type Grip, keptAspect } from './crop-frame.ts';

const FRAME: CropFrame = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 };
const after = (grip: Grip, x: number, y: number, ratio: number | null = null) => {
  const { left, top, right, bottom } = dragged(FRAME, grip, { x, y }, ratio);
  return [left, top, right, bottom].map((share) => Number(share.toFixed(3)));
};

test('a corner moves two edges, a side one, and all of it moves as it is', () => {
  expect(after('nw', -0.1, 0.1)).toEqual([0.15, 0.35, 0.75, 0.75]);
  expect(after('e', 0.2, 0.4)).toEqual([0.25, 0.25, 0.95, 0.75]);
  expect(after('', 0.1, -0.2)).toEqual([0.35, 0.05, 0.85, 0.55]);
});

test('the frame stays in the picture and never vanishes', () => {
  expect(after('', 9, 9)).toEqual([0.5, 0.5, 1, 1]);
  expect(after('nw', -9, -9)).toEqual([0, 0, 0.75, 0.75]);
  expect(after('se', -9, -9)).toEqual([0.25, 0.25, 0.27, 0.27]);
});

test('an aspect is kept by every grip, also at the edge of the picture', () => {
  for (const grip of ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const) {
    const [left, top, right, bottom] = after(grip, 0.4, 0.3, 1.5) as [number, number, number, number];
    expect((right - left) / (bottom - top)).toBeCloseTo(1.5, 1);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(Math.max(right, bottom)).toBeLessThanOrEqual(1);
  }
});

test('the long side of an aspect goes along the long side of the picture, turned where darktable says so', () => {
  const [wide, high] = [
    { width: 300, height: 200 },
    { width: 200, height: 300 },
  ];
  expect(keptAspect({ ratio_n: 2, ratio_d: 3 }, wide)).toBe(1.5);
  expect(keptAspect({ ratio_n: 2, ratio_d: -3 }, wide)).toBeCloseTo(2 / 3);
  expect(keptAspect({ ratio_n: 2, ratio_d: 3 }, high)).toBeCloseTo(2 / 3);
  expect(keptAspect({ ratio_n: 0, ratio_d: 1 }, wide)).toBe(1.5);
  expect(keptAspect({ ratio_n: 0, ratio_d: 0 }, wide)).toBeNull();
  expect(keptAspect({ ratio_n: -1, ratio_d: -1 }, wide)).toBeNull();
});
