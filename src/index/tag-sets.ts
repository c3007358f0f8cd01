import { grown } from './grow.ts';

/**
 * The sets of tags that images have, one after the other in one array: most images share theirs with others, and walking thousands of
 * sets must not mean looking for thousands of places in memory.
 */
export class TagSets {
  /** Sets so far; they are numbered as they came and never change. */
  #sets = 0;
  /** Where each set ends in `#members`. */
  #ends = new Uint32Array(16);
  /** Tags by their place in the order in which they first came. */
  #members = new Uint32Array(64);
  readonly #places = new Map<number, number>();

  /** Takes in the sets that were not there yet. */
  follow(sets: readonly Int32Array[]): void {
    for (; this.#sets < sets.length; this.#sets++) {
      let end = this.#sets === 0 ? 0 : this.#ends[this.#sets - 1]!;
      // Numbers may be missing.
      for (const tag of sets[this.#sets] ?? []) {
        this.#members = grown(this.#members, end + 1);
        this.#members[end++] = this.#placeOf(tag);
      }
      this.#ends = grown(this.#ends, this.#sets + 1);
      this.#ends[this.#sets] = end;
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
    const ends = this.#ends;
    const members = this.#members;
    let at = 0;
    for (let set = 0; set < found.length; set++) {
      const end = ends[set]!;
      let has = 0;
      for (; at < end; at++) has |= wanted[members[at]!]!;
      found[set] = has;
    }
    return found;
  }

  #placeOf(tag: number): number {
    let place = this.#places.get(tag);
    if (place === undefined) this.#places.set(tag, (place = this.#places.size));
    return place;
  }
}
