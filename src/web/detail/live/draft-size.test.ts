import { expect, test } from 'vitest';
import { DraftSize } from './draft-size.ts';

const after = (...tookMs: number[]) => {
  const size = new DraftSize();
  for (const ms of tookMs) size.note(ms);
  return size.mostPixels;
};

test.each([
  ['begins at a size that most machines can make', [], 720],
  ['grows where pictures come quickly', [30, 30, 30], 900],
  ['has a limit', Array<number>(30).fill(10), 1080],
  ['shrinks where they come slowly', [400, 400, 400], 600],
  ['does not get too small to judge', Array<number>(90).fill(2000), 360],
  ['does not mind a single slow one', [3000, 120, 120], 720],
])('%s', (_name, tookMs, side) => {
  expect(after(...tookMs)).toBe(side);
});
