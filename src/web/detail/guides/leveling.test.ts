import { expect, test } from 'vitest';
import { fallOf, leveled } from './leveling.ts';

const line = (x2: number, y2: number) => ({ x1: 0, y1: 0, x2, y2 });
const near = (value: number) => expect.closeTo(value, 6) as number;

test('a line falls from level or upright, whichever is nearer, in whichever direction it is drawn', () => {
  expect(fallOf(line(100, 10))).toEqual(near(5.710593));
  expect(fallOf(line(-100, -10))).toEqual(near(5.710593));
  expect(fallOf(line(100, -10))).toEqual(near(-5.710593));
  expect(fallOf(line(-10, 100))).toEqual(near(5.710593));
  expect(fallOf(line(10, 100))).toEqual(near(-5.710593));
  expect(fallOf(line(0, 0))).toBe(0);
});

test('a line adds to the rotation that is there; in a mirrored picture it takes away', () => {
  for (const orientation of [-1, 0, 3, 5, 6]) expect(leveled(1, line(100, 10), orientation)).toEqual(near(6.710593));
  for (const orientation of [1, 2, 4, 7]) expect(leveled(1, line(100, 10), orientation)).toEqual(near(-4.710593));
});
