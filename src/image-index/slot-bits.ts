/** A set of slots, one bit each, 32 to a word. Takes little memory and is quickly intersected with another set. */
export type SlotBits = Int32Array;

export const wordsFor = (slots: number): number => (slots + 31) >>> 5;

export const hasBit = (bits: SlotBits, slot: number): boolean => ((bits[slot >>> 5]! >>> (slot & 31)) & 1) === 1;

// Each loop below sees only one kind of array (with several kinds it would run at a third of the speed), and skips
// words that are already empty.

/** Keeps what is in both. */
export function keepBits(bits: SlotBits, others: SlotBits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= others[word]!;
}

export function addBits(bits: SlotBits, others: SlotBits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= others[word]!;
}

export function removeBits(bits: SlotBits, others: SlotBits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= ~others[word]!;
}

/** Keeps slots whose number below 256 in `column` has a 1 in the table. */
export function keepSmall(bits: SlotBits, slots: number, column: Uint8Array, table: Uint8Array): void {
  for (let word = 0; word < bits.length; word++) {
    const some = bits[word]!;
    if (some === 0) continue;
    let fitting = 0;
    if (isFew(some)) {
      for (let left = some; left !== 0; left &= left - 1)
        fitting |= table[column[firstSlot(word, left)]!]! << lowest(left);
    } else {
      const end = Math.min(slots, (word + 1) * 32);
      // Shifting by 33 is shifting by 1.
      for (let slot = word * 32; slot < end; slot++) fitting |= table[column[slot]!]! << slot;
    }
    bits[word] = some & fitting;
  }
}

/** Few enough (four at most) that going from one to the next is faster than checking all 32. */
function isFew(some: number): boolean {
  let left = some & (some - 1);
  left &= left - 1;
  left &= left - 1;
  return (left & (left - 1)) === 0;
}

/** Position of the lowest bit. */
const lowest = (some: number): number => 31 - Math.clz32(some & -some);
const firstSlot = (word: number, some: number): number => word * 32 + lowest(some);

/** Working memory: new memory for each filter would soon add up. */
let marked: SlotBits = new Int32Array(0);

/** Keeps the slots of the set that `mark` makes of a set of any. */
export function keepMarked(bits: SlotBits, mark: (set: SlotBits) => void): void {
  if (marked.length !== bits.length) marked = new Int32Array(bits.length);
  mark(marked);
  keepBits(bits, marked);
}

/** Of the slots in a list, keeps those that stand from `start` to before `end`. */
export function keepPiece(bits: SlotBits, list: Uint32Array, start: number, end: number): void {
  if (end - start <= list.length / 2) {
    keepMarked(bits, (set) => {
      set.fill(0);
      for (let at = start; at < end; at++) set[list[at]! >>> 5]! |= 1 << list[at]!;
    });
    return;
  }
  const remove = (from: number, to: number) => {
    for (let at = from; at < to; at++) bits[list[at]! >>> 5]! &= ~(1 << list[at]!);
  };
  remove(0, start);
  remove(end, list.length);
}

export function countBits(bits: SlotBits): number {
  let count = 0;
  for (const word of bits) {
    let pairs = word;
    pairs -= (pairs >>> 1) & 0x55555555;
    pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count += Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Copies all slots of the set to `into`, which must have room for them. */
export function copyAll(bits: SlotBits, into: Uint32Array): void {
  for (let word = 0, found = 0; word < bits.length; word++)
    for (let left = bits[word]!; left !== 0; left &= left - 1) into[found++] = firstSlot(word, left);
}

/**
 * Copies the first `wanted` slots of a list that are in the set to `into`. The set must have that many, and `into` room
 * for them.
 */
export function copyFirst(bits: SlotBits, list: Uint32Array, wanted: number, into: Uint32Array): void {
  // Without a branch, as above.
  for (let at = 0, found = 0; found < wanted && at < list.length; at++) {
    const slot = list[at]!;
    into[found] = slot;
    found += (bits[slot >>> 5]! >>> (slot & 31)) & 1;
  }
}
