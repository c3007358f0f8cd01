import { expect, test } from 'vitest';
import { guideLines, GUIDES, type Line } from './guides.ts';

const size = { width: 300, height: 200 };

test('thirds and golden sections cut both sides in the same share', () => {
  const near = (value: number) => expect.closeTo(value, 9) as number;
  expect(guideLines('thirds', size)).toEqual([
    [near(100), 0, near(100), 200],
    [0, near(200 / 3), 300, near(200 / 3)],
    [near(200), 0, near(200), 200],
    [0, near(400 / 3), 300, near(400 / 3)],
  ]);
  const [first, , second] = guideLines('golden', size);
  expect(second![0] / 300).toBeCloseTo(0.618, 3);
  expect(first![0] + second![0]).toBeCloseTo(300, 9);
});

test('the lines of the diagonal method halve the angle of their corner', () => {
  for (const [x1, y1, x2, y2] of guideLines('diagonal', size)) expect(Math.abs(x2 - x1)).toBe(Math.abs(y2 - y1));
});

test('the lines of harmonious triangles meet the diagonal at a right angle', () => {
  const [[, , width, height], ...others] = guideLines('triangles', size) as [Line, ...Line[]];
  for (const [x1, y1, x2, y2] of others) {
    expect((x2 - x1) * width + (y2 - y1) * height).toBeCloseTo(0, 6);
    expect(x2 / y2).toBeCloseTo(width / height, 9);
  }
});

test.each(GUIDES.filter((guide) => guide !== 'none'))('%s stays inside the frame', (guide) => {
  for (const shape of [size, { width: 200, height: 300 }, { width: 250, height: 250 }]) {
    const lines = guideLines(guide, shape);
    expect(lines.length).toBeGreaterThan(2);
    for (const [x1, y1, x2, y2] of lines) {
      for (const x of [x1, x2]) expect(x >= 0 && x <= shape.width).toBe(true);
      for (const y of [y1, y2]) expect(y >= 0 && y <= shape.height).toBe(true);
    }
  }
});
