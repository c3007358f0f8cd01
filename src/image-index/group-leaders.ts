import type { Columns } from './columns.ts';
import { type SlotBits, wordsFor } from './slot-bits.ts';

/**
 * One image of each group: the one whose id is the number of the group. An image without a group has its own id as that number.
 *
 * Of a group whose number is the id of none of its images, the image with the nearest id counts, of two as near the later one: darktable
 * shows that one in its lighttable (the statement in its src/common/collection.c), and no image is lost from sight.
 */
export function groupLeaders(columns: Columns): SlotBits {
  const { slots } = columns;
  const { id: ids, group_id: groupOf } = columns.arrays;
  const leaders = new Int32Array(wordsFor(slots));
  const add = (slot: number) => (leaders[slot >>> 5]! |= 1 << slot);
  const leads = (slot: number, group: number) => slot >= 0 && columns.isAlive(slot) && groupOf[slot] === group;
  const nearest = new Map<number, number>();
  for (let slot = 0; slot < slots; slot++) {
    if (!columns.isAlive(slot)) continue;
    const group = groupOf[slot]!;
    if (ids[slot] === group) add(slot);
    else if (!leads(columns.slotOf(group), group)) {
      const other = nearest.get(group);
      // Slots come in the order of ids.
      if (other === undefined || Math.abs(ids[slot]! - group) <= Math.abs(ids[other]! - group))
        nearest.set(group, slot);
    }
  }
  nearest.forEach(add);
  return leaders;
}

/** The images of groups of two or more. */
export function grouped(columns: Columns): SlotBits {
  const { slots } = columns;
  const { group_id: groupOf } = columns.arrays;
  const sizes = new Map<number, number>();
  for (let slot = 0; slot < slots; slot++)
    if (columns.isAlive(slot)) sizes.set(groupOf[slot]!, (sizes.get(groupOf[slot]!) ?? 0) + 1);
  const bits = new Int32Array(wordsFor(slots));
  for (let slot = 0; slot < slots; slot++) if (sizes.get(groupOf[slot]!)! > 1) bits[slot >>> 5]! |= 1 << slot;
  return bits;
}
