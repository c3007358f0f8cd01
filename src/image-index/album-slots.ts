import { albumOfTag, tagOfAlbum } from '../contract/album-names.ts';
import type { Columns, Named } from './columns.ts';
import { fold } from './fold.ts';
import type { SortOrder } from './sort-order.ts';

/**
 * The tag of an album by its id, its name, or the full name of its tag. Digits mean an id, unless no album has it. Names are matched
 * exactly; if none matches, case and accents are ignored.
 */
export function albumNamed(idOrName: string, tags: readonly Named[]): Named | undefined {
  const albums = tags.filter(({ name }) => albumOfTag(name) !== null);
  const wanted = albumOfTag(idOrName) === null ? tagOfAlbum(idOrName) : idOrName;
  return (
    (/^\d{1,15}$/.test(idOrName) ? albums.find(({ id }) => id === Number(idOrName)) : undefined) ??
    albums.find(({ name }) => name === wanted) ??
    albums.find(({ folded }) => folded === fold(wanted))
  );
}

/** All images: those with a place in the order, then the others by capture time, the oldest first. */
export function inAlbumOrder(columns: Columns, ids: readonly number[], direction: 'asc' | 'desc'): SortOrder {
  const byTime = columns.orders.of('datetime_taken', 'asc');
  const isPlaced = new Uint8Array(columns.slots);
  const placed = ids.map(columns.slotOf).filter((slot) => {
    if (slot < 0 || !columns.isAlive(slot) || isPlaced[slot] === 1) return false;
    isPlaced[slot] = 1;
    return true;
  });
  if (placed.length === 0) return byTime;
  const order = new Uint32Array(byTime.length);
  order.set(direction === 'asc' ? placed : placed.reverse());
  order.set(
    byTime.filter((slot) => isPlaced[slot] === 0),
    placed.length,
  );
  return order;
}

/** Whether any of these images has the tag: of a long list, its first ones are looked at. */
export const hasAnyTagged =
  (columns: Columns) =>
  (tagId: number, ids: readonly number[]): boolean =>
    ids.slice(0, 1000).some((id) => hasTag(columns, columns.slotOf(id), tagId));

/** Of a slot that may be none: -1. */
export const hasTag = ({ tagSets, arrays, isAlive }: Columns, slot: number, tagId: number) =>
  slot >= 0 && isAlive(slot) && tagSets[arrays.tag_set_id[slot]!]!.includes(tagId);
