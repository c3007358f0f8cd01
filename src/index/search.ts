import { LRUCache } from 'lru-cache';
import type { Columns } from './columns.ts';
import { fold } from './fold.ts';
import { grown } from './grow.ts';

/** Memory for the places of parts that are searched again and again: 80 parts of 100,000 images. */
const REMEMBERED_BYTES = 1_000_000;
/** How many parts are remembered as searched once. */
const SEARCHED = 500;

/**
 * The parts that an image must have, folded. Words divided by white space; what stands in quotes is one part; a quote that is never
 * closed reaches to the end. A comma or semicolon around a word and an asterisk behind it are no part of it. Anything may be typed.
 */
export function searchParts(text: string): string[] {
  const parts = text.split(/["“”„]/).flatMap((piece, place) => {
    if (place % 2 === 1) return [fold(piece)];
    return fold(piece)
      .split(' ')
      .map((word) => word.replace(/^[,;]+|[,;*]+$/g, ''));
  });
  const wanted = [...new Set(parts)].filter((part) => part !== '');
  // The longest first: it leaves the fewest to look at. A part of another part is then there anyway.
  return wanted
    .filter((part) => !wanted.some((other) => other !== part && other.includes(part)))
    .sort((one, other) => other.length - one.length);
}

/**
 * Finds images by parts of file name, title, description, tags, film roll, camera (maker and model) and lens: each part
 * in any of them. Case and accents do not matter.
 */
export class Search {
  /** By place in the list that is being narrowed: whether the part is in a name that the image shares with others. */
  #sure = new Uint8Array(0);

  /** Where a part was found in all images, a bit for each slot, of parts that were searched more than once lately. */
  readonly #places = new LRUCache<string, Uint32Array>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (places) => places.byteLength + 100,
  });
  readonly #searched = new LRUCache<string, true>({ max: SEARCHED });
  #found = new Uint32Array(0);

  /** To be called when anything that is searched has changed. */
  forget(): void {
    this.#places.clear();
    this.#searched.clear();
  }

  /** Of the first `length` slots of `from`, copies to `into` those that have every part of the text. Gives how many. */
  narrow(text: string, columns: Columns, from: Uint32Array, length: number, into: Uint32Array): number {
    let left = length;
    for (const part of searchParts(text)) {
      const places = this.#placesOf(part, columns);
      left = places ? keepAt(places, from, left, into) : this.#look(part, columns, from, left, into);
      from = into;
    }
    if (from !== into) into.set(from.subarray(0, length));
    return left;
  }

  #look(part: string, columns: Columns, from: Uint32Array, length: number, into: Uint32Array): number {
    this.#sure = grown(this.#sure, length);
    this.#findShared(part, columns, from, length);
    return columns.texts.keep(part, from, length, this.#sure, into);
  }

  /** null for a part that is searched for the first time: of most parts, there is no second. */
  #placesOf(part: string, columns: Columns): Uint32Array | null {
    const known = this.#places.get(part);
    if (known) return known;
    if (!this.#searched.has(part)) {
      this.#searched.set(part, true);
      return null;
    }
    const all = columns.order('id', 'asc');
    this.#found = grown(this.#found, all.length);
    const length = this.#look(part, columns, all, all.length, this.#found);
    const places = new Uint32Array((columns.slots + 31) >>> 5);
    for (let at = 0; at < length; at++) {
      const slot = this.#found[at]!;
      places[slot >>> 5]! |= 1 << (slot & 31);
    }
    this.#places.set(part, places);
    return places;
  }

  #findShared(part: string, columns: Columns, from: Uint32Array, length: number): void {
    const film = bits(columns.films, ({ folded }) => folded.includes(part));
    const gear = bits(columns.gear, (names) => names.includes(part));
    const tags = columns.tags.filter(({ folded }) => folded.includes(part)).map(({ id }) => id);
    const sure = this.#sure;
    if (tags.length === 0 && !film.includes(1) && !gear.includes(1)) {
      sure.fill(0, 0, length);
      return;
    }
    const tagSet = columns.tagsOfSets.withOneOf(tags);
    const { film: filmOf, gearOf, tagSetOf } = columns;
    for (let at = 0; at < length; at++) {
      const slot = from[at]!;
      sure[at] = film[filmOf[slot]!]! | gear[gearOf[slot]!]! | tagSet[tagSetOf[slot]!]!;
    }
  }
}

/** Of the first `length` slots of `from`, copies to `into` those whose bit is set. */
function keepAt(places: Uint32Array, from: Uint32Array, length: number, into: Uint32Array): number {
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const slot = from[at]!;
    into[kept] = slot;
    kept += (places[slot >>> 5]! >>> (slot & 31)) & 1;
  }
  return kept;
}

/** 1 for those of a list that fit, by their places. */
function bits<T>(list: readonly T[], fits: (one: T) => boolean): Uint8Array {
  const found = new Uint8Array(list.length);
  for (let at = 0; at < list.length; at++) if (fits(list[at]!)) found[at] = 1;
  return found;
}
