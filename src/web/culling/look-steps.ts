import type { Size } from '../detail/zoom.ts';
import type { LookStore } from './look-store.ts';
import { lookWith, mostZoom, type Placed, shareAt, zoomOfHundred } from './picture-place.ts';

/** A picture on the page, and where it is. */
export interface OnPane {
  id: number;
  placed: Placed | null;
  room: Size | null;
  store: LookStore;
}

/** All of the picture, or 100 % of it: at a point, else where it was looked at last. */
export function toggle({ id, placed, room, store }: OnPane, at?: { x: number; y: number }): void {
  const { look } = store.snapshot();
  if (!placed || !room) return;
  if (look.scale !== null) store.set({ ...look, scale: null }, true);
  else if (!at) store.set({ ...look, scale: 1 }, true);
  else {
    const zoom = zoomOfHundred(placed.full);
    store.set(store.without(id, lookWith(placed, room, zoom, shareAt(placed, at.x, at.y), at)), true);
  }
}

/** A step of a key or a button, around the middle. */
export function zoomBy({ id, placed, room, store }: OnPane, factor: number): void {
  if (!placed || !room) return;
  const middle = { x: room.width / 2, y: room.height / 2 };
  const { look } = store.snapshot();
  const zoom = Math.min(mostZoom(placed.full), placed.zoom * factor);
  if (zoom <= 1.001) store.set({ ...look, scale: null }, true);
  else {
    const share = look.scale === null ? { x: look.x, y: look.y } : shareAt(placed, middle.x, middle.y);
    store.set(store.without(id, lookWith(placed, room, zoom, share, middle)), true);
  }
}

export function panBy({ id, placed, room, store }: OnPane, right: number, down: number): void {
  if (!placed || !room || store.snapshot().look.scale === null) return;
  const from = { x: room.width / 2, y: room.height / 2 };
  const to = { x: from.x - right, y: from.y - down };
  store.set(store.without(id, lookWith(placed, room, placed.zoom, shareAt(placed, from.x, from.y), to)));
}
