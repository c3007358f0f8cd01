import { expect, test } from 'vitest';
import { columnsFor, firstPanes, FOOT_PX, paneRoom } from './panes.ts';

test.each([
  ['two on a wide stage', 2, { width: 1440, height: 696 }, 2],
  ['two on a phone', 2, { width: 390, height: 510 }, 1],
  ['three on a wide stage', 3, { width: 1440, height: 696 }, 3],
  ['four, anywhere', 4, { width: 390, height: 510 }, 2],
] as const)('columns: %s', (_, count, stage, columns) => {
  expect(columnsFor(count, stage)).toBe(columns);
});

test.each([1, 2, 3, 4])('%i panes, with the feet and what is between, fit into the stage', (count) => {
  for (const stage of [
    { width: 1441, height: 697 },
    { width: 391, height: 511 },
  ]) {
    const columns = columnsFor(count, stage);
    const rows = Math.ceil(count / columns);
    const { width, height } = paneRoom(count, stage);
    const left = [stage.width - columns * width, stage.height - rows * (height + FOOT_PX)];
    for (const [room, lines] of [
      [left[0]!, columns],
      [left[1]!, rows],
    ] as const) {
      expect(room).toBeGreaterThanOrEqual(2 * (lines - 1));
      expect(room).toBeLessThan(2 * (lines - 1) + lines);
    }
  }
});

test.each([
  ['the burst from this one on', 3, { first: 2, last: 6 }, 3, [13, 14, 15]],
  ['at its end, the last ones of it', 6, { first: 2, last: 6 }, 3, [14, 15, 16]],
  ['a burst that is too short: what comes next', 3, { first: 3, last: 4 }, 3, [13, 14, 15]],
  ['at the end of the list, the last ones', 9, { first: 9, last: 9 }, 2, [18, 19]],
  ['more panes than pictures', 0, { first: 0, last: 9 }, 10, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
] as const)('compared at first: %s', (_, index, burst, count, panes) => {
  const ids = Int32Array.from({ length: 10 }, (_, at) => 10 + at);
  expect(firstPanes(index, ids, burst, count)).toEqual(panes);
});
