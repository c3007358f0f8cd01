import { expect, test } from 'vitest';
import { guideLines, GUIDES } from './guides.ts';
import type { Line } from './line.ts';

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

test('the golden spiral goes on from frame to frame, through the golden sections', () => {
  const arcs = guideLines('spiral', size);
  expect(arcs[0]!.slice(0, 2)).toEqual([expect.closeTo(300 * 0.618, 1), 200]);
  const ends = arcs.map(([x1, y1, x2, y2]) => [x1, y1, x2, y2].map((value) => Number(value.toFixed(6))));
  // Each quarter of a turn begins where another one ends.
  for (let quarter = 1; quarter < 7; quarter++) {
    const own = ends.slice(quarter * 12, quarter * 12 + 12);
    const before = ends.slice(quarter * 12 - 12, quarter * 12);
    const tips = [own[0]!.slice(0, 2), own[11]!.slice(2)].map(String);
    const others = [before[0]!.slice(0, 2), before[11]!.slice(2)].map(String);
    expect(tips.filter((tip) => others.includes(tip))).toHaveLength(1);
  }
});

test('metering has two scales and sixteen crosses, perspective rays to all sides', () => {
  expect(guideLines('metering', size)).toHaveLength(49 + 33 + 16 * 2);
  const rays = guideLines('perspective', size);
  expect(rays).toHaveLength(16);
  for (const [x1, y1, x2, y2] of rays) {
    expect([x1, y1]).toEqual([150, 100]);
    expect([x2 % 300, y2 % 200].some((place) => Math.abs(place) < 1e-9)).toBe(true);
  }
});

test.each(GUIDES.filter((guide) => guide !== 'none'))('%s stays inside the frame', (guide) => {
  for (const shape of [size, { width: 200, height: 300 }, { width: 250, height: 250 }]) {
    const lines = guideLines(guide, shape);
    expect(lines.length).toBeGreaterThan(2);
    for (const [x1, y1, x2, y2] of lines) {
      for (const x of [x1, x2]) expect(x > -1e-9 && x < shape.width + 1e-9, `${x}`).toBe(true);
      for (const y of [y1, y2]) expect(y > -1e-9 && y < shape.height + 1e-9, `${y}`).toBe(true);
    }
  }
});
