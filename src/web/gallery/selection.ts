import { keepInTab, keptInTab } from '../stores/kept-in-tab.ts';
import { Store, useStorePart } from '../stores/store.ts';
import { membersOf, membersOfAll, tileOf } from './folds/folds.ts';

/** Sets are never changed, only replaced. */
interface Selection {
  ids: ReadonlySet<number>;
  /** A tap selects, even the first one. */
  isSelecting: boolean;
  /** Whether all were selected at once, with no change since. */
  isAll: boolean;
  /** The last single selection: the other end of a range, which is selected besides the others. */
  anchor: number | null;
  others: ReadonlySet<number>;
  /** Those that a filter took away since somebody selected last, and those of them that were wanted back. */
  dropped: ReadonlySet<number>;
  /** The filter under which they were selected. */
  droppedFrom: string;
  unseen: ReadonlySet<number>;
  /** The last one that `keepShown` was asked about. */
  lastFilter: string;
  /** The file of the library that they are in. */
  library: string | null;
}
/** What a tab keeps of it over a reload. */
interface Kept extends Pick<Selection, 'library' | 'lastFilter'> {
  selected: readonly number[];
}
const KEY = 'selection';
/** Rather once than with every picture of a range. */
const REST_MS = 300;

const NONE: ReadonlySet<number> = new Set();
const store = new Store<Selection>({
  ids: NONE,
  isSelecting: false,
  isAll: false,
  anchor: null,
  others: NONE,
  dropped: NONE,
  droppedFrom: '',
  unseen: NONE,
  lastFilter: '',
  library: null,
});
const now = store.snapshot;
const change = (to: Partial<Selection>) => store.set({ ...now(), ...to });
const become = (ids: ReadonlySet<number>, more: Partial<Selection> = {}) =>
  change({ ids, isAll: false, others: ids, dropped: NONE, ...more });

export const selection = () => now().ids;
/** The filter under which the gallery shows its list. */
export const filterNow = () => now().lastFilter;
export const useSelected = () => useStorePart(store, ({ ids }) => ids);
/** Whether a tap selects instead of opening. */
export const isSelecting = () => now().isSelecting || now().ids.size > 0;
export const useIsSelecting = () => useStorePart(store, ({ ids, isSelecting }) => isSelecting || ids.size > 0);
export const startSelecting = (): void => change({ isSelecting: true });
export const useSelectionSize = () => useStorePart(store, ({ ids }) => ids.size);
/** `mixed`: some pictures of the folded group that it stands for. */
export const useIsSelected = (id: number) =>
  useStorePart(store, ({ ids }): boolean | 'mixed' => {
    const members = membersOf(id);
    return members.every((member) => ids.has(member)) || (members.some((member) => ids.has(member)) && 'mixed');
  });

export function clearSelection(): void {
  change({ anchor: null, unseen: NONE, isSelecting: false });
  if (selection().size > 0) become(NONE);
}

/** Every library has a picture 1: what was selected in another one is selected no more. What this tab has kept of it is selected again. */
export function selectIn(file: string | null): void {
  if (file === now().library) return;
  const kept = keptInTab(KEY) as Kept | null;
  clearSelection();
  change({ library: file });
  if (kept?.library === file) become(new Set(kept.selected), { lastFilter: kept.lastFilter });
}

/** From now on, this tab keeps the selection. */
export function openSelection(): void {
  let timer: ReturnType<typeof setTimeout>;
  store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(keepSelection, REST_MS);
  });
  addEventListener('pagehide', keepSelection);
}

export function keepSelection(): void {
  const { ids, library, lastFilter } = now();
  if (library === null) return;
  keepInTab(KEY, ids.size === 0 ? null : ({ library, lastFilter, selected: [...ids] } satisfies Kept));
}

/** A picture of the grid stands for all of its folded group, here as below. */
export function toggle(id: number): void {
  const next = new Set(selection());
  const members = membersOf(id);
  const isSelected = members.every((member) => next.has(member));
  for (const member of members) {
    if (isSelected) next.delete(member);
    else next.add(member);
  }
  become(next, { anchor: id });
}

/** Selects what lies between the last single selection and this picture in the list as it is now, in place of the last such range. */
export function selectTo(id: number, ids: Int32Array): void {
  const { anchor, others, ids: selected } = now();
  const to = ids.indexOf(tileOf(id));
  const from = anchor === null ? -1 : ids.indexOf(tileOf(anchor));
  if (from < 0) become(new Set([...selected, ...membersOf(id)]), { anchor: id, others: selected });
  else {
    const between = ids.subarray(Math.min(from, to), Math.max(from, to) + 1);
    become(new Set([...others, ...membersOfAll(between)]), { others });
  }
}

export const selectThese = (ids: Iterable<number>): void => become(new Set(ids));
export const selectAll = (ids: Int32Array): void => become(new Set(membersOfAll(ids)), { isAll: true });

/** Of a group that is unfolded: what a filter hides is meant no more. */
export function deselect(ids: readonly number[]): void {
  const next = new Set(selection());
  for (const id of ids) next.delete(id);
  if (next.size < selection().size) become(next);
}

/**
 * Nothing is done to a picture that a filter hides: returns how many of the selection are not in the list of a new filter or order, and are selected
 * no more. What leaves the list otherwise, by a new rating say, stays: its next mark may follow. Only from a list of the whole library (`isWhole`) it
 * has gone for good. Back in the history (`isBack`), what a filter took is selected again.
 */
export function keepShown(ids: Int32Array, filter: string, { isWhole = false, isBack = false } = {}): number {
  const { ids: selected, isAll, dropped: before, droppedFrom, lastFilter, unseen: wanted } = now();
  const isNew = filter !== lastFilter;
  if (isNew) change({ lastFilter: filter });
  if (!isNew && !isWhole) return 0;
  if (isNew && isBack && filter === droppedFrom && before.size > 0) {
    become(new Set([...selected, ...before]));
    return 0;
  }
  const hidden = new Set(selected);
  for (let at = 0; hidden.size > 0 && at < ids.length; at++)
    for (const id of membersOf(ids[at] ?? NaN)) hidden.delete(id);
  const unseen = new Set([...wanted].filter((id) => isNew && !isWhole && hidden.has(id)));
  change({ unseen });
  for (const id of unseen) hidden.delete(id);
  if (hidden.size === 0) return 0;
  const kept = new Set([...selected].filter((id) => !hidden.has(id)));
  const dropped = isNew && !isWhole ? new Set([...before, ...hidden]) : before;
  become(kept, {
    isAll: isAll && (!isNew || isWhole),
    dropped,
    droppedFrom: before.size > 0 ? droppedFrom : lastFilter,
  });
  return isNew && !isWhole ? dropped.size : 0;
}

/** Selects what `keepShown` dropped, seen or not. */
export function selectDropped(): void {
  const { ids, dropped, unseen } = now();
  become(new Set([...ids, ...dropped]), { unseen: new Set([...unseen, ...dropped]) });
}

/** Whether this list was selected as a whole: then its filter means the same as its ids. `chosen`: what is meant of the selection. */
export function isEverything(ids: Int32Array, chosen: readonly number[] = [...selection()]): boolean {
  const selected = new Set(chosen);
  return now().isAll && selected.size === ids.length && ids.every((id) => selected.has(id));
}
