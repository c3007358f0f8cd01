import type { SortKey } from '../contract/image-query.ts';
import { DIVIDER, fold } from './fold.ts';
import { grown } from './grow.ts';
import { NameStore } from './name-store.ts';
import { comparing, descending, orderByNumbers, patched, type SortKeyOf, type SortOrder } from './sort-order.ts';
import { TagSets } from './tag-sets.ts';
import { TextStore } from './text-store.ts';

/** A row of `entry` in index.db: the columns named by `ENTRY_COLUMNS`, in that order. */
export type EntryRow = [
  id: number,
  film: number,
  group: number,
  rating: number,
  labels: number,
  /** 1 raw, 2 HDR, 4 edited. */
  flags: number,
  takenMs: number | null,
  importMs: number | null,
  changeMs: number | null,
  aspectRatio: number | null,
  tagSet: number,
  gear: number,
  filenameKey: string,
  ownText: string,
  filename: string,
  version: number,
  generation: number,
];
export const ENTRY_COLUMNS =
  'id, film_id, group_id, rating, labels, flags, taken_ms, import_ms, change_ms, aspect_ratio, tag_set_id, gear_id, filename_key, own_text, filename, version, generation';

export type FilmName = { id: number; folder: string };
export type TagName = { id: number; name: string };

/** A film roll or tag with its folded name and its rank by that name. */
export type Named = { id: number; name: string; folded: string; rank: number };

/** Bits of `flags`. */
export const RAW = 1;
export const HDR = 2;
export const EDITED = 4;
export const ALIVE = 8;
export const TAGGED = 16;

/** From this share of changed images on, an order is made anew, because patching would cost more. */
const MUCH = 0.1;

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
  ids!: Int32Array;
  /** Stars + 1, so that a reject is 0. */
  stars!: Uint8Array;
  labels!: Uint8Array;
  /** RAW, HDR, EDITED, TAGGED, and whether the image still exists. */
  flags!: Uint8Array;
  /** Indices into `films`, `gear`, `tagSets`. */
  film!: Int32Array;
  gearOf!: Int32Array;
  tagSetOf!: Int32Array;
  /** The id of the image that leads the group: its own without a group. */
  groupOf!: Int32Array;
  /** Milliseconds; NaN is unknown. */
  taken!: Float64Array;
  imported!: Float64Array;
  changed!: Float64Array;
  aspectRatio!: Float64Array;
  /** Another number whenever the record has changed: the lower bits of the generation that did it. */
  revision!: Int32Array;
  /** File name, title and description, folded; the first line is the file name. */
  readonly texts: TextStore;
  readonly #names: NameStore;
  /** All images by name. */
  #byName: SortOrder = new Uint32Array(0);

  /** Each folder may be several film rolls: see `rollOf`. */
  films: Named[] = [];
  tags: Named[] = [];
  /** By id in index.db. */
  readonly gear: string[] = [''];
  readonly tagSets: Int32Array[] = [new Int32Array(0)];
  /** The same, in a form that is quick to scan. */
  readonly tagsOfSets = new TagSets();
  readonly #filmIndices = new Map<number, number>();
  /** The first film roll of each folder. */
  readonly #rollOfFolder = new Map<string, number>();
  readonly #orders = new Map<SortKey, { ascending: SortOrder; descending: SortOrder | null }>();

  /** `room`: the expected number of images; more may come. */
  constructor(room: number) {
    for (const name of ARRAY_NAMES) this.#setArray(name, new ARRAYS[name](room));
    this.texts = new TextStore(room);
    this.#names = new NameStore(room);
  }

  /** Slots in use; some may belong to images that are gone. */
  get slots(): number {
    return this.#slots;
  }
  get images(): number {
    return this.#images;
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
    this.#orders.delete('film_roll');
  }

  /** Loads pieces of rows, ordered by id, into empty columns. `idsByName`: by file name and version; the database keeps that order. */
  load(pieces: Iterable<EntryRow[]>, idsByName: number[]): void {
    for (const rows of pieces) for (const row of rows) this.#append(row);
    this.#byName = Uint32Array.from(idsByName, (id) => this.slotOf(id));
    this.#names.rankBy(this.#byName);
  }

  /**
   * Updates some images. false: this cannot be done in place (a new id between existing ones), so everything must be
   * reloaded. Orders whose keys did not change stay as they are.
   */
  update(rows: readonly EntryRow[], gone: readonly number[]): boolean {
    const touched = new Set<number>();
    const keys = new Set<SortKey>();
    const names = new Set<number>();
    for (const row of rows) {
      const slot = this.slotOf(row[0]);
      if (slot >= 0) {
        const changed = this.#set(slot, row);
        for (const key of changed) keys.add(key);
        if (changed === EVERY_KEY) names.add(slot);
        touched.add(slot);
      } else if (this.#slots === 0 || row[0] > this.ids[this.#slots - 1]!) {
        const added = this.#append(row);
        touched.add(added);
        names.add(added);
        EVERY_KEY.forEach((key) => keys.add(key));
      } else {
        return false;
      }
    }
    for (const id of gone) {
      const slot = this.slotOf(id);
      if (slot < 0 || !this.isAlive(slot)) continue;
      this.flags[slot]! &= ~ALIVE;
      this.#images--;
      touched.add(slot);
      names.add(slot);
      EVERY_KEY.forEach((key) => keys.add(key));
    }
    this.#patchNames(names);
    if (touched.size > this.#slots * MUCH) for (const key of keys) this.#orders.delete(key);
    else this.#patchOrders(keys, touched);
    return true;
  }

  isAlive(slot: number): boolean {
    return (this.flags[slot]! & ALIVE) !== 0;
  }

  /** -1 when there never was such an image. */
  slotOf(id: number): number {
    let low = 0;
    let high = this.#slots - 1;
    // Ids mostly follow each other without gaps.
    if (high >= 0) {
      const guess = id - this.ids[0]!;
      if (guess >= 0 && guess <= high && this.ids[guess] === id) return guess;
    }
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const here = this.ids[middle]!;
      if (here === id) return middle;
      if (here < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The index in `films` of the roll that stands for all with the folder of this one; -1: there is no such roll. */
  readonly rollOf = (id: number): number => {
    const film = this.films[this.#filmIndices.get(id) ?? -1];
    return film === undefined ? -1 : (this.#rollOfFolder.get(film.name) ?? -1);
  };

  /** The library's images in this order. */
  order(by: SortKey, direction: 'asc' | 'desc'): SortOrder {
    let order = this.#orders.get(by);
    if (!order) this.#orders.set(by, (order = { ascending: this.#sorted(by), descending: null }));
    if (direction === 'asc') return order.ascending;
    return (order.descending ??= descending(order.ascending, this.#keyOf(by)));
  }

  /** Puts a few slots in this order. */
  sort(slots: Uint32Array, by: SortKey, direction: 'asc' | 'desc'): void {
    slots.sort(comparing(this.#keyOf(by), direction, this.#byRank));
  }

  #sorted(by: SortKey): SortOrder {
    if (by === 'id') return this.#alive();
    if (by !== 'filename') return orderByNumbers(this.#byName, this.#numbers(by));
    // Quick, since names without capitals mostly stand in the same order.
    const key = this.#keyOf(by);
    return Uint32Array.from(Array.from(this.#byName).sort((one, other) => key.compare(one, other)));
  }

  filename(slot: number): string {
    return this.#names.filename(slot);
  }

  #numbers(by: Exclude<SortKey, 'id' | 'filename'>): Float64Array {
    switch (by) {
      case 'datetime_taken':
        return this.taken;
      case 'import_timestamp':
        return this.imported;
      case 'change_timestamp':
        return this.changed;
      case 'aspect_ratio':
        return this.aspectRatio;
      case 'rating':
        return new Float64Array(this.stars);
      case 'film_roll':
        return this.#ranks(this.films);
    }
  }

  #ranks(films: readonly Named[]): Float64Array {
    const ranks = new Float64Array(this.film.length);
    for (let slot = 0; slot < this.#slots; slot++) ranks[slot] = films[this.film[slot]!]?.rank ?? -1;
    return ranks;
  }

  #keyOf(by: SortKey): SortKeyOf {
    const never = () => false;
    switch (by) {
      case 'id':
        return { compare: (one, other) => one - other, isNull: never };
      case 'filename':
        return { compare: (one, other) => this.texts.compareFirstLines(one, other), isNull: never };
      case 'rating':
        return { compare: (one, other) => this.stars[one]! - this.stars[other]!, isNull: never };
      case 'film_roll': {
        const rank = (slot: number) => this.films[this.film[slot]!]?.rank ?? -1;
        return { compare: (one, other) => rank(one) - rank(other), isNull: never };
      }
      default: {
        const numbers = this.#numbers(by);
        return {
          compare: (one, other) => numbers[one]! - numbers[other]!,
          isNull: (slot) => Number.isNaN(numbers[slot]!),
        };
      }
    }
  }

  #alive(): Uint32Array {
    const alive = new Uint32Array(this.#images);
    let at = 0;
    for (let slot = 0; slot < this.#slots; slot++) if (this.isAlive(slot)) alive[at++] = slot;
    return alive;
  }

  #patchNames(slots: ReadonlySet<number>): void {
    if (slots.size === 0) return;
    const byName = { compare: (one: number, other: number) => this.#names.compare(one, other), isNull: () => false };
    this.#byName = this.#patched(this.#byName, slots, byName, (one, other) => one - other);
    this.#names.rankBy(this.#byName);
  }

  readonly #byRank = (one: number, other: number) => this.#names.rank(one) - this.#names.rank(other);

  #patchOrders(keys: Set<SortKey>, touched: ReadonlySet<number>): void {
    for (const [by, order] of this.#orders) {
      if (!keys.has(by)) continue;
      order.ascending = this.#patched(order.ascending, touched, this.#keyOf(by), this.#byRank);
      order.descending = null;
    }
  }

  #patched(
    order: SortOrder,
    slots: ReadonlySet<number>,
    key: SortKeyOf,
    tie: (one: number, other: number) => number,
  ): SortOrder {
    const isChanged = new Uint8Array(this.#slots);
    for (const slot of slots) isChanged[slot] = 1;
    const present = Uint32Array.from(slots).filter((slot) => this.isAlive(slot));
    return patched(order, isChanged, present, key, tie);
  }

  #setArray(name: ArrayName, array: NumberArray): void {
    (this as Record<ArrayName, NumberArray>)[name] = array;
  }

  #append(row: EntryRow): number {
    const slot = this.#slots++;
    if (slot >= this.ids.length) for (const name of ARRAY_NAMES) this.#setArray(name, grown(this[name], this.#slots));
    this.ids[slot] = row[0];
    this.flags[slot] = 0;
    this.#put(slot, row);
    return slot;
  }

  /** Returns the sort keys that changed. */
  #set(slot: number, row: EntryRow): readonly SortKey[] {
    const former = {
      isAlive: this.isAlive(slot),
      rating: this.stars[slot],
      film_roll: this.film[slot],
      datetime_taken: this.taken[slot],
      import_timestamp: this.imported[slot],
      change_timestamp: this.changed[slot],
      aspect_ratio: this.aspectRatio[slot],
    };
    const hasOtherName = this.#put(slot, row);
    // Its place among equals is another one, too.
    if (!former.isAlive || hasOtherName) return EVERY_KEY;
    const changed: SortKey[] = [];
    if (former.rating !== this.stars[slot]) changed.push('rating');
    if (former.film_roll !== this.film[slot]) changed.push('film_roll');
    if (!Object.is(former.datetime_taken, this.taken[slot])) changed.push('datetime_taken');
    if (!Object.is(former.import_timestamp, this.imported[slot])) changed.push('import_timestamp');
    if (!Object.is(former.change_timestamp, this.changed[slot])) changed.push('change_timestamp');
    if (!Object.is(former.aspect_ratio, this.aspectRatio[slot])) changed.push('aspect_ratio');
    return changed;
  }

  /** Returns whether the file name or the version changed. */
  #put(slot: number, row: EntryRow): boolean {
    const [
      ,
      film,
      group,
      rating,
      labels,
      flags,
      takenMs,
      importMs,
      changeMs,
      aspectRatio,
      tagSet,
      gear,
      filenameKey,
      ownText,
      filename,
      version,
      generation,
    ] = row;
    if (!this.isAlive(slot)) this.#images++;
    this.stars[slot] = rating + 1;
    this.labels[slot] = labels;
    this.flags[slot] = flags | ALIVE | (this.tagSets[tagSet]!.length > 0 ? TAGGED : 0);
    this.film[slot] = this.#filmPlace(film);
    this.taken[slot] = takenMs ?? NaN;
    this.imported[slot] = importMs ?? NaN;
    this.changed[slot] = changeMs ?? NaN;
    this.aspectRatio[slot] = aspectRatio ?? NaN;
    this.tagSetOf[slot] = tagSet;
    this.groupOf[slot] = group;
    this.gearOf[slot] = gear;
    this.revision[slot] = generation % 2 ** 31;
    this.texts.set(slot, filenameKey + DIVIDER + ownText);
    return this.#names.set(slot, filename, version);
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

type NumberArray = Int32Array | Uint8Array | Float64Array;
type ArrayName = {
  [Name in keyof Columns]: Columns[Name] extends NumberArray ? Name : never;
}[keyof Columns];

/** All arrays with one number a slot: each is made and grown. One that is missing here does not compile. */
const ARRAYS: { [Name in ArrayName]: new (length: number) => Columns[Name] } = {
  ids: Int32Array,
  stars: Uint8Array,
  labels: Uint8Array,
  flags: Uint8Array,
  film: Int32Array,
  gearOf: Int32Array,
  tagSetOf: Int32Array,
  groupOf: Int32Array,
  taken: Float64Array,
  imported: Float64Array,
  changed: Float64Array,
  aspectRatio: Float64Array,
  revision: Int32Array,
};
const ARRAY_NAMES = Object.keys(ARRAYS) as ArrayName[];

const EVERY_KEY: readonly SortKey[] = [
  'id',
  'filename',
  'datetime_taken',
  'import_timestamp',
  'change_timestamp',
  'rating',
  'film_roll',
  'aspect_ratio',
];

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
