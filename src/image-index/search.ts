import { LRUCache } from 'lru-cache';
import type { Columns } from './columns.ts';
import { fold } from './fold.ts';
import { addBits, keepBits, moveListed, type SlotBits, wordsFor } from './slot-bits.ts';

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
  /** Where a part was found in all images, of parts that were searched more than once lately. */
  readonly #places = new LRUCache<string, SlotBits>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (places) => places.byteLength + 100,
  });
  readonly #searched = new LRUCache<string, true>({ max: SEARCHED });
  /** Working memory: slots of images that are sure to have a part, through a name that they share with others. */
  #sure: SlotBits = new Int32Array(0);

  /** To be called when anything that is searched has changed. */
  forget(): void {
    this.#places.clear();
    this.#searched.clear();
  }

  /** Keeps the slots of images that have every part of the text. */
  narrow(text: string, columns: Columns, bits: SlotBits): void {
    const unknown: PartNames[] = [];
    for (const part of searchParts(text)) {
      const places = this.#configurationOf(part, columns);
      if (places) keepBits(bits, places);
      else unknown.push(namesWith(part, columns));
    }
    // What costs least first: the less is left for the rest.
    for (const { part, lists } of unknown) if (lists.length === 0 && !columns.texts.glance(part, bits)) return;
    for (const names of unknown) this.#look(names, columns, bits);
  }

  /** null for a part that is searched for the first time: of most parts, there is no second. */
  #configurationOf(part: string, columns: Columns): SlotBits | null {
    const known = this.#places.get(part);
    if (known) return known;
    if (!this.#searched.has(part)) {
      this.#searched.set(part, true);
      return null;
    }
    const places = new Int32Array(wordsFor(columns.slots)).fill(-1);
    const names = namesWith(part, columns);
    if (names.lists.length > 0 || columns.texts.glance(part, places)) this.#look(names, columns, places);
    this.#places.set(part, places);
    return places;
  }

  /** Keeps the slots of images that have the part; where no shared name has it, of those that are left after a glance at the texts. */
  #look({ part, lists }: PartNames, columns: Columns, bits: SlotBits): void {
    if (lists.length === 0) {
      columns.texts.read(part, bits);
      return;
    }
    if (this.#sure.length !== bits.length) this.#sure = new Int32Array(bits.length);
    const sure = this.#sure.fill(0);
    for (const { column, fits } of lists) moveListed(bits, sure, columns.slots, column, fits);
    if (columns.texts.glance(part, bits)) columns.texts.read(part, bits);
    addBits(bits, sure);
  }
}

/** A part, and which of the names that images share have it: for each kind, the column of their numbers and by number 1 for those. */
type PartNames = { part: string; lists: { column: Int32Array; fits: Uint8Array }[] };

/** Names are looked at once, not once an image; and the images only where a name has the part. */
function namesWith(part: string, columns: Columns): PartNames {
  const lists = [];
  const films = bits(columns.films, ({ folded }) => folded.includes(part));
  if (films.includes(1)) lists.push({ column: columns.film, fits: films });
  const gear = bits(columns.gear, (names) => names.includes(part));
  if (gear.includes(1)) lists.push({ column: columns.gearOf, fits: gear });
  const tags = columns.tags.filter(({ folded }) => folded.includes(part)).map(({ id }) => id);
  if (tags.length > 0) lists.push({ column: columns.tagSetOf, fits: columns.tagsOfSets.withOneOf(tags) });
  return { part, lists };
}

/** 1 for those of a list that fit, by their places. */
function bits<T>(list: readonly T[], fits: (one: T) => boolean): Uint8Array {
  const found = new Uint8Array(list.length);
  for (let at = 0; at < list.length; at++) if (fits(list[at]!)) found[at] = 1;
  return found;
}
