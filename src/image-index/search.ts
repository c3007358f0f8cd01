import { LRUCache } from 'lru-cache';
import type { Columns } from './columns.ts';
import { fold } from './fold.ts';
import { addBits, keepBits, moveListed, type SlotBits, wordsFor } from './slot-bits.ts';

/** Memory for the matches of parts that are searched again and again: 80 parts of 100,000 images. */
const REMEMBERED_BYTES = 1_000_000;
/** How many parts searched once are remembered. */
const SEARCHED = 500;

/**
 * The parts that an image must have, folded. Words are separated by white space; quoted text is one part; a quote that
 * is never closed reaches to the end. A comma or semicolon around a word and an asterisk after it are ignored. Anything
 * may be typed.
 */
function searchParts(text: string): string[] {
  const parts = text.split(/["“”„]/).flatMap((piece, index) => {
    if (index % 2 === 1) return [fold(piece)];
    return fold(piece)
      .split(' ')
      .map((word) => word.replace(/^[,;]+|[,;*]+$/g, ''));
  });
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
  /** The slots of the images that have a part, for parts searched more than once lately. */
  readonly #bitsByPart = new LRUCache<string, SlotBits>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (matching) => matching.byteLength + 100,
  });
  readonly #searched = new LRUCache<string, true>({ max: SEARCHED });
  /** Working memory: slots of images known to have a part through a name that they share with others. */
  #sure: SlotBits = new Int32Array(0);

  /** Call this when anything searchable has changed. */
  forget(): void {
    this.#bitsByPart.clear();
    this.#searched.clear();
  }

  /** Keeps the slots of images that have every part of the text. */
  narrow(text: string, columns: Columns, bits: SlotBits): void {
    const unknown: PartNames[] = [];
    for (const part of searchParts(text)) {
      const matching = this.#configurationOf(part, columns);
      if (matching) keepBits(bits, matching);
      else unknown.push(namesWith(part, columns));
    }
    // Cheapest checks first, so that the others have fewer images left.
    for (const { part, lists } of unknown) if (lists.length === 0 && !columns.texts.glance(part, bits)) return;
    for (const names of unknown) this.#look(names, columns, bits);
  }

  /** null for a part that is searched for the first time: most parts are never searched again. */
  #configurationOf(part: string, columns: Columns): SlotBits | null {
    const known = this.#bitsByPart.get(part);
    if (known) return known;
    if (!this.#searched.has(part)) {
      this.#searched.set(part, true);
      return null;
    }
    const matching = new Int32Array(wordsFor(columns.slots)).fill(-1);
    const names = namesWith(part, columns);
    if (names.lists.length > 0 || columns.texts.glance(part, matching)) this.#look(names, columns, matching);
    this.#bitsByPart.set(part, matching);
    return matching;
  }

  /**
   * Keeps the slots of images that have the part; where no shared name has it, those that are left after a glance at
   * the texts.
   */
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

/**
 * A part, and the shared names that contain it. For each kind: the column of name numbers, and a table with 1 for each
 * matching number.
 */
type PartNames = { part: string; lists: { column: Int32Array; fits: Uint8Array }[] };

/** Each name is checked once, not once per image; images are checked only where a name has the part. */
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

/** 1 at each index of the list whose item fits. */
function bits<T>(list: readonly T[], fits: (one: T) => boolean): Uint8Array {
  const found = new Uint8Array(list.length);
  for (let at = 0; at < list.length; at++) if (fits(list[at]!)) found[at] = 1;
  return found;
}
