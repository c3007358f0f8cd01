import { RANGE_NAMES, type RangeName, type UnknownField } from '../contract/capture-fields.ts';
import { isPlaceTag } from '../contract/place-tags.ts';
import type { SortKey } from '../contract/image-query.ts';
import type { Filters } from '../contract/image-query.ts';
import { albumNamed } from './album-slots.ts';
import type { Columns, Named, NamedColumn } from './columns.ts';
import { ALIVE, COLUMNS, type MeasureColumn, type SmallColumn } from './entry-columns.ts';
import { DIVIDER, fold } from './fold.ts';
import { grouped, keepNearest, leadersOf, leading } from './group-leaders.ts';
import { grown } from './grow.ts';
import { Search } from './search.ts';
import { searchSieve } from './search-sieve.ts';
import {
  copyAll,
  copyFirst,
  countBits,
  keepBits,
  keepMarked,
  keepPiece,
  keepSmall,
  removeBits,
  type SlotBits,
  wordsFor,
} from './slot-bits.ts';
import { between, type SortOrder } from './sort-order.ts';
import { tagsNamed } from './tag-branch.ts';

/** All images in an order, and which one it is. */
export type ImageOrder = { slots: SortOrder; by: SortKey; direction: 'asc' | 'desc' };

/**
 * Keeps the slots that fit or, for a column of small numbers, says which numbers fit: several filters on one column are
 * then a single pass.
 */
type Sieve = ((bits: SlotBits) => void) | { column: SmallColumn; fits: Uint8Array };

/** What is made once for many lists. */
type Prepared = { search: Search; isPlaceless: boolean; leading: () => SlotBits; grouped: () => SlotBits };

type Sieves<Name extends keyof Filters> = {
  [Each in Name]-?: (value: NonNullable<Filters[Each]>, columns: Columns, prepared: Prepared) => Sieve;
};

/** The filters that look at one column. */
type ColumnFilter = {
  [Name in keyof typeof COLUMNS]: (typeof COLUMNS)[Name] extends { filters: infer Own } ? keyof Own : never;
}[keyof typeof COLUMNS];
const columnSieves = Object.fromEntries(
  Object.entries(COLUMNS).flatMap(([column, held]) =>
    Object.entries<Fits>('filters' in held ? held.filters : {}).map(([name, fits]) => [name, sieveOf(column, fits)]),
  ),
) as unknown as Sieves<ColumnFilter>;

/** The images whose camera or lens is this one: `line` as in the column. */
function keepGear(columns: Columns, line: number, name: string) {
  const wanted = fold(name);
  return keepNamed(
    'gear_id',
    Uint8Array.from(columns.gear, (texts) => Number(texts.split(DIVIDER)[line] === wanted)),
    columns,
  );
}

/** The images whose number in that column has a 1 in the table. */
const keepNamed = (column: NamedColumn, table: Uint8Array, columns: Columns) => (bits: SlotBits) =>
  keepMarked(bits, (set) => columns.postings(column).mark(set, table));

const without =
  (column: MeasureColumn) =>
  ({ orders }: Columns) =>
  (bits: SlotBits) => {
    const { slots, end } = orders.between(column, -Infinity, Infinity);
    keepPiece(bits, slots, end, slots.length);
  };

const UNKNOWN: Record<UnknownField, (columns: Columns) => (bits: SlotBits) => void> = {
  datetime_taken: without('taken_ms'),
  camera: (columns) => keepGear(columns, 2, ''),
  lens: (columns) => keepGear(columns, 1, ''),
  ...(Object.fromEntries(RANGE_NAMES.map((name) => [name, without(name)])) as Record<
    RangeName,
    ReturnType<typeof without>
  >),
};

/** Whether a film roll, or another with the same folder, is named. */
function isOneOf(ids: readonly number[], columns: Columns): (film: { id: number }) => boolean {
  const rolls = new Set(ids.map(columns.rollOf));
  rolls.delete(-1);
  return ({ id }) => ids.includes(id) || rolls.has(columns.rollOf(id));
}

/** What each filter of the contract checks. */
const sieves: Sieves<keyof Filters> = {
  film_id: (ids, columns) => keepFilms(columns, isOneOf(ids, columns)),
  not_film_id: (ids, columns) => {
    const isOne = isOneOf(ids, columns);
    return keepFilms(columns, (film) => !isOne(film));
  },
  film_roll: (name, columns, { isPlaceless }) => {
    if (isPlaceless) return (bits) => void bits.fill(0);
    const wanted = folderName(fold(name));
    const hasFolder = ({ folded }: Named) => folderName(folded) === wanted;
    if (columns.films.some(hasFolder)) return keepFilms(columns, hasFolder);
    return keepFilms(columns, ({ folded }) => wanted !== '' && /[^/\\]*$/.exec(folderName(folded))![0] === wanted);
  },
  ...columnSieves,
  camera: (wanted, columns) => keepGear(columns, 2, wanted),
  lens: (wanted, columns) => keepGear(columns, 1, wanted),
  unknown: (fields, columns) => {
    const sieves = fields.map((field) => UNKNOWN[field](columns));
    return (bits) => sieves.forEach((sieve) => sieve(bits));
  },
  // Of a word in a search: the leaders themselves. The parameter of a list comes after all other filters.
  group: (_, __, { leading }) => {
    const those = leading();
    return (bits) => keepBits(bits, those);
  },
  tag: (idOrName, columns, { isPlaceless }) => {
    const known = isPlaceless ? columns.tags.filter(({ name }) => !isPlaceTag(name)) : columns.tags;
    return keepNamed('tag_set_id', columns.tagsOfSets.withOneOf(tagsNamed(idOrName, known)), columns);
  },
  // It says how the others look.
  without_places: () => () => undefined,
  album: (idOrName, columns) => {
    const album = albumNamed(idOrName, columns.tags);
    return keepNamed('tag_set_id', columns.tagsOfSets.withOneOf(album ? [album.id] : []), columns);
  },
  in_group: (yes, _, { grouped }) => {
    const those = grouped();
    return yes ? (bits) => keepBits(bits, those) : (bits) => removeBits(bits, those);
  },
  title: (text, { texts }) => {
    const part = fold(text);
    return (bits) => {
      if (part === '') bits.fill(0);
      else if (texts.glance(part, bits)) texts.readLine(part, bits, TITLE_LINE);
    };
  },
  // The most expensive, so it comes last, when few slots are left.
  search: (text, columns, prepared) =>
    searchSieve(text, columns, prepared, (filters) => {
      const chosen = sievesOf(filters, columns, prepared);
      return (bits) => chosen.forEach((sieve) => sift(sieve, bits, columns));
    }),
};

/** Of `Columns.texts`. */
const TITLE_LINE = 1;
const folderName = (folder: string) => folder.replace(/(?<=.)[/\\]+$/, '');

const keepFilms = (columns: Columns, fits: (film: Named) => boolean) =>
  keepNamed(
    'film_id',
    Uint8Array.from(columns.films, (film) => Number(fits(film))),
    columns,
  );

function sievesOf(query: Filters, columns: Columns, prepared: Prepared): Sieve[] {
  // TypeScript cannot see that name and value belong together.
  return names
    .filter((name) => query[name] !== undefined)
    .map((name) =>
      (sieves[name] as (value: unknown, ...rest: [Columns, Prepared]) => Sieve)(query[name], columns, prepared),
    );
}

function sift(sieve: Sieve, bits: SlotBits, { slots, arrays }: Columns): void {
  if (typeof sieve === 'function') sieve(bits);
  else keepSmall(bits, slots, arrays[sieve.column], sieve.fits);
}

const names = Object.keys(sieves) as (keyof Filters)[];

/**
 * The filters that a query sets, as text: equal for queries with the same result. Empty when it asks for all images.
 */
export function filterKey(query: Filters): string {
  return names
    .filter((name) => query[name] !== undefined)
    .map((name) => `${name}=${JSON.stringify(query[name])}`)
    .join('&');
}

/** The first slots of a list, and the total number. */
export type Found = { slots: Uint32Array; total: number };

/** Sorting takes as long for each of a few images as walking over this many slots of an order. */
const SLOTS_A_SORTED_IMAGE = 20;

/** Filters lists. Reuses its working memory: new memory for each list would soon add up to a hundred times as much. */
export class ImageFilter {
  readonly #search = new Search();
  #leaders: Int32Array | null = null;
  #leading: SlotBits | null = null;
  #grouped: SlotBits | null = null;
  #bits: SlotBits = new Int32Array(0);
  #found = new Uint32Array(0);

  /** Call this when anything in the columns has changed. */
  forget(): void {
    this.#search.forget();
    this.#leaders = this.#leading = this.#grouped = null;
  }

  /** By slot: the slot of the image that leads its group. Valid until anything changes. */
  leaders(columns: Columns): Int32Array {
    return (this.#leaders ??= leadersOf(columns));
  }

  /**
   * The first `wanted` images that pass every filter of the query, in order. Valid until the next call.
   *
   * [Note: Sets before lists] Filters work in slot order, which is memory order, each on the set that the others left.
   * The requested order is walked last, and no further than wanted; of a few images, each is sorted instead.
   */
  find(order: ImageOrder, query: Filters, columns: Columns, wanted = Infinity): Found {
    const set = names.filter((name) => query[name] !== undefined);
    if (order.by === 'datetime_taken' && set.every((name) => name === 'from' || name === 'to')) {
      // In order of time, the slots between two times are one piece.
      const { from = -Infinity, to = Infinity } = query;
      const { start, end } = between(order.slots, columns.arrays.taken_ms, from, to, order.direction);
      const slots = order.slots.subarray(start, end);
      return { slots, total: slots.length };
    }
    if (this.#bits.length !== wordsFor(columns.slots)) this.#bits = new Int32Array(wordsFor(columns.slots));
    const bits = this.#bits.fill(-1);
    if (columns.slots % 32 !== 0) bits[bits.length - 1] = (1 << columns.slots) - 1;
    const leadingNow = () => (this.#leading ??= leading(this.leaders(columns)));
    const prepared: Prepared = {
      search: this.#search,
      isPlaceless: query.without_places === true,
      leading: leadingNow,
      grouped: () => (this.#grouped ??= grouped(this.leaders(columns))),
    };
    const { group, ...filters } = query;
    const chosen = sievesOf(filters, columns, prepared);
    if (columns.images < columns.slots) chosen.unshift(small('flags', (value) => (value & ALIVE) !== 0));
    const judged = new Map<SmallColumn, Uint8Array>();
    for (const sieve of chosen) {
      if (typeof sieve === 'function') continue;
      const others = judged.get(sieve.column);
      judged.set(sieve.column, others ? sieve.fits.map((fits, value) => fits & others[value]!) : sieve.fits);
    }
    for (const [column, fits] of judged) sift({ column, fits }, bits, columns);
    for (const sieve of chosen) if (typeof sieve === 'function') sift(sieve, bits, columns);
    if (group) keepNearest(bits, columns, this.leaders(columns), leadingNow());
    const total = countBits(bits);
    const length = Math.min(total, wanted);
    const isFew = total * SLOTS_A_SORTED_IMAGE < (columns.slots * length) / total;
    this.#found = grown(this.#found, isFew ? total : length);
    if (isFew) {
      copyAll(bits, this.#found);
      columns.orders.sort(this.#found.subarray(0, total), order.slots);
    } else {
      copyFirst(bits, order.slots, length, this.#found);
    }
    return { slots: this.#found.subarray(0, length), total };
  }
}

/** For the value that is asked for: which numbers fit, or those between which. */
type Fits = (wanted: never) => ((held: number) => boolean) | readonly [number, number];

function sieveOf(column: string, fits: Fits) {
  return (wanted: never, { orders }: Columns): Sieve => {
    const fitting = fits(wanted);
    if (typeof fitting === 'function') return small(column as SmallColumn, fitting);
    const [least, most] = fitting;
    return (bits) => {
      const { slots, start, end } = orders.between(column as MeasureColumn, least, most);
      keepPiece(bits, slots, start, end);
    };
  };
}

/** A column of numbers below 256: each number is tested once, not once per image. */
function small(column: SmallColumn, isWanted: (value: number) => boolean): Sieve {
  const fits = new Uint8Array(256);
  for (let value = 0; value < fits.length; value++) fits[value] = Number(isWanted(value));
  return { column, fits };
}
