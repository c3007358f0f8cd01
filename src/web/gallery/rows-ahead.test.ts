import { expect, test } from 'vitest';
import { RowsAhead, rowsWithin } from './rows-ahead.ts';

const WINDOW = 800;
/** 200 rows of 100 pixels. */
const layout = { count: 200, rowAt: (y: number) => Math.min(199, Math.floor(y / 100)) };

test('who scrolls faster has more rows ahead, on the side where they come, up to a quarter of a window', () => {
  const ahead = new RowsAhead();
  ahead.moving(4000, WINDOW, 1000);
  expect(ahead.moving(4016, WINDOW, 1016)).toEqual({ above: 0, below: 200 });
  expect(ahead.moving(4116, WINDOW, 1032).below).toBe(200);
  expect(ahead.moving(4084, WINDOW, 1048)).toEqual({ above: 200, below: 0 });
});

test('a leap and the first move after a pause have no speed', () => {
  const ahead = new RowsAhead();
  ahead.moving(0, WINDOW, 1000);
  expect(ahead.moving(90_000, WINDOW, 1016)).toEqual({ above: 0, below: 0 });
  expect(ahead.moving(90_100, WINDOW, 5000)).toEqual({ above: 0, below: 0 });
});

test('at rest half a window more is made ready, where one was going', () => {
  const ahead = new RowsAhead();
  expect(ahead.resting(WINDOW)).toEqual({ above: 0, below: WINDOW / 2 });
  ahead.moving(500, WINDOW, 1000);
  ahead.moving(400, WINDOW, 1016);
  expect(ahead.resting(WINDOW)).toEqual({ above: WINDOW / 2, below: 0 });
});

test('two rows are always there beside the window, and none beyond the ends', () => {
  const at = (top: number, above = 0, below = 0) => rowsWithin(layout, { top, height: WINDOW }, { above, below });
  expect(at(5000)).toEqual({ first: 48, last: 60 });
  expect(at(5000, 1000, 0)).toEqual({ first: 38, last: 60 });
  expect(at(0, 1000, 0)).toEqual({ first: 0, last: 10 });
  expect(at(19_200, 0, 1000)).toEqual({ first: 190, last: 199 });
});
