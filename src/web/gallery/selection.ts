import { useSyncExternalStore } from 'react';

/** Ids of the selected pictures. The set is never changed, only replaced. */
let selected: ReadonlySet<number> = new Set();
/** Whether all were selected at once, with no change since. */
let choseAll = false;
/** Position of the last single selection: the other end of a range selected with Shift. */
let anchor: number | null = null;
/** Those that a filter took away since somebody selected last, and those of them that were wanted back. */
let dropped: ReadonlySet<number> = new Set();
let unseen: ReadonlySet<number> = new Set();
/** The last one that `keepShown` was asked about. */
let lastFilter = '';
/** The file of the library that they are in. */
let library: string | null = null;
const listeners = new Set<() => void>();

function become(next: ReadonlySet<number>, isAll = false, gone: typeof dropped = new Set()): void {
  selected = next;
  dropped = gone;
  choseAll = isAll;
  for (const listener of [...listeners]) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const selection = () => selected;
export const useSelected = () => useSyncExternalStore(subscribe, selection);
export const useSelectionSize = () => useSyncExternalStore(subscribe, () => selected.size);
export const useIsSelected = (id: number) => useSyncExternalStore(subscribe, () => selected.has(id));

export function clearSelection(): void {
  anchor = null;
  unseen = new Set();
  if (selected.size > 0) become(new Set());
}

/** Every library has a picture 1: what was selected in another one is selected no more. */
export function selectIn(file: string | null): void {
  if (file !== library) clearSelection();
  library = file;
}

export function toggle(id: number, index: number): void {
  anchor = index;
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  become(next);
}

/** Adds everything from the last single selection to here. */
export function selectTo(index: number, ids: Int32Array): void {
  const from = anchor ?? index;
  anchor ??= index;
  const next = new Set(selected);
  const end = Math.min(Math.max(from, index) + 1, ids.length);
  for (let at = Math.min(from, index); at < end; at++) next.add(ids[at]!);
  become(next);
}

export function selectAll(ids: Int32Array): void {
  become(new Set(ids), true);
}

/**
 * Nothing is done to a picture that a filter hides: returns how many of the selection are not in the list of a new filter, and are selected no more.
 * What leaves the list otherwise, by a new rating say, stays: its next mark may follow. Only from a list of the whole library (`isWhole`) it has gone
 * for good.
 */
export function keepShown(ids: Int32Array, filter: string, isWhole = false): number {
  const isNew = filter !== lastFilter;
  lastFilter = filter;
  if (!isNew && !isWhole) return 0;
  const hidden = new Set(selected);
  for (let at = 0; hidden.size > 0 && at < ids.length; at++) hidden.delete(ids[at]!);
  unseen = new Set([...unseen].filter((id) => isNew && hidden.has(id)));
  for (const id of unseen) hidden.delete(id);
  if (hidden.size === 0) return 0;
  const kept = new Set([...selected].filter((id) => !hidden.has(id)));
  become(kept, choseAll && !isNew, isNew ? new Set([...dropped, ...hidden]) : dropped);
  return isNew ? dropped.size : 0;
}

/** Selects what `keepShown` dropped, seen or not. */
export function selectDropped(): void {
  unseen = new Set([...unseen, ...dropped]);
  become(new Set([...selected, ...dropped]));
}

/** Whether this list was selected as a whole: then its filter means the same as its ids. */
export const isEverything = (ids: Int32Array) =>
  choseAll && selected.size === ids.length && ids.every((id) => selected.has(id));
