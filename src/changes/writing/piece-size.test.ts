import { expect, test } from 'vitest';
import { PieceSize } from './piece-size.ts';

/** The sizes of the pieces of a change, when a piece of n images takes so long. */
function sizes(images: number, msOf: (images: number) => number): number[] {
  const size = new PieceSize();
  const all: number[] = [];
  for (let left = images; left > 0; left -= all.at(-1)!) {
    const piece = Math.min(left, size.images);
    size.took(piece, msOf(piece));
    all.push(piece);
  }
  return all;
}

test('one after the other: a piece holds up other changes for two seconds, or is as small as can be', () => {
  expect(sizes(100, (images) => images * 50)).toEqual([20, 40, 40]);
  expect(sizes(60, (images) => images * 400)).toEqual([20, 10, 10, 10, 10]);
  expect(sizes(60, (images) => 100 + images * 400)).toEqual([20, 10, 10, 10, 10]);
});

test('all at once: few pieces, however long darktable takes for each', () => {
  expect(sizes(1000, () => 100)).toEqual([20, 400, 500, 80]);
  expect(sizes(1000, () => 5000)).toEqual([20, 10, 80, 500, 390]);
  expect(sizes(1000, (images) => 3000 + images)).toEqual([20, 13, 104, 500, 363]);
});
