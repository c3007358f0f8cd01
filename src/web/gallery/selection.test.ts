import { beforeEach, expect, test } from 'vitest';
import {
  clearSelection,
  isEverything,
  keepShown,
  selectAll,
  selectDropped,
  selectIn,
  selection,
  selectTo,
  toggle,
} from './selection.ts';

const ids = Int32Array.of(50, 40, 30, 20, 10);
beforeEach(() => clearSelection());

test('one after the other', () => {
  toggle(40, 1);
  toggle(10, 4);
  toggle(40, 1);
  expect([...selection()]).toEqual([10]);
});

test('from the last one to here, either way, besides what is selected', () => {
  toggle(50, 0);
  toggle(30, 2);
  selectTo(4, ids);
  expect([...selection()].sort()).toEqual([10, 20, 30, 50]);
  clearSelection();
  toggle(20, 3);
  selectTo(1, ids);
  expect([...selection()].sort()).toEqual([20, 30, 40]);
});

test('without a first one, this one', () => {
  selectTo(2, ids);
  expect([...selection()]).toEqual([30]);
});

test('all, and none', () => {
  selectAll(ids);
  expect(selection().size).toBe(5);
  clearSelection();
  expect(selection().size).toBe(0);
});

test('all at once are everything, until one is taken out or the list is another', () => {
  for (const [at, id] of ids.entries()) toggle(id, at);
  expect(isEverything(ids)).toBe(false);
  selectAll(ids);
  expect(isEverything(ids)).toBe(true);
  expect(isEverything(ids.slice(1))).toBe(false);
  expect(isEverything(Int32Array.of(50, 40, 30, 20, 11))).toBe(false);
  expect(isEverything(ids.toReversed())).toBe(true);
  toggle(30, 2);
  expect(isEverything(ids)).toBe(false);
  toggle(30, 2);
  expect(isEverything(ids)).toBe(false);
});

test('what a filter hides is selected no more, unless it is wanted back', () => {
  for (const [at, id] of [50, 40, 30].entries()) toggle(id, at);
  expect(keepShown(ids, 'all')).toBe(0);
  expect(keepShown(Int32Array.of(50, 30, 20), 'a')).toBe(1);
  expect([...selection()]).toEqual([50, 30]);
  // As many as two filters took.
  expect(keepShown(Int32Array.of(50), 'b')).toBe(2);
  selectDropped();
  expect([...selection()].sort()).toEqual([30, 40, 50]);
  expect(keepShown(Int32Array.of(50, 20), 'c')).toBe(0);
  clearSelection();
  toggle(40, 1);
  expect(keepShown(Int32Array.of(50), 'd')).toBe(1);
  expect(selection().size).toBe(0);
});

test('what is wanted back stays until it is seen again or deselected, also while more is wanted back', () => {
  for (const [at, id] of [50, 40, 30].entries()) toggle(id, at);
  expect(keepShown(Int32Array.of(50, 40), 'a')).toBe(1);
  selectDropped();
  expect(keepShown(Int32Array.of(50), 'b')).toBe(1);
  selectDropped();
  expect(keepShown(Int32Array.of(20), 'c')).toBe(1);
  expect([...selection()].sort()).toEqual([30, 40]);
  // 40 is seen again.
  expect(keepShown(Int32Array.of(40), 'd')).toBe(0);
  toggle(30, 2);
  expect(keepShown(ids, 'all')).toBe(0);
  toggle(30, 2);
  expect(keepShown(Int32Array.of(10), 'e')).toBe(2);
});

test('nothing stays selected in another library, whose pictures have the same numbers', () => {
  selectIn('/one.db');
  selectAll(ids);
  selectIn('/one.db');
  expect(selection().size).toBe(5);
  selectIn('/other.db');
  expect(selection().size).toBe(0);
});

test('what leaves the list of the same filter, by a rating say, stays selected', () => {
  expect(keepShown(ids, 'unrated')).toBe(0);
  selectAll(ids);
  expect(keepShown(Int32Array.of(50), 'unrated')).toBe(0);
  expect(selection().size).toBe(5);
  expect(keepShown(Int32Array.of(50), 'rated')).toBe(4);
});

test('what was taken from the library is selected no more, and is not offered again', () => {
  expect(keepShown(ids, 'whole', true)).toBe(0);
  selectAll(ids);
  expect(keepShown(Int32Array.of(50, 40, 20), 'whole', true)).toBe(0);
  expect([...selection()]).toEqual([50, 40, 20]);
  expect(isEverything(Int32Array.of(50, 40, 20))).toBe(true);
  selectDropped();
  expect([...selection()]).toEqual([50, 40, 20]);
});

test('with nothing selected, a new filter is only noted', () => {
  const unread = new Proxy(ids, {
    get: () => {
      throw new Error('The list was read.');
    },
  });
  expect(keepShown(unread, 'noted')).toBe(0);
  selectAll(ids);
  expect(keepShown(Int32Array.of(50), 'noted')).toBe(0);
  expect(selection().size).toBe(5);
});
