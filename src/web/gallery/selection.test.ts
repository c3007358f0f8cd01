import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnfolded, onePerGroup, showList, unfold } from './folds/folds.ts';
import { groupsIn, NO_GROUPS, shownList } from './folds/groups.ts';
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

describe('with folded groups', () => {
  // In the list: 50, then 40 for 40, 41 and 42 (which a filter hides), 30, and 20 for 20 and 21.
  const members = Int32Array.of(42, 40, 41, 20, 21);
  const outline = {
    ids: Int32Array.of(50, 40, 30, 20),
    shapes: Uint16Array.of(1500, 1500, 1500, 1500),
    members: {
      ids: members,
      places: Int32Array.of(1, 1, 1, 3, 3),
      shapes: Uint16Array.of(700, 1500, 1000, 1500, 1500),
      fits: Uint8Array.of(0, 1, 1, 1, 1),
    },
  };
  const groups = groupsIn(outline);
  const group = (id: number) => groups.get(id)!;
  const show = (...unfolded: number[]) => {
    const list = shownList(outline, groups, new Set(unfolded.flatMap((id) => group(id).members)));
    showList(list);
    return list;
  };
  const unfoldIn = (id: number) => {
    unfold(group(id));
    return show(id);
  };
  beforeEach(() => void show());
  afterEach(() => {
    for (const id of [40, 20]) if (isUnfolded(group(id))) unfold(group(id));
    showList({ ...show(), groups: NO_GROUPS });
  });

  test('an unfolded group lies behind the picture that stands for it, without what a filter hides', () => {
    expect([...show().ids]).toEqual([50, 40, 30, 20]);
    const { ids, shapes, places, listed, fitting } = unfoldIn(40);
    expect([...ids]).toEqual([50, 40, 41, 30, 20]);
    expect([...shapes]).toEqual([1500, 1500, 1000, 1500, 1500]);
    expect([...places!]).toEqual([0, 1, 1, 2, 3]);
    expect([listed, fitting]).toEqual([4, 6]);
  });

  test('a picture stands for all of its group, by itself, in a range and with all', () => {
    toggle(40);
    expect([...selection()].sort()).toEqual([40, 41, 42]);
    selectTo(20, show().ids);
    expect([...selection()].sort()).toEqual([20, 21, 30, 40, 41, 42]);
    expect(onePerGroup(selection()).toSorted()).toEqual([20, 30, 40]);
    toggle(40);
    expect([...selection()].sort()).toEqual([20, 21, 30]);
    selectAll(show().ids);
    expect(selection().size).toBe(7);
    expect(isEverything(show().ids, onePerGroup(selection()))).toBe(true);
  });

  test('each for itself once it is unfolded', () => {
    const { ids } = unfoldIn(40);
    toggle(40);
    expect([...selection()]).toEqual([40]);
    selectTo(20, ids);
    expect([...selection()].sort()).toEqual([20, 21, 30, 40, 41]);
    expect(onePerGroup(selection()).toSorted()).toEqual([20, 30, 40, 41]);
  });

  test('a range begins at the group in which its first picture was folded meanwhile', () => {
    unfoldIn(40);
    toggle(41);
    unfold(group(40));
    selectTo(30, show().ids);
    expect([...selection()].sort()).toEqual([30, 40, 41, 42]);
  });

  test('some of a group are no whole group: nothing is done to others', () => {
    unfoldIn(40);
    toggle(41);
    unfold(group(40));
    show();
    expect(onePerGroup(selection())).toEqual([41]);
    toggle(40);
    expect([...selection()].sort()).toEqual([40, 41, 42]);
  });

  test('what is in the group is not hidden, but for another filter it may be', () => {
    expect(keepShown(show().ids, 'folded')).toBe(0);
    selectAll(show().ids);
    expect(keepShown(show().ids, 'folded, other order')).toBe(0);
    showList({ ...show(), groups: NO_GROUPS });
    expect(keepShown(Int32Array.of(50, 40, 41, 30, 20, 21), 'unfolded')).toBe(1);
    expect(selection().has(42)).toBe(false);
  });
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
