import {
  ALIVE,
  type EntryArrays,
  entryArrays,
  type EntryRow,
  growArrays,
  numberIn,
  putInArrays,
  textIn,
} from './entry-columns.ts';
import { DIVIDER, fold } from './fold.ts';
import { type Changed, changedKeys, EVERY_KEY, ImageOrders, keysOf, type OrderKey } from './image-orders.ts';
import { NameStore } from './name-store.ts';
import { Postings } from './postings.ts';
import { TagSets } from './tag-sets.ts';
import { TextStore } from './text-store.ts';

export type FilmName = { id: number; folder: string };
export type TagName = { id: number; name: string };

/** Columns with the number of a name that many images share. */
const NAMED = ['film_id', 'gear_id', 'tag_set_id'] as const;
export type NamedColumn = (typeof NAMED)[number];

/** A film roll or tag with its folded name and its rank by that name. */
export type Named = { id: number; name: string; folded: string; rank: number };

/**
 * The data for filters and sort orders, in typed arrays: one slot per image, ordered by id. Scanning them takes half a
 * millisecond for 100,000 images; no database index does that for every combination of filters.
 *
 * Several images share a film roll, a camera and, mostly, their set of tags: slots hold the number of each, so that a
 * name is checked once and not once per image.
 */
export class Columns {
  #slots = 0;
  #images = 0;
  /** In place of the id of a film roll, its index in `films`. */
  readonly arrays: EntryArrays;
  /** File name, title and description, folded; the first line is the file name. */
  readonly texts: TextStore;
  readonly names: NameStore;
  readonly orders = new ImageOrders(this);

  /** Each folder may be several film rolls: see `rollOf`. */
  films: Named[] = [];
  tags: Named[] = [];
  /** By id in index.db. */
  readonly gear: string[] = [''];
  readonly tagSets: Int32Array[] = [new Int32Array(0)];
  /** The same, in a form that is quick to scan. */
  readonly tagsOfSets = new TagSets();
  /** Each made when first asked for, and dropped when an image has another number. */
  readonly #postings = new Map<NamedColumn, Postings>();
  readonly #filmIndices = new Map<number, number>();
  /** The first film roll of each folder. */
  readonly #rollOfFolder = new Map<string, number>();

  /** `room`: the expected number of images; more may come. */
  constructor(room: number) {
    this.arrays = entryArrays(room);
    this.texts = new TextStore(room);
    this.names = new NameStore(room);
  }

  /** Slots in use; some may belong to images that are gone. */
  get slots(): number {
    return this.#slots;
  }
  get images(): number {
    return this.#images;
  }
  /** How many slots the arrays have room for. */
  get room(): number {
    return this.arrays.id.length;
  }

  /** Whether so much was replaced since loading that a reload would save memory. */
  get isStale(): boolean {
    return this.texts.isStale;
  }

  /** By id; only the new ones. */
  addTagSets(sets: Iterable<{ id: number; tag_ids: string }>): void {
    for (const { id, tag_ids } of sets) this.tagSets[id] = Int32Array.from(JSON.parse(tag_ids) as number[]);
    this.tagsOfSets.follow(this.tagSets);
  }

  addGear(gear: Iterable<{ id: number; texts: string }>): void {
    for (const { id, texts } of gear) this.gear[id] = texts;
  }

  setNames(films: FilmName[], tags: TagName[]): void {
    this.tags = ranked(tags);
    const named = ranked(films.map(({ id, folder }) => ({ id, name: folder })));
    // An index in this list never changes, because slots refer to it. A deleted roll keeps its index without a name.
    this.films = this.films.map(({ id }) => ({ id, name: '', folded: '', rank: -1 }));
    this.#rollOfFolder.clear();
    for (const film of named) {
      const place = this.#filmPlace(film.id);
      this.films[place] = film;
      if (!this.#rollOfFolder.has(film.name)) this.#rollOfFolder.set(film.name, place);
    }
    this.orders.forget('film_roll');
  }

  /** Loads pieces of rows, ordered by id, into empty columns. `idsByName`: by file name and version; the database keeps that order. */
  load(pieces: Iterable<EntryRow[]>, idsByName: number[]): void {
    for (const rows of pieces) for (const row of rows) this.#append(row);
    this.orders.load(Uint32Array.from(idsByName, (id) => this.slotOf(id)));
  }

  /**
   * Updates some images. false: this cannot be done in place (a new id between existing ones), so everything must be
   * reloaded.
   */
  update(rows: readonly EntryRow[], gone: readonly number[]): boolean {
    const changed: Changed = { slots: new Set(), keys: new Set(), names: new Set() };
    const note = (slot: number, keys: readonly OrderKey[]) => {
      changed.slots.add(slot);
      for (const key of keys) changed.keys.add(key);
      if (keys === EVERY_KEY) changed.names.add(slot);
    };
    for (const row of rows) {
      const slot = this.slotOf(row[0]);
      if (slot >= 0) note(slot, this.#set(slot, row));
      else if (this.#slots === 0 || row[0] > this.arrays.id[this.#slots - 1]!) note(this.#append(row), EVERY_KEY);
      else return false;
    }
    for (const id of gone) {
      const slot = this.slotOf(id);
      if (slot < 0 || !this.isAlive(slot)) continue;
      this.arrays.flags[slot]! &= ~ALIVE;
      this.#images--;
      note(slot, EVERY_KEY);
    }
    this.orders.follow(changed);
    return true;
  }

  readonly isAlive = (slot: number): boolean => (this.arrays.flags[slot]! & ALIVE) !== 0;

  /** -1 when there never was such an image. */
  readonly slotOf = (id: number): number => {
    const ids = this.arrays.id;
    let low = 0;
    let high = this.#slots - 1;
    // Ids mostly follow each other without gaps.
    if (high >= 0) {
      const guess = id - ids[0]!;
      if (guess >= 0 && guess <= high && ids[guess] === id) return guess;
    }
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const here = ids[middle]!;
      if (here === id) return middle;
      if (here < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };

  /** The slots of each number in such a column, those of images that are gone among them. */
  postings(column: NamedColumn): Postings {
    let postings = this.#postings.get(column);
    if (!postings) this.#postings.set(column, (postings = new Postings(this.arrays[column], this.#slots)));
    return postings;
  }

  /** The index in `films` of the roll that stands for all with the folder of this one; -1: there is no such roll. */
  readonly rollOf = (id: number): number => {
    const film = this.films[this.#filmIndices.get(id) ?? -1];
    return film === undefined ? -1 : (this.#rollOfFolder.get(film.name) ?? -1);
  };

  #append(row: EntryRow): number {
    const slot = this.#slots++;
    if (slot >= this.room) growArrays(this.arrays, this.#slots);
    this.#postings.clear();
    this.#put(slot, row);
    return slot;
  }

  /** Returns the sort keys that changed. */
  #set(slot: number, row: EntryRow): readonly OrderKey[] {
    const wasAlive = this.isAlive(slot);
    const former = keysOf(this.arrays, slot);
    const formerNames = NAMED.map((column) => this.arrays[column][slot]);
    const hasOtherName = this.#put(slot, row);
    NAMED.forEach((column, at) => {
      if (this.arrays[column][slot] !== formerNames[at]) this.#postings.delete(column);
    });
    // Its place among equals is another one, too.
    return !wasAlive || hasOtherName ? EVERY_KEY : changedKeys(former, keysOf(this.arrays, slot));
  }

  /** Returns whether the file name or the version changed. */
  #put(slot: number, row: EntryRow): boolean {
    if (!this.isAlive(slot)) this.#images++;
    putInArrays(this.arrays, slot, row);
    this.arrays.film_id[slot] = this.#filmPlace(numberIn(row, 'film_id'));
    this.texts.set(slot, textIn(row, 'filename_key') + DIVIDER + textIn(row, 'own_text'));
    return this.names.set(slot, textIn(row, 'filename'), numberIn(row, 'version'));
  }

  #filmPlace(id: number): number {
    let index = this.#filmIndices.get(id);
    if (index === undefined) {
      index = this.films.push({ id, name: '', folded: '', rank: -1 }) - 1;
      this.#filmIndices.set(id, index);
    }
    return index;
  }
}

/**
 * By folded name, with a tag's branches right after it; then by id. Equal folded names share a rank. UTF-8 bytes sort
 * by code point, as in SQLite; JavaScript's `<` would put emoji elsewhere.
 */
function ranked(names: { id: number; name: string }[]): Named[] {
  const sorted = names
    .map(({ id, name }) => {
      const folded = fold(name);
      return { id, name, folded, rank: 0, key: Buffer.from(folded.replaceAll('|', DIVIDER)) };
    })
    .sort((one, other) => Buffer.compare(one.key, other.key) || one.id - other.id);
  sorted.forEach((named, index) => {
    const before = sorted[index - 1];
    named.rank = before?.folded === named.folded ? before.rank : index;
  });
  return sorted.map(({ id, name, folded, rank }) => ({ id, name, folded, rank }));
}
