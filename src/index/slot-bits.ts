/** A set of slots: a bit for each, 32 to a word. Takes little memory, and is cut with another one quickly. */
export type SlotBits = Int32Array;

export const wordsFor = (slots: number): number => (slots + 31) >>> 5;

// Each loop below sees one kind of array only (over several kinds it would run at a third of the speed), and passes over words of
// which nothing is left.

/** Keeps what is in both. */
export function keepBits(bits: SlotBits, others: SlotBits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= others[word]!;
}

/** Keeps those whose number below 256 in `column` has a 1 in the table. */
export function keepSmall(bits: SlotBits, slots: number, column: Uint8Array, table: Uint8Array): void {
  for (let word = 0; word < bits.length; word++) {
    if (bits[word] === 0) continue;
    const end = Math.min(slots, (word + 1) * 32);
    let fitting = 0;
    // Shifting by 33 is shifting by 1.
    for (let slot = word * 32; slot < end; slot++) fitting |= table[column[slot]!]! << slot;
    bits[word]! &= fitting;
  }
}

/** Adds those of `among` whose number in `column` has a 1 in the table. May be the same: then keeps them. */
export function addListed(bits: SlotBits, among: SlotBits, slots: number, column: Int32Array, table: Uint8Array): void {
  for (let word = 0; word < bits.length; word++) {
    if (among[word] === 0) continue;
    const end = Math.min(slots, (word + 1) * 32);
    let fitting = 0;
    for (let slot = word * 32; slot < end; slot++) fitting |= table[column[slot]!]! << slot;
    bits[word]! |= fitting & among[word]!;
  }
}

/** Keeps those whose number in `column` has a 1 in the table. */
export function keepListed(bits: SlotBits, slots: number, column: Int32Array, table: Uint8Array): void {
  for (let word = 0; word < bits.length; word++) {
    if (bits[word] === 0) continue;
    const end = Math.min(slots, (word + 1) * 32);
    let fitting = 0;
    for (let slot = word * 32; slot < end; slot++) fitting |= table[column[slot]!]! << slot;
    bits[word]! &= fitting;
  }
}

/** Keeps those whose value lies between two, both included. NaN lies within nothing: an image without a date is neither before nor after one. */
export function keepWithin(bits: SlotBits, slots: number, column: Float64Array, least: number, most: number): void {
  for (let word = 0; word < bits.length; word++) {
    if (bits[word] === 0) continue;
    const end = Math.min(slots, (word + 1) * 32);
    let fitting = 0;
    for (let slot = word * 32; slot < end; slot++) {
      const value = column[slot]!;
      fitting |= Number(value >= least && value <= most) << slot;
    }
    bits[word]! &= fitting;
  }
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

/** Below this share of hits, the processor guesses well that the next slot is none. */
const FEW = 1 / 12;

/** Copies to `into` the first `wanted` slots of a list whose bit is set; `into` has room for so many. Gives how many there are. */
export function copyFirst(bits: SlotBits, list: Uint32Array, wanted: number, into: Uint32Array, share: number): number {
  let found = 0;
  if (share < FEW) {
    for (let at = 0; at < list.length && found < wanted; at++) {
      const slot = list[at]!;
      if ((bits[slot >>> 5]! >>> (slot & 31)) & 1) into[found++] = slot;
    }
    return found;
  }
  // Without a condition, which the processor would have to guess.
  for (let at = 0; at < list.length && found < wanted; at++) {
    const slot = list[at]!;
    into[found] = slot;
    found += (bits[slot >>> 5]! >>> (slot & 31)) & 1;
  }
  return found;
}
