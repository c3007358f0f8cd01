import { describe, expect, test } from 'vitest';
import { type CurveShape, curveThrough } from './curve-shape.ts';

const shapes: CurveShape[] = ['cubic', 'centripetal', 'monotone'];
const samples = Array.from({ length: 101 }, (_, at) => at / 100);
const points = [
  { x: 0.1, y: 0.1 },
  { x: 0.3, y: 0.2 },
  { x: 0.5, y: 0.7 },
  { x: 0.9, y: 0.8 },
];

describe.each(shapes)('a %s curve', (shape) => {
  test('goes through its points and is level beside them', () => {
    const curve = curveThrough(points, shape);
    for (const { x, y } of points) expect(curve(x)).toBeCloseTo(y, 9);
    expect([curve(0), curve(1)]).toEqual([0.1, 0.8]);
  });

  test('through two points is a straight line', () => {
    const curve = curveThrough([points[0]!, points[3]!], shape);
    for (const x of [0.2, 0.5, 0.8]) expect(curve(x)).toBeCloseTo(0.1 + ((x - 0.1) / 0.8) * 0.7, 9);
  });

  test('stays between 0 and 1', () => {
    const steep = curveThrough(
      [
        { x: 0, y: 0 },
        { x: 0.4, y: 0 },
        { x: 0.45, y: 1 },
        { x: 1, y: 1 },
      ],
      shape,
    );
    for (const x of samples) {
      expect(steep(x)).toBeGreaterThanOrEqual(0);
      expect(steep(x)).toBeLessThanOrEqual(1);
    }
  });

  test('over hues ends as high as it begins', () => {
    const hues = curveThrough(
      [
        { x: 0.2, y: 0.9 },
        { x: 0.6, y: 0.3 },
        { x: 0.7, y: 0.5 },
      ],
      shape,
      true,
    );
    expect(hues(0)).toBeCloseTo(hues(1), 3);
    expect(hues(0)).not.toBeCloseTo(0.9, 2);
  });
});

test('a monotone curve does not swing, a cubic one may', () => {
  const stairs = [
    { x: 0, y: 0.2 },
    { x: 0.45, y: 0.2 },
    { x: 0.55, y: 0.8 },
    { x: 1, y: 0.8 },
  ];
  const [monotone, cubic] = [curveThrough(stairs, 'monotone'), curveThrough(stairs, 'cubic')];
  expect(Math.max(...samples.map(monotone))).toBeCloseTo(0.8, 9);
  expect(Math.max(...samples.map(cubic))).toBeGreaterThan(0.81);
});

test('the cubic curve is the natural spline', () => {
  // Through (0,0), (½,1), (1,0) its slopes are 3, 0, −3: calculated by hand.
  const curve = curveThrough(
    [
      { x: 0, y: 0 },
      { x: 0.5, y: 1 },
      { x: 1, y: 0 },
    ],
    'cubic',
  );
  expect(curve(0.25)).toBeCloseTo(0.6875, 9);
  expect((curve(0.001) - curve(0)) / 0.001).toBeCloseTo(3, 2);
});
