import { expect, test } from 'vitest';
import { groupsIn, shownAt, shownList } from './groups.ts';

/** 1, then the group of 2, 3 and 4, then 5, then the group of 6 and 7, of which 7 does not fit, then 8. */
const outline = {
  ids: Int32Array.of(1, 2, 5, 6, 8),
  shapes: new Uint16Array(5),
  members: {
    ids: Int32Array.of(2, 3, 4, 6, 7),
    places: Int32Array.of(1, 1, 1, 3, 3),
    shapes: new Uint16Array(5),
    fits: Uint8Array.of(1, 1, 1, 1, 0),
  },
};
const shown = (...unfolded: number[]) => shownList(outline, groupsIn(outline), new Set(unfolded));
const placesOf = (list: ReturnType<typeof shown>) => [0, 1, 2, 3, 4].map((place) => list.ids[shownAt(list, place)]);

test.each([
  ['nothing', [], [1, 2, 5, 6, 8]],
  ['a group', [2, 3, 4], [1, 2, 3, 4, 5, 6, 8]],
  ['both', [2, 3, 4, 6, 7], [1, 2, 3, 4, 5, 6, 8]],
])('with %s unfolded, each picture of the list is found where it is shown', (_, unfolded, ids) => {
  const list = shown(...unfolded);
  expect([...list.ids]).toEqual(ids);
  expect(placesOf(list)).toEqual([1, 2, 5, 6, 8]);
  // One beyond the end is beyond the end.
  expect(shownAt(list, 5)).toBe(ids.length);
});

test('new versions that the filter hides are shown behind their pictures, also in a group that does not count them', () => {
  const versions = new Map([
    [20, 5],
    [7, 6],
    [3, 2],
    [30, 99],
  ]);
  const list = shownList(outline, groupsIn(outline), new Set(), versions);
  expect([...list.ids]).toEqual([1, 2, 5, 20, 6, 7, 8]);
  expect(list.fitting).toBe(7);
  expect(placesOf(list)).toEqual([1, 2, 5, 6, 8]);
});
