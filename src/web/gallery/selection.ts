import { useSyncExternalStore } from 'react';

/** Ids of the selected pictures. Never changed once made. */
let selected: ReadonlySet<number> = new Set();
/** Whether all were chosen at once, and nothing has been changed since. */
let choseAll = false;
/** Where in the list the last single choice was: the other end of what Shift selects. */
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

/** Everything from the last single choice to here, besides what is selected already. */
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

/** Whether this list was chosen as a whole: then what it was found by says the same as its ids. */
export const isEverything = (ids: Int32Array) =>
  choseAll && selected.size === ids.length && ids.every((id) => selected.has(id));
