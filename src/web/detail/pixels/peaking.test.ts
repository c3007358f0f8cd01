import { expect, test } from 'vitest';
import { peakingMarks } from './peaking.ts';

const [WIDTH, HEIGHT] = [32, 8];
/** Gray by column. */
const marked = (gray: (column: number, row: number) => number) => {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const value = gray(at % WIDTH, Math.floor(at / WIDTH));
    pixels.set([value, value, value, 255], at * 4);
  }
  const marks = peakingMarks(pixels, WIDTH);
  return Array.from({ length: WIDTH * HEIGHT }, (_, at) => at).filter((at) => marks[at * 4 + 3] !== 0);
};

test('a sharp edge is marked along both its sides, and nothing beside it', () => {
  const columns = marked((column) => (column < 16 ? 20 : 220)).map((at) => at % WIDTH);
  expect([...new Set(columns)]).toEqual([14, 15, 16, 17]);
});

test('the same edge out of focus is not marked, nor is noise in an even area', () => {
  expect(marked((column) => Math.min(220, Math.max(20, 20 + (column - 8) * 12)))).toEqual([]);
  expect(marked((column, row) => 120 + ((column * 7 + row * 13) % 8))).toEqual([]);
});

test('the sharper the edge, the warmer its color', () => {
  const colorOf = (rise: number) => {
    const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
    for (let at = 0; at < WIDTH * HEIGHT; at++) pixels.fill(at % WIDTH < 16 ? 20 : 20 + rise, at * 4, at * 4 + 3);
    const marks = peakingMarks(pixels, WIDTH);
    const at = (4 * WIDTH + 16) * 4;
    return [...marks.slice(at, at + 3)];
  };
  const [blue, green, yellow] = [colorOf(110), colorOf(160), colorOf(210)];
  expect(blue[2]).toBeGreaterThan(blue[0]!);
  expect(green[1]).toBeGreaterThan(Math.max(green[0]!, green[2]!));
  expect(Math.min(yellow[0]!, yellow[1]!)).toBeGreaterThan(yellow[2]!);
});
