import { useSyncExternalStore } from 'react';

/** Ids of the selected pictures. The set is never changed, only replaced. */
let selected: ReadonlySet<number> = new Set();
/** Whether all were selected at once, with no change since. */
let choseAll = false;
/** Position of the last single selection: the other end of a range selected with Shift. */
let anchor: number | null = null;
const listeners = new Set<() => void>();

function become(next: ReadonlySet<number>, isAll = false): void {
  selected = next;
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
  if (selected.size > 0) become(new Set());
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

/** Whether this list was selected as a whole: then its filter means the same as its ids. */
export const isEverything = (ids: Int32Array) =>
  choseAll && selected.size === ids.length && ids.every((id) => selected.has(id));
