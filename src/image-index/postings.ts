import { addBits, removeBits, type SlotBits } from './slot-bits.ts';

/** Of a number that more of the slots than one in so many have, a set takes less memory than a list. */
const IN_A_WORD = 32;

/**
 * The slots of each number in a column, such as those of each film roll. A filter for some names then looks at their images only, where
 * going through the column would look at all.
 */
export class Postings {
  /** Where the slots of a number start; the next number's start is their end. */
  readonly #starts: Uint32Array;
  readonly #slots: Uint32Array;
  /** Those of the numbers that many slots have. */
  readonly #sets = new Map<number, SlotBits>();

  /** Of the first `slots` of a column with numbers from 0 on. Sorts by counting: half a millisecond for 100,000. */
  constructor(column: Int32Array, slots: number) {
    let most = -1;
    for (let slot = 0; slot < slots; slot++) most = Math.max(most, column[slot]!);
    const starts = new Uint32Array(most + 2);
    for (let slot = 0; slot < slots; slot++) starts[column[slot]! + 1]!++;
    for (let number = 0; number <= most; number++) starts[number + 1]! += starts[number]!;
    const ends = starts.slice();
    const sorted = new Uint32Array(slots);
    for (let slot = 0; slot < slots; slot++) sorted[ends[column[slot]!]!++] = slot;
    this.#starts = starts;
    this.#slots = sorted;
    for (let number = 0; number <= most; number++) {
      if (this.#count(number) * IN_A_WORD <= slots) continue;
      const set = new Int32Array(Math.ceil(slots / IN_A_WORD));
      this.#add(set, number);
      this.#sets.set(number, set);
    }
  }

  /** Makes `bits` the set of the slots whose number has a 1 in the table: from all or from none, whichever is nearer. */
  mark(bits: SlotBits, table: Uint8Array): void {
    const numbers = this.#starts.length - 1;
    let fitting = 0;
    for (let number = 0; number < numbers; number++) if (table[number] === 1) fitting += this.#count(number);
    const areMost = fitting * 2 > this.#slots.length;
    bits.fill(areMost ? -1 : 0);
    for (let number = 0; number < numbers; number++) {
      if ((table[number] === 1) === areMost) continue;
      const set = this.#sets.get(number);
      if (areMost) {
        if (set) removeBits(bits, set);
        else this.#remove(bits, number);
      } else if (set) addBits(bits, set);
      else this.#add(bits, number);
    }
  }

  #count(number: number): number {
    return this.#starts[number + 1]! - this.#starts[number]!;
  }

  #add(bits: SlotBits, number: number): void {
    const slots = this.#slots;
    const end = this.#starts[number + 1]!;
    for (let at = this.#starts[number]!; at < end; at++) bits[slots[at]! >>> 5]! |= 1 << slots[at]!;
  }

  #remove(bits: SlotBits, number: number): void {
    const slots = this.#slots;
    const end = this.#starts[number + 1]!;
    for (let at = this.#starts[number]!; at < end; at++) bits[slots[at]! >>> 5]! &= ~(1 << slots[at]!);
  }
}
