import { expect, test } from 'vitest';
import { cellsOf, filterAt, movedFilter, NO_FILTER, placeOf, radiusOf, widerFilter } from './filter-spot.ts';

/** darktable's preset "red filter". */
const RED = { a: 32, b: 64, size: 2.3 };

test('the preset with the red filter lies right and above the middle, as in darktable', () => {
  expect(placeOf(NO_FILTER)).toEqual({ x: 0.5, y: 0.5 });
  expect(placeOf(RED)).toEqual({ x: 0.625, y: 0.25 });
  expect(radiusOf(RED)).toBeCloseTo(0.506, 9);
});

test('a place and its colors lead to each other, and the ends of the field to ±128', () => {
  expect(filterAt(RED, placeOf(RED))).toEqual(RED);
  expect(filterAt(RED, { x: -1, y: 2 })).toEqual({ a: -128, b: -128, size: 2.3 });
  expect(movedFilter(RED, { a: 2, b: -2 })).toEqual({ a: 34, b: 62, size: 2.3 });
  expect(movedFilter(RED, { a: 999, b: 999 })).toEqual({ a: 128, b: 128, size: 2.3 });
});

test('its size stays between 0.5 and 3, and steps there and back cancel out', () => {
  expect(widerFilter(widerFilter(RED, 0.1), -0.1)).toEqual(RED);
  expect(widerFilter(RED, 9).size).toBe(3);
  expect(widerFilter(RED, -9).size).toBe(0.5);
});

test('the cell nearest to the filter is the lightest', () => {
  const lightness = ({ color }: { color: string }) => Number(/lab\(([\d.]+)/.exec(color)![1]);
  const cells = cellsOf({ a: 128, b: 128, size: 0.5 });
  expect(cells.length).toBe(64);
  const lightest = cells.reduce((one, other) => (lightness(other) > lightness(one) ? other : one));
  expect([lightest.x, lightest.y]).toEqual([7 / 8, 0]);
  expect(lightness(lightest)).toBe(53.39);
});
