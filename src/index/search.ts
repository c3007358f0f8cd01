import { LRUCache } from 'lru-cache';
import type { Columns } from './columns.ts';
import { fold } from './fold.ts';

/** Memory for the hits of words that were searched lately. */
const REMEMBERED_BYTES = 2_000_000;

/** Fewer slots than this share: it is quicker to look at each than to look for the word everywhere. */
const FEW = 0.02;

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
  readonly #hits = new LRUCache<string, Uint8Array>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (hits) => hits.length + 100,
  });
  #version = -1;

  /** Takes the slots out of `match` where a part of the text is missing. */
  narrow(match: Uint8Array, text: string, columns: Columns): void {
    if (this.#version !== columns.texts.version) this.#hits.clear();
    this.#version = columns.texts.version;
    for (const part of searchParts(text)) {
      const own = this.#ownHits(part, columns, match);
      const film = Uint8Array.from(columns.films, ({ folded }) => Number(folded.includes(part)));
      const gear = Uint8Array.from(columns.gear, (names) => Number(names.includes(part)));
      const tags = new Set(columns.tags.filter(({ folded }) => folded.includes(part)).map(({ id }) => id));
      const tagSet = Uint8Array.from(columns.tagSets, (set) => Number(tags.size > 0 && set.some((id) => tags.has(id))));
      const { film: filmOf, gearOf, tagSetOf } = columns;
      let left = 0;
      for (let slot = 0; slot < match.length; slot++) {
        left += match[slot]! &= own[slot]! | film[filmOf[slot]!]! | gear[gearOf[slot]!]! | tagSet[tagSetOf[slot]!]!;
      }
      if (left === 0) return;
    }
  }

  /** Where file name, title or description have the part. Looked for in `match` alone when little is left of it. */
  #ownHits(part: string, { texts }: Columns, match: Uint8Array): Uint8Array {
    const known = this.#hits.get(part);
    if (known) return known;
    const hits = new Uint8Array(match.length);
    if (count(match) < match.length * FEW) {
      for (let slot = 0; slot < match.length; slot++)
        if (match[slot] === 1) hits[slot] = Number(texts.get(slot).includes(part));
      return hits;
    }
    texts.find(part, hits);
    this.#hits.set(part, hits);
    return hits;
  }
}

function count(match: Uint8Array): number {
  let sum = 0;
  for (const bit of match) sum += bit;
  return sum;
}
