import { expect, test } from 'vitest';
import { barsOf, isInRange } from './histogram.ts';

test('each stop is as wide as the next, the ends have bars of their own, and unknown has none', () => {
  const counts = [100, 200, 400, 800, null].map((value, at) => ({ value, count: at + 1 }));
  expect(barsOf(counts, 3)).toEqual([
    { from: 100, to: 100, count: 1 },
    { from: 200, to: 200, count: 2 },
    { from: 400, to: 800, count: 7 },
  ]);
  expect(barsOf(counts, 30).reduce((sum, { count }) => sum + count, 0)).toBe(10);
  expect(barsOf([{ value: 50, count: 3 }], 5)).toEqual([]);
  expect(barsOf([{ value: null, count: 3 }], 5)).toEqual([]);
});

test('a bar is in a range that touches one of its values', () => {
  const bar = { from: 2.8, to: 4, count: 1 };
  expect(isInRange(bar, null, null)).toBe(true);
  expect(isInRange(bar, 4, null)).toBe(true);
  expect(isInRange(bar, 4.1, null)).toBe(false);
  expect(isInRange(bar, null, 2.8)).toBe(true);
  expect(isInRange(bar, null, 2.7)).toBe(false);
  expect(isInRange({ from: Infinity, to: -Infinity, count: 0 }, null, null)).toBe(false);
});
