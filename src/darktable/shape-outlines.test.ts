import { expect, test } from 'vitest';
import { packParams } from '../testing/pictures/params.ts';
import { warpsOf } from './liquify-warps.ts';
import { outlineOf, type Point } from './shape-outlines.ts';

/** Places are checked against a real darktable's masks in server/routes/modules/module-shapes.darktable.test.ts. */
const size = { width: 300, height: 200 };
const apart = ([x1, y1]: Point, [x2, y2]: Point) => Math.hypot((x1 - x2) * size.width, (y1 - y2) * size.height);

test('the radius of a circle is a share of the shorter side, whatever way the picture lies', () => {
  const points = packParams('ffff', 0.5, 0.4, 0.2, 0.05);
  const { lines, border, anchor } = outlineOf('circle', points, 1, size)!;
  expect(anchor.map((value) => Number(value.toFixed(4)))).toEqual([0.5, 0.4]);
  for (const point of lines[0]!) expect(apart(point, anchor)).toBeCloseTo(40, 3);
  for (const point of border[0]!) expect(apart(point, anchor)).toBeCloseTo(50, 3);
  expect(lines[0]!.at(-1)![0]).toBeCloseTo(lines[0]![0]![0], 6);
});

test.each([
  [0, 0.3],
  [1, 0.26],
])('the border of an ellipse is added or, with flag %i, in proportion', (flags, most) => {
  const points = packParams('ffffffi', 0.5, 0.5, 0.2, 0.1, 0, flags === 0 ? 0.1 : 0.3, flags);
  const { border, anchor } = outlineOf('ellipse', points, 1, size)!;
  const widest = Math.max(...border[0]!.map((point) => apart(point, anchor)));
  expect(widest / size.height).toBeCloseTo(most, 4);
});

test('the border of a path lies outside it, in whatever direction it was drawn', () => {
  const corners = [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
  ] as const;
  for (const drawn of [corners, corners.toReversed()]) {
    const points = Buffer.concat(drawn.map(([x, y]) => packParams('ffffffffi', x, y, x, y, x, y, 0.1, 0.1, 1)));
    const { border } = outlineOf('path', points, 4, size)!;
    for (const point of border[0]!) expect(apart(point, [0.5, 0.5])).toBeGreaterThan(59);
  }
});

test('groups, kinds that are not known, and points that are cut off have no outline', () => {
  const points = packParams('ffff', 0.5, 0.5, 0.2, 0.05);
  expect(outlineOf('group', points, 1, size)).toBeNull();
  expect(outlineOf(null, points, 1, size)).toBeNull();
  expect(outlineOf('circle', points.subarray(0, 12), 1, size)).toBeNull();
  expect(outlineOf('circle', null, 1, size)).toBeNull();
  expect(outlineOf('circle', packParams('ffff', NaN, 0.5, 0.2, 0.05), 1, size)).toBeNull();
});

test('warps of liquify are read until where there are none, with what joins them', () => {
  const params = Buffer.alloc(7600);
  const node = (at: number, type: number, prev: number, ...numbers: number[]) => {
    params.writeInt32LE(type, at * 76);
    params.writeInt8(prev, at * 76 + 16);
    numbers.forEach((value, k) => params.writeFloatLE(value, at * 76 + 20 + k * 4));
  };
  node(0, 1, -1, 150, 100, 180, 100, 150, 120);
  node(1, 2, 0, 210, 100, 210, 140, 210, 120);
  const [first, second, third] = warpsOf(params, size);
  expect([first!.from, first!.to]).toEqual([
    [0.5, 0.5],
    [0.6, 0.5],
  ]);
  expect([first!.path, second!.path]).toEqual([
    [],
    [
      [0.5, 0.5],
      [0.7, 0.5],
    ],
  ]);
  expect(apart(first!.circle[0]!, first!.from)).toBeCloseTo(20, 4);
  expect(third).toBeUndefined();
  expect(warpsOf(params.subarray(1), size)).toEqual([]);
});
