import type { Columns } from './columns.ts';
import { hasBit, type SlotBits, wordsFor } from './slot-bits.ts';

/**
 * By slot: the slot of the image that leads its group, the one whose id is the number of the group. An image without a group has its own
 * id as that number.
 *
 * Of a group whose number is the id of none of its images, the image with the nearest id leads, of two as near the later one: darktable
 * shows that one in its lighttable (the statement in its src/common/collection.c), and no image is lost from sight.
 */
export function leadersOf(columns: Columns): Int32Array {
  const { slots } = columns;
  const { group_id: groupOf } = columns.arrays;
  const leaders = new Int32Array(slots).fill(-1);
  const nearest = new Map<number, number>();
  for (let slot = 0; slot < slots; slot++) {
    if (!columns.isAlive(slot)) continue;
    const group = groupOf[slot]!;
    const leader = columns.slotOf(group);
    if (leader >= 0 && columns.isAlive(leader) && groupOf[leader] === group) leaders[slot] = leader;
    else nearest.set(group, nearer(nearest.get(group) ?? slot, slot, columns));
  }
  if (nearest.size > 0)
    for (let slot = 0; slot < slots; slot++)
      if (leaders[slot] === -1 && columns.isAlive(slot)) leaders[slot] = nearest.get(groupOf[slot]!)!;
  return leaders;
}

/** Of two images of a group. Slots come in the order of ids. */
function nearer(one: number, later: number, { arrays: { id, group_id } }: Columns): number {
  const group = group_id[later]!;
  return Math.abs(id[later]! - group) <= Math.abs(id[one]! - group) ? later : one;
}

/** The images that lead. */
export function leading(leaders: Int32Array): SlotBits {
  const bits = new Int32Array(wordsFor(leaders.length));
  leaders.forEach((leader, slot) => {
    if (leader === slot) bits[slot >>> 5]! |= 1 << slot;
  });
  return bits;
}

/**
 * Keeps one image of each group that has any: its leader, else the one nearest to it. So a group stands in a list as long as one of its
 * images fits, as in darktable's lighttable.
 */
export function keepNearest(bits: SlotBits, columns: Columns, leaders: Int32Array, areLeading: SlotBits): void {
  /** By the leader's slot: the nearest so far of a group whose leader is not in the set. */
  const nearest = new Map<number, number>();
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word]! & ~areLeading[word]!; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const slot = word * 32 + 31 - Math.clz32(bit);
      bits[word]! &= ~bit;
      const leader = leaders[slot]!;
      if (!hasBit(bits, leader)) nearest.set(leader, nearer(nearest.get(leader) ?? slot, slot, columns));
    }
  }
  for (const slot of nearest.values()) bits[slot >>> 5]! |= 1 << slot;
}

/** The images of groups of two or more. */
export function grouped(leaders: Int32Array): SlotBits {
  const bits = new Int32Array(wordsFor(leaders.length));
  const add = (slot: number) => (bits[slot >>> 5]! |= 1 << slot);
  leaders.forEach((leader, slot) => {
    if (leader !== slot && leader >= 0) {
      add(slot);
      add(leader);
    }
  });
  return bits;
}
