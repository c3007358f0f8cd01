import { expect, test } from 'vitest';
import type { PanelOption } from '../../../contract/panel.ts';
import { aspectName, chosenAspect, entryOf, turnedAspect, typedAspect } from './crop-aspect.ts';

const options: PanelOption[] = [
  { label: 'freehand', set: { ratio_n: 0, ratio_d: 0 } },
  { label: 'original image', set: { ratio_n: 0, ratio_d: 1 } },
  { label: '16:9, HDTV  1.78', set: { ratio_n: 9, ratio_d: 16 } },
];
const [freehand, original, wide] = [
  { ratio_n: 0, ratio_d: 0 },
  { ratio_n: 0, ratio_d: 1 },
  { ratio_n: 9, ratio_d: 16 },
];

test('an aspect is the same entry of the list whichever way it is turned', () => {
  expect([freehand, original, wide].map((aspect) => entryOf(options, aspect))).toEqual([0, 1, 2]);
  expect([original, wide].map((aspect) => entryOf(options, turnedAspect(aspect)!))).toEqual([1, 2]);
  expect(entryOf(options, { ratio_n: -1, ratio_d: -1 })).toBe(-1);
});

test('another aspect stays turned, and freehand cannot be turned', () => {
  expect(chosenAspect(wide, { ratio_n: 2, ratio_d: -3 })).toEqual({ ratio_n: 9, ratio_d: -16 });
  expect(chosenAspect(wide, { ratio_n: 2, ratio_d: 3 })).toEqual({ ratio_n: 9, ratio_d: 16 });
  expect(chosenAspect(freehand, { ratio_n: 2, ratio_d: -3 })).toEqual({ ratio_n: 0, ratio_d: 0 });
  // Nothing is chosen yet.
  expect(chosenAspect(wide, { ratio_n: -1, ratio_d: -1 })).toEqual({ ratio_n: 9, ratio_d: 16 });
  expect(turnedAspect({ ratio_n: 0, ratio_d: 1 })).toEqual({ ratio_n: 0, ratio_d: -1 });
  expect(turnedAspect({ ratio_n: 9, ratio_d: -16 })).toEqual({ ratio_n: 9, ratio_d: 16 });
  for (const none of [0, -1]) expect(turnedAspect({ ratio_n: none, ratio_d: none })).toBeNull();
});

test.each<[string, number, number]>([
  ['7:6', 6, 7],
  ['6/7', 6, 7],
  [' 24 : 16 ', 2, 3],
  ['1.85', 20, 37],
  ['1,85', 20, 37],
  ['0.5', 1, 2],
  ['2', 1, 2],
])('typing %s stores %d and %d', (text, ratio_n, ratio_d) => {
  expect(typedAspect(text)).toEqual({ ratio_n, ratio_d });
});

test.each(['', 'square', '7:', '0:3', '3:0', '-3:2', '1.5:1', '1/2/3', '12345678901:2', '1.2345678901'])(
  'typing %j is no aspect',
  (text) => {
    expect(typedAspect(text)).toBeNull();
  },
);

test('an aspect that the list does not have is named by its sides', () => {
  expect(entryOf(options, { ratio_n: 6, ratio_d: 7 })).toBe(-1);
  expect(aspectName({ ratio_n: 6, ratio_d: -7 })).toBe('7:6 1.17');
});
