/** The tag sets of images, by tag: most images share their set with others, and a filter asks for few of the tags. */
export class TagSets {
  /** Number of sets so far; they are numbered as they came and never change. */
  #sets = 0;
  readonly #setsWith = new Map<number, number[]>();

  /** Adds the sets that are new. */
  follow(sets: readonly Int32Array[]): void {
    for (; this.#sets < sets.length; this.#sets++) {
      // Numbers may be missing.
      for (const tag of sets[this.#sets] ?? []) {
        const known = this.#setsWith.get(tag);
        if (known) known.push(this.#sets);
        else this.#setsWith.set(tag, [this.#sets]);
      }
    }
  }

  /** By set number: 1 where the set has one of these tags. */
  withOneOf(tags: Iterable<number>): Uint8Array {
    const found = new Uint8Array(this.#sets);
    for (const tag of tags) for (const set of this.#setsWith.get(tag) ?? []) found[set] = 1;
    return found;
  }
}
