import { expect, test } from 'vitest';
import { type CropFrame, dragged, fitted, type Grip, keptAspect } from './crop-frame.ts';

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

test('another aspect keeps one side and moves the other around its middle', () => {
  expect(fitted(FRAME, 2, 'width')).toEqual({ left: 0.25, top: 0.375, right: 0.75, bottom: 0.625 });
  expect(fitted(FRAME, 0.5, 'height')).toEqual({ left: 0.375, top: 0.25, right: 0.625, bottom: 0.75 });
});

test('aspects move the frame as a real darktable 4.2.1 moved it', () => {
  const picture = { width: 480, height: 320 };
  let frame: CropFrame = { left: 0, top: 0, right: 1, bottom: 1 };
  // One after the other: square, 16:9, turned, widescreen; with the cx, cy, cw and ch that it stored each time.
  for (const [aspect, kept, ...stored] of [
    [{ ratio_n: 1, ratio_d: 1 }, 'width', 0.333333343, 0, 1, 1],
    [{ ratio_n: 9, ratio_d: 16 }, 'width', 0.333333343, 0.218750015, 1, 0.78124994],
    [{ ratio_n: 9, ratio_d: -16 }, 'width', 0.625, 0, 1, 1],
    [{ ratio_n: 100, ratio_d: -185 }, 'width', 0.639639676, 0, 1, 0.99999994],
  ] as const) {
    frame = fitted(frame, (keptAspect(aspect, picture)! * picture.height) / picture.width, kept);
    const { left, top, right, bottom } = frame;
    [left, top, right, bottom].forEach((edge, at) => expect(edge).toBeCloseTo(stored[at]!, 6));
  }
});

test('in another aspect the frame stays in the picture', () => {
  const whole = { left: 0, top: 0, right: 1, bottom: 1 };
  for (const frame of [whole, FRAME, { left: 0, top: 0, right: 0.9, bottom: 0.2 }]) {
    for (const ratio of [0.2, 2 / 3, 1, 1.5, 4]) {
      for (const kept of ['width', 'height'] as const) {
        const { left, top, right, bottom } = fitted(frame, ratio, kept);
        expect((right - left) / (bottom - top)).toBeCloseTo(ratio, 9);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(right, bottom)).toBeLessThanOrEqual(1);
      }
    }
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
