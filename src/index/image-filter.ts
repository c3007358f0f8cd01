import type { ImageQuery } from '../contract/image-query.ts';
import { COLOR_LABELS } from '../contract/image-record.ts';
import { type Columns, HDR, RAW } from './columns.ts';
import { Search } from './search.ts';
import { tagsNamed } from './tag-branch.ts';

type Filters = Omit<ImageQuery, 'limit' | 'offset' | 'sort_by' | 'sort_dir'>;

/** Takes the slots out of `match` (1 = still in) that do not fit. */
type Sieve = (match: Uint8Array) => void;

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
  tag: (idOrName, columns) => {
    const wanted = tagsNamed(idOrName, columns.tags);
    const fits = Uint8Array.from(columns.tagSets, (tags) => Number(tags.some((tag) => wanted.has(tag))));
    return chosen(columns.tagSetOf, fits);
  },
  search: (text, columns, search) => (match) => search.narrow(match, text, columns),
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
  #match = new Uint8Array(0);
  #found = new Uint32Array(0);

  /** `slots` without those that a filter of the query takes out, in the same order. Good until the next call. */
  apply(slots: Uint32Array, query: Filters, columns: Columns, search: Search): Uint32Array {
    if (this.#match.length < columns.slots) {
      this.#match = new Uint8Array(Math.ceil(columns.slots * 1.1));
      this.#found = new Uint32Array(this.#match.length);
    }
    const match = this.#match.subarray(0, columns.slots).fill(1);
    for (const name of names) {
      const value = query[name];
      // TypeScript cannot see that name and value belong together.
      if (value !== undefined)
        (sieves[name] as (value: unknown, ...rest: [Columns, Search]) => Sieve)(value, columns, search)(match);
    }
    const found = this.#found;
    let count = 0;
    // Written without a condition, which the processor would have to guess: twice as fast.
    for (const slot of slots) {
      found[count] = slot;
      count += match[slot]!;
    }
    return found.subarray(0, count);
  }
}

// Each loop below sees one kind of array only: a loop over several kinds runs at a third of the speed.

/** NaN lies within nothing: an image without a date is neither before nor after one. */
function within(column: Float64Array, least: number, most: number): Sieve {
  return (match) => {
    for (let slot = 0; slot < match.length; slot++) {
      const value = column[slot]!;
      match[slot]! &= Number(value >= least && value <= most);
    }
  };
}

/** A column of numbers below 256: each is judged once, not once an image. */
function small(column: Uint8Array, isWanted: (value: number) => boolean): Sieve {
  const fits = Uint8Array.from({ length: 256 }, (_, value) => Number(isWanted(value)));
  return (match) => {
    for (let slot = 0; slot < match.length; slot++) match[slot]! &= fits[column[slot]!]!;
  };
}

/** A column of places in a list: whether what stands there fits. */
function chosen(column: Int32Array, fits: Uint8Array): Sieve {
  return (match) => {
    for (let slot = 0; slot < match.length; slot++) match[slot]! &= fits[column[slot]!]!;
  };
}
