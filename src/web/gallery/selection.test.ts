import { beforeEach, expect, test } from 'vitest';
import {
  clearSelection,
  isEverything,
  keepSelection,
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
  toggle(40);
  toggle(10);
  toggle(40);
  expect([...selection()]).toEqual([10]);
});

test('from the last one to here, either way, besides what is selected', () => {
  toggle(50);
  toggle(30);
  selectTo(10, ids);
  expect([...selection()].sort()).toEqual([10, 20, 30, 50]);
  clearSelection();
  toggle(20);
  selectTo(40, ids);
  expect([...selection()].sort()).toEqual([20, 30, 40]);
});

test('a range is what lies between the two ends: one that went too far comes back', () => {
  toggle(50);
  toggle(30);
  for (const end of [10, 20]) selectTo(end, ids);
  expect([...selection()].sort()).toEqual([20, 30, 50]);
  selectTo(40, ids);
  expect([...selection()].sort()).toEqual([30, 40, 50]);
});

test('a range goes by the pictures, not by their places: others arrive before it, between its ends, and in another order', () => {
  toggle(40);
  const more = Int32Array.of(70, 60, 50, 40, 35, 30, 20, 10);
  selectTo(30, more);
  expect([...selection()].sort()).toEqual([30, 35, 40]);
  selectTo(20, Int32Array.of(10, 40, 60, 20, 30));
  expect([...selection()].sort()).toEqual([20, 40, 60]);
});

test('in a range of a long list, it does not matter which of its parts are loaded', () => {
  const long = Int32Array.from({ length: 100_000 }, (_, at) => 200_000 - at);
  toggle(200_000 - 7);
  selectTo(200_000 - 90_000, long);
  expect(selection().size).toBe(90_000 - 7 + 1);
});

test('without a first one, or when it has left the list, this one', () => {
  selectTo(30, ids);
  expect([...selection()]).toEqual([30]);
  selectTo(10, Int32Array.of(50, 20, 10));
  expect([...selection()]).toEqual([30, 10]);
  selectTo(50, Int32Array.of(50, 20, 10));
  expect([...selection()].sort()).toEqual([10, 20, 30, 50]);
});

test('all, and none', () => {
  selectAll(ids);
  expect(selection().size).toBe(5);
  clearSelection();
  expect(selection().size).toBe(0);
});

test('all at once are everything, until one is taken out or the list is another', () => {
  for (const id of ids) toggle(id);
  expect(isEverything(ids)).toBe(false);
  selectAll(ids);
  expect(isEverything(ids)).toBe(true);
  expect(isEverything(ids.slice(1))).toBe(false);
  expect(isEverything(Int32Array.of(50, 40, 30, 20, 11))).toBe(false);
  expect(isEverything(ids.toReversed())).toBe(true);
  toggle(30);
  expect(isEverything(ids)).toBe(false);
  toggle(30);
  expect(isEverything(ids)).toBe(false);
});

test('what a filter hides is selected no more, unless it is wanted back', () => {
  for (const id of [50, 40, 30]) toggle(id);
  expect(keepShown(ids, 'all')).toBe(0);
  expect(keepShown(Int32Array.of(50, 30, 20), 'a')).toBe(1);
  expect([...selection()]).toEqual([50, 30]);
  // As many as two filters took.
  expect(keepShown(Int32Array.of(50), 'b')).toBe(2);
  selectDropped();
  expect([...selection()].sort()).toEqual([30, 40, 50]);
  expect(keepShown(Int32Array.of(50, 20), 'c')).toBe(0);
  clearSelection();
  toggle(40);
  expect(keepShown(Int32Array.of(50), 'd')).toBe(1);
  expect(selection().size).toBe(0);
});

test('what is wanted back stays until it is seen again or deselected, also while more is wanted back', () => {
  for (const id of [50, 40, 30]) toggle(id);
  expect(keepShown(Int32Array.of(50, 40), 'a')).toBe(1);
  selectDropped();
  expect(keepShown(Int32Array.of(50), 'b')).toBe(1);
  selectDropped();
  expect(keepShown(Int32Array.of(20), 'c')).toBe(1);
  expect([...selection()].sort()).toEqual([30, 40]);
  // 40 is seen again.
  expect(keepShown(Int32Array.of(40), 'd')).toBe(0);
  toggle(30);
  expect(keepShown(ids, 'all')).toBe(0);
  toggle(30);
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
  expect(keepShown(ids, 'whole', { isWhole: true })).toBe(0);
  selectAll(ids);
  expect(keepShown(Int32Array.of(50, 40, 20), 'whole', { isWhole: true })).toBe(0);
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

test('a new order drops what marks made here have taken from the list, and a new rating alone drops nothing', () => {
  expect(keepShown(ids, 'unrated, newest first')).toBe(0);
  selectAll(ids);
  const left = Int32Array.of(50, 40);
  expect(keepShown(left, 'unrated, newest first')).toBe(0);
  expect(keepShown(left.toReversed(), 'unrated, oldest first')).toBe(3);
  expect([...selection()]).toEqual([50, 40]);
});

test('five thousand outlive a reload, with the filter under which they were selected; of another library, nothing does', () => {
  const many = Int32Array.from({ length: 5000 }, (_, at) => at + 1);
  const reload = (file: string) => {
    keepSelection();
    const tab = sessionStorage.getItem('selection');
    selectIn('/before the reload.db');
    if (tab !== null) sessionStorage.setItem('selection', tab);
    selectIn(file);
  };
  selectIn('/one.db');
  keepShown(many, 'unrated');
  selectAll(many);
  reload('/one.db');
  expect(selection().size).toBe(5000);
  // They were rated meanwhile, and are selected all the same until the filter changes.
  expect(keepShown(ids, 'unrated')).toBe(0);
  expect(selection().size).toBe(5000);
  reload('/other.db');
  expect(selection().size).toBe(0);
  clearSelection();
  reload('/other.db');
  expect(sessionStorage.getItem('selection')).toBeNull();
});

test('back in the history, what a filter took is selected again, unless others were selected meanwhile', () => {
  const [all, few] = ['all', 'few'];
  keepShown(ids, all);
  selectAll(ids);
  expect(keepShown(Int32Array.of(50), few)).toBe(4);
  // The filter removed by hand: those that were told about stay out.
  expect(keepShown(ids, all)).toBe(0);
  expect([...selection()]).toEqual([50]);
  expect(keepShown(Int32Array.of(50), few)).toBe(0);
  expect(keepShown(ids, all, { isBack: true })).toBe(0);
  expect(selection().size).toBe(5);
  expect(keepShown(Int32Array.of(50), few)).toBe(4);
  toggle(50);
  expect(keepShown(ids, all, { isBack: true })).toBe(0);
  expect(selection().size).toBe(0);
});
