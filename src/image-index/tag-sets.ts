import { grown } from './grow.ts';

/**
 * The sets of tags that images have, in two arrays: most images share theirs with others, and walking thousands of sets must not mean
 * looking for thousands of places in memory.
 */
export class TagSets {
  /** Sets so far; they are numbered as they came and never change. */
  #sets = 0;
  /** One entry for each tag of each set: the set, and the tag by its place in the order in which tags first came. */
  #setOf = new Uint32Array(64);
  #tagOf = new Uint32Array(64);
  #entries = 0;
  readonly #places = new Map<number, number>();

  /** Takes in the sets that were not there yet. */
  follow(sets: readonly Int32Array[]): void {
    for (; this.#sets < sets.length; this.#sets++) {
      // Numbers may be missing.
      for (const tag of sets[this.#sets] ?? []) {
        const entry = this.#entries++;
        this.#setOf = grown(this.#setOf, this.#entries);
        this.#tagOf = grown(this.#tagOf, this.#entries);
        this.#setOf[entry] = this.#sets;
        this.#tagOf[entry] = this.#placeOf(tag);
      }
    }
  }

  /** By number of the set: 1 where one of these tags is in it. */
  withOneOf(tags: Iterable<number>): Uint8Array {
    const wanted = new Uint8Array(this.#places.size);
    for (const tag of tags) {
      const place = this.#places.get(tag);
      if (place !== undefined) wanted[place] = 1;
    }
    const found = new Uint8Array(this.#sets);
    const setOf = this.#setOf;
    const tagOf = this.#tagOf;
    const entries = this.#entries;
    for (let entry = 0; entry < entries; entry++) found[setOf[entry]!]! |= wanted[tagOf[entry]!]!;
    return found;
  }

  #placeOf(tag: number): number {
    let place = this.#places.get(tag);
    if (place === undefined) this.#places.set(tag, (place = this.#places.size));
    return place;
  }
}
