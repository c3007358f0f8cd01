import { expect, test } from 'vitest';
import { columnsOf, nextTile, sorted } from './survey-tiles.ts';

test.each([
  [1, 2, 1],
  [6, 2, 3],
  [6, 0.7, 2],
  [12, 2, 4],
  [5, 10, 5],
])('%i tiles in a room of %f are in %i columns', (count, ratio, columns) => {
  expect(columnsOf(count, ratio, 1.35)).toBe(columns);
});

test('what is so already is left alone: a kept pick, and a reject', () => {
  const burst = [0, 4, -1, 0, 2, -1].map((rating, at) => ({ id: at + 1, rating }));
  const isPick = ({ rating }: { rating: number }) => rating > 0;
  expect(sorted(burst, new Set([1, 2, 3]), isPick)).toEqual({ starred: [1, 3], rejected: [4, 5] });
});

test('arrows stay within the tiles', () => {
  const from = (at: number, key: string) => nextTile(at, key, 5, 3);
  expect([from(0, 'Right'), from(4, 'Right'), from(1, 'Down'), from(2, 'Down')]).toEqual([1, 4, 4, 2]);
  expect([from(4, 'Up'), from(0, 'Left'), from(0, 'Enter')]).toEqual([1, 0, null]);
});
