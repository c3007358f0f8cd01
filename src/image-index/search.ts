import { LRUCache } from 'lru-cache';
import { isPlaceTag } from '../contract/place-tags.ts';
import { trimmed } from '../contract/search-words.ts';
import type { Columns } from './columns.ts';
import { DIVIDER, fold } from './fold.ts';
import type { Postings } from './postings.ts';
import { addBits, keepBits, removeBits, type SlotBits, wordsFor } from './slot-bits.ts';

/** Memory for the matches of searches that are asked again and again: 80 of 100,000 images. */
const REMEMBERED_BYTES = 1_000_000;
/** How many searches asked once are remembered. */
const SEARCHED = 500;

/** The parts that an image must have to fit these words of a search, folded. */
export function searchParts(words: readonly { text: string; isPhrase: boolean }[]): string[] {
  const parts = words.flatMap(({ text, isPhrase }) => (isPhrase ? [fold(text)] : fold(text).split(' ').map(trimmed)));
  const wanted = [...new Set(parts)].filter((part) => part !== '');
  // Longest first: it leaves the fewest images to check. A part contained in another part is then redundant.
  return wanted
    .filter((part) => !wanted.some((other) => other !== part && other.includes(part)))
    .sort((one, other) => other.length - one.length);
}

/**
 * Finds images by parts of file name, title, description, tags, film roll, camera (maker and model) and lens: each part
 * in any of them. Case and accents do not matter.
 */
export class Search {
  /** The slots of the images that a search finds, for those asked more than once lately, such as by facets. */
  readonly #bitsBySearch = new LRUCache<string, SlotBits>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (matching) => matching.byteLength + 100,
  });
  readonly #searched = new LRUCache<string, true>({ max: SEARCHED });
  /** Working memory, a set for each part: slots known to have it through a name that images share. */
  readonly #sure: SlotBits[] = [];
  /** Those of one kind of name. */
  #named: SlotBits = new Int32Array(0);

  /** Call this when anything searchable has changed. */
  forget(): void {
    this.#bitsBySearch.clear();
    this.#searched.clear();
  }

  /** Keeps the slots of images that have every part. `isPlaceless`: folders and tags of places are not looked at. */
  narrow(parts: readonly string[], columns: Columns, bits: SlotBits, isPlaceless = false): void {
    const key = (isPlaceless ? DIVIDER : '') + parts.join(DIVIDER);
    let matching = this.#bitsBySearch.get(key);
    if (!matching && !this.#searched.has(key)) {
      // Most searches are never asked again. What other filters leave is quicker to search than all images.
      this.#searched.set(key, true);
      this.#look(parts, columns, bits, isPlaceless);
      return;
    }
    if (!matching) {
      matching = new Int32Array(wordsFor(columns.slots)).fill(-1);
      this.#look(parts, columns, matching, isPlaceless);
      this.#bitsBySearch.set(key, matching);
    }
    keepBits(bits, matching);
  }

  /** Texts are read last: what any part excludes by names and summaries, no other has to read. */
  #look(parts: readonly string[], columns: Columns, bits: SlotBits, isPlaceless: boolean): void {
    const { texts } = columns;
    if (this.#named.length !== bits.length) this.#named = new Int32Array(bits.length);
    const looked = parts
      .map((part) => ({ part, lists: namesWith(part, columns, isPlaceless) }))
      .sort((one, other) => one.lists.length - other.lists.length);
    for (const [place, { part, lists }] of looked.entries()) {
      const sure = this.#noneSure(place, bits.length);
      if (lists.length > 0) {
        for (const { postings, fits } of lists) {
          postings.mark(this.#named, fits);
          addBits(sure, this.#named);
        }
        keepBits(sure, bits);
        removeBits(bits, sure);
      }
      const isAny = texts.glance(part, bits);
      if (lists.length > 0) addBits(bits, sure);
      else if (!isAny) return;
    }
    for (const [place, { part }] of looked.entries()) texts.read(part, bits, this.#sure[place]!);
  }

  #noneSure(place: number, words: number): SlotBits {
    const sure = this.#sure[place];
    return sure?.length === words ? sure.fill(0) : (this.#sure[place] = new Int32Array(words));
  }
}

/** For a kind of name: the images of each, and a table with 1 for each number whose name has a part. */
type NamesWithPart = { postings: Postings; fits: Uint8Array };

/** Each name is checked once, not once per image; images are checked only where a name has the part. */
function namesWith(part: string, columns: Columns, isPlaceless: boolean): NamesWithPart[] {
  const lists: NamesWithPart[] = [];
  const films = bits(isPlaceless ? [] : columns.films, ({ folded }) => folded.includes(part));
  if (films.includes(1)) lists.push({ postings: columns.postings('film_id'), fits: films });
  const gear = bits(columns.gear, (names) => names.includes(part));
  if (gear.includes(1)) lists.push({ postings: columns.postings('gear_id'), fits: gear });
  const tags = columns.tags
    .filter(({ name, folded }) => folded.includes(part) && !(isPlaceless && isPlaceTag(name)))
    .map(({ id }) => id);
  if (tags.length > 0)
    lists.push({ postings: columns.postings('tag_set_id'), fits: columns.tagsOfSets.withOneOf(tags) });
  return lists;
}

/** 1 at each index of the list whose item fits. */
function bits<T>(list: readonly T[], fits: (one: T) => boolean): Uint8Array {
  const found = new Uint8Array(list.length);
  for (let at = 0; at < list.length; at++) if (fits(list[at]!)) found[at] = 1;
  return found;
}
