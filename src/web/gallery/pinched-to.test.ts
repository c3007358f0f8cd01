import { expect, test } from 'vitest';
import { pinchedTo } from './pinched-to.ts';

test('fingers that part show fewer pictures per row, fingers that close more; one is the least, five are the most', () => {
  const from3 = (apart: number) => pinchedTo(apart, 3, 3);
  expect([0.1, 0.6, 0.75, 1, 1.5, 2.5, 9].map(from3)).toEqual([5, 5, 4, 3, 2, 1, 1]);
});

test('fingers that tremble between two numbers change nothing', () => {
  // 2.5 and a little more or less.
  for (const now of [2, 3]) for (const apart of [1.18, 1.2, 1.22]) expect(pinchedTo(apart, 3, now)).toBe(now);
});
