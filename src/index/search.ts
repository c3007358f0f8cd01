import type { Columns } from './columns.ts';
import { fold } from './fold.ts';
import { grown } from './grow.ts';

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

  /** Of the first `length` slots of `from`, copies to `into` those that have every part of the text. Gives how many. */
  narrow(text: string, columns: Columns, from: Uint32Array, length: number, into: Uint32Array): number {
    this.#sure = grown(this.#sure, length);
    let left = length;
    for (const part of searchParts(text)) {
      this.#findShared(part, columns, from, left);
      left = columns.texts.keep(part, from, left, this.#sure, into);
      from = into;
    }
    if (from !== into) into.set(from.subarray(0, length));
    return left;
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

/** 1 for those of a list that fit, by their places. */
function bits<T>(list: readonly T[], fits: (one: T) => boolean): Uint8Array {
  const found = new Uint8Array(list.length);
  for (let at = 0; at < list.length; at++) if (fits(list[at]!)) found[at] = 1;
  return found;
}
