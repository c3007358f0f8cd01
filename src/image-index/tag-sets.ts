import { grown } from './grow.ts';

/**
 * The tag sets of images, in two arrays: most images share their set with others, and going through thousands of sets
 * must not mean thousands of jumps in memory.
 */
export class TagSets {
  /** Number of sets so far; they are numbered as they came and never change. */
  #sets = 0;
  /** One entry for each tag of each set: the set, and the tag's number in the order in which tags first came. */
  #setOf = new Uint32Array(64);
  #tagOf = new Uint32Array(64);
  #entries = 0;
  readonly #numbers = new Map<number, number>();

  /** Adds the sets that are new. */
  follow(sets: readonly Int32Array[]): void {
    for (; this.#sets < sets.length; this.#sets++) {
      // Numbers may be missing.
      for (const tag of sets[this.#sets] ?? []) {
        const entry = this.#entries++;
        this.#setOf = grown(this.#setOf, this.#entries);
        this.#tagOf = grown(this.#tagOf, this.#entries);
        this.#setOf[entry] = this.#sets;
        this.#tagOf[entry] = this.#numberOf(tag);
      }
    }
  }

  /** By set number: 1 where the set has one of these tags. */
  withOneOf(tags: Iterable<number>): Uint8Array {
    const wanted = new Uint8Array(this.#numbers.size);
    for (const tag of tags) {
      const number = this.#numbers.get(tag);
      if (number !== undefined) wanted[number] = 1;
    }
    const found = new Uint8Array(this.#sets);
    const setOf = this.#setOf;
    const tagOf = this.#tagOf;
    const entries = this.#entries;
    for (let entry = 0; entry < entries; entry++) found[setOf[entry]!]! |= wanted[tagOf[entry]!]!;
    return found;
  }

  #numberOf(tag: number): number {
    let number = this.#numbers.get(tag);
    if (number === undefined) this.#numbers.set(tag, (number = this.#numbers.size));
    return number;
  }
}
