import type { ImageQuery, SortKey } from '../contract/image-query.ts';
import { COLOR_LABELS } from '../contract/image-record.ts';
import { type Columns, EDITED, HDR, RAW } from './columns.ts';
import { grown } from './grow.ts';
import type { Search } from './search.ts';
import type { SortOrder } from './sort-order.ts';
import { tagsNamed } from './tag-branch.ts';

/** All images in an order, and which one it is. */
export type ImageOrder = { slots: SortOrder; by: SortKey; direction: 'asc' | 'desc' };

type Filters = Omit<ImageQuery, 'limit' | 'offset' | 'sort_by' | 'sort_dir'>;

/** Of the first `length` slots of `from`, copies to `into` those that fit, in their order, and gives how many. `into` may be `from`. */
type Sieve = (from: Uint32Array, length: number, into: Uint32Array) => number;

/** What each filter of the contract asks of which column. */
const sieves: {
  [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>, columns: Columns, search: Search) => Sieve;
} = {
  rating: (wanted, { stars }) => small(stars, (value) => value - 1 === wanted),
  rating_min: (least, { stars }) => small(stars, (value) => value - 1 >= least),
  rating_max: (most, { stars }) => small(stars, (value) => value - 1 <= most),
  film_id: (wanted, { film, films }) =>
    chosen(
      film,
      Uint8Array.from(films, ({ id }) => Number(id === wanted)),
    ),
  from: (ms, { taken }) => within(taken, ms, Infinity),
  to: (ms, { taken }) => within(taken, -Infinity, ms),
  color_label: (names, { labels }) => {
    const wanted = names.reduce((bits, name) => bits | (1 << COLOR_LABELS.indexOf(name)), 0);
    return small(labels, (bits) => (bits & wanted) !== 0);
  },
  is_raw: (yes, { flags }) => small(flags, (bits) => ((bits & RAW) !== 0) === yes),
  is_hdr: (yes, { flags }) => small(flags, (bits) => ((bits & HDR) !== 0) === yes),
  is_edited: (yes, { flags }) => small(flags, (bits) => ((bits & EDITED) !== 0) === yes),
  tag: (idOrName, { tags, tagsOfSets, tagSetOf }) => chosen(tagSetOf, tagsOfSets.withOneOf(tagsNamed(idOrName, tags))),
  // The dearest, so the last: by then, little is left to look at.
  search: (text, columns, search) => (from, length, into) => search.narrow(text, columns, from, length, into),
};

const names = Object.keys(sieves) as (keyof Filters)[];

/** The filters that a query sets, as text: equal for queries that find the same. Empty when it asks for all images. */
export function filterKey(query: Filters): string {
  return names
    .filter((name) => query[name] !== undefined)
    .map((name) => `${name}=${JSON.stringify(query[name])}`)
    .join('&');
}

/** Filters a list of slots. Keeps its working memory: fresh memory for each list would soon be a hundred times as much. */
export class ImageFilter {
  #found = new Uint32Array(0);

  /**
   * The order without the slots that a filter of the query takes out. Filters work one after the other, each on what is left. Good until the
   * next call.
   */
  apply(order: ImageOrder, query: Filters, columns: Columns, search: Search): Uint32Array {
    let slots: Uint32Array = order.slots;
    let left = query;
    if (order.by === 'datetime_taken' && (query.from !== undefined || query.to !== undefined)) {
      // In the order of time, what lies between two times is one piece.
      slots = between(order, columns.taken, query.from ?? -Infinity, query.to ?? Infinity);
      left = { ...query, from: undefined, to: undefined };
    }
    let length = slots.length;
    this.#found = grown(this.#found, length);
    for (const name of names) {
      const value = left[name];
      if (value === undefined) continue;
      // TypeScript cannot see that name and value belong together.
      const sieve = (sieves[name] as (value: unknown, ...rest: [Columns, Search]) => Sieve)(value, columns, search);
      length = sieve(slots, length, this.#found);
      slots = this.#found;
    }
    return slots.subarray(0, length);
  }
}

/** The slots of an order by time that were taken between these times, both included. Images without a time stand at the end. */
function between({ slots, direction }: ImageOrder, taken: Float64Array, least: number, most: number): Uint32Array {
  /** How many stand before the first one that the test is true for; from there on it must be true for all. */
  const before = (isFrom: (ms: number) => boolean, end: number) => {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isFrom(taken[slots[middle]!]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const timed = before(Number.isNaN, slots.length);
  return direction === 'asc'
    ? slots.subarray(
        before((ms) => ms >= least, timed),
        before((ms) => ms > most, timed),
      )
    : slots.subarray(
        before((ms) => ms <= most, timed),
        before((ms) => ms < least, timed),
      );
}

// Each loop below sees one kind of array only (over several kinds it would run at a third of the speed), and has no condition that
// the processor would have to guess.

/** NaN lies within nothing: an image without a date is neither before nor after one. */
function within(column: Float64Array, least: number, most: number): Sieve {
  return (from, length, into) => {
    let kept = 0;
    for (let at = 0; at < length; at++) {
      const slot = from[at]!;
      const value = column[slot]!;
      into[kept] = slot;
      kept += Number(value >= least && value <= most);
    }
    return kept;
  };
}

/** A column of numbers below 256: each is judged once, not once an image. */
function small(column: Uint8Array, isWanted: (value: number) => boolean): Sieve {
  const fits = Uint8Array.from({ length: 256 }, (_, value) => Number(isWanted(value)));
  return (from, length, into) => {
    let kept = 0;
    for (let at = 0; at < length; at++) {
      const slot = from[at]!;
      into[kept] = slot;
      kept += fits[column[slot]!]!;
    }
    return kept;
  };
}

/** A column of places in a list: whether what stands there fits. */
function chosen(column: Int32Array, fits: Uint8Array): Sieve {
  return (from, length, into) => {
    let kept = 0;
    for (let at = 0; at < length; at++) {
      const slot = from[at]!;
      into[kept] = slot;
      kept += fits[column[slot]!]!;
    }
    return kept;
  };
}
