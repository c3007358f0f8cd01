/** A bit for each slot, 32 to a word: a set of images that takes little memory and is cut with another one quickly. */
export type SlotBits = Int32Array;

export const wordsFor = (slots: number): number => (slots + 31) >>> 5;

/** Takes out of `bits` what `others`, of the same length, has not. */
export function intersect(bits: SlotBits, others: SlotBits): void {
  for (let word = 0; word < bits.length; word++) bits[word]! &= others[word]!;
}

/** Of the first `length` slots of `from`, copies to `into` those whose bit is set, and gives how many. `into` may be `from`. */
export function keepAt(bits: SlotBits, from: Uint32Array, length: number, into: Uint32Array): number {
  // Without a condition, which the processor would have to guess.
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const slot = from[at]!;
    into[kept] = slot;
    kept += (bits[slot >>> 5]! >>> (slot & 31)) & 1;
  }
  return kept;
}

/** Adds the slots of `among` for whose number in `column` the table has a 1. */
export function addListed(table: Uint8Array, column: Int32Array, slots: number, among: SlotBits, bits: SlotBits): void {
  const whole = slots >>> 5;
  for (let word = 0; word < bits.length; word++) {
    if (among[word] === 0) continue;
    const first = word * 32;
    const end = word < whole ? 32 : slots - first;
    let here = 0;
    for (let bit = 0; bit < end; bit++) here |= table[column[first + bit]!]! << bit;
    bits[word]! |= here;
  }
}
