import { Store, useStorePart } from '../stores/store.ts';

/** Sets are never changed, only replaced. */
interface Selection {
  ids: ReadonlySet<number>;
  /** Whether all were selected at once, with no change since. */
  isAll: boolean;
  /** Position of the last single selection: the other end of a range selected with Shift. */
  anchor: number | null;
  /** Those that a filter took away since somebody selected last, and those of them that were wanted back. */
  dropped: ReadonlySet<number>;
  unseen: ReadonlySet<number>;
  /** The last one that `keepShown` was asked about. */
  lastFilter: string;
  /** The file of the library that they are in. */
  library: string | null;
}

const NONE: ReadonlySet<number> = new Set();
const store = new Store<Selection>({
  ids: NONE,
  isAll: false,
  anchor: null,
  dropped: NONE,
  unseen: NONE,
  lastFilter: '',
  library: null,
});
const now = store.snapshot;
const change = (to: Partial<Selection>) => store.set({ ...now(), ...to });
const become = (ids: ReadonlySet<number>, more: Partial<Selection> = {}) =>
  change({ ids, isAll: false, dropped: NONE, ...more });

export const selection = () => now().ids;
export const useSelected = () => useStorePart(store, ({ ids }) => ids);
export const useSelectionSize = () => useStorePart(store, ({ ids }) => ids.size);
export const useIsSelected = (id: number) => useStorePart(store, ({ ids }) => ids.has(id));

export function clearSelection(): void {
  change({ anchor: null, unseen: NONE });
  if (selection().size > 0) become(NONE);
}

/** Every library has a picture 1: what was selected in another one is selected no more. */
export function selectIn(file: string | null): void {
  if (file !== now().library) clearSelection();
  change({ library: file });
}

export function toggle(id: number, index: number): void {
  const next = new Set(selection());
  if (!next.delete(id)) next.add(id);
  become(next, { anchor: index });
}

/** Adds everything from the last single selection to here. */
export function selectTo(index: number, ids: Int32Array): void {
  const anchor = now().anchor ?? index;
  const range = ids.subarray(Math.min(anchor, index), Math.max(anchor, index) + 1);
  become(new Set([...selection(), ...range]), { anchor });
}

export const selectThese = (ids: Iterable<number>): void => become(new Set(ids));
export const selectAll = (ids: Int32Array): void => become(new Set(ids), { isAll: true });

/**
 * Nothing is done to a picture that a filter hides: returns how many of the selection are not in the list of a new filter, and are selected no more.
 * What leaves the list otherwise, by a new rating say, stays: its next mark may follow. Only from a list of the whole library (`isWhole`) it has gone
 * for good.
 */
export function keepShown(ids: Int32Array, filter: string, isWhole = false): number {
  const { ids: selected, isAll, dropped: before, lastFilter, unseen: wanted } = now();
  const isNew = filter !== lastFilter;
  if (isNew) change({ lastFilter: filter });
  if (!isNew && !isWhole) return 0;
  const hidden = new Set(selected);
  for (let at = 0; hidden.size > 0 && at < ids.length; at++) hidden.delete(ids[at] ?? NaN);
  const unseen = new Set([...wanted].filter((id) => isNew && hidden.has(id)));
  change({ unseen });
  for (const id of unseen) hidden.delete(id);
  if (hidden.size === 0) return 0;
  const kept = new Set([...selected].filter((id) => !hidden.has(id)));
  const dropped = isNew ? new Set([...before, ...hidden]) : before;
  become(kept, { isAll: isAll && !isNew, dropped });
  return isNew ? dropped.size : 0;
}

/** Selects what `keepShown` dropped, seen or not. */
export function selectDropped(): void {
  const { ids, dropped, unseen } = now();
  become(new Set([...ids, ...dropped]), { unseen: new Set([...unseen, ...dropped]) });
}

/** Whether this list was selected as a whole: then its filter means the same as its ids. */
export function isEverything(ids: Int32Array): boolean {
  const { ids: selected, isAll } = now();
  return isAll && selected.size === ids.length && ids.every((id) => selected.has(id));
}
