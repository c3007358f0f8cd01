import { RANGE_NAMES, type RangeName } from '../contract/capture-fields.ts';
import type { SortKey } from '../contract/image-query.ts';
import type { EntryArrays, MeasureColumn } from './entry-columns.ts';
import type { NameStore } from './name-store.ts';
import { between, descending, orderByNumbers, patched, type SortKeyOf, type SortOrder } from './sort-order.ts';
import type { TextStore } from './text-store.ts';

/** What images are sorted by, or what a filter wants a range of: in such an order, a range is one piece. */
export type OrderKey = Exclude<SortKey, 'album'> | RangeName;

/** The columns whose numbers are sorted by. */
const NUMBERS = {
  datetime_taken: 'taken_ms',
  import_timestamp: 'import_ms',
  change_timestamp: 'change_ms',
  rating: 'stars',
  film_roll: 'film_id',
  aspect_ratio: 'aspect_ratio',
  ...(Object.fromEntries(RANGE_NAMES.map((name) => [name, name])) as { [Name in RangeName]: Name }),
} as const satisfies Record<Exclude<OrderKey, 'id' | 'filename'>, keyof EntryArrays>;
type NumberKey = keyof typeof NUMBERS;
const NUMBER_KEYS = Object.keys(NUMBERS) as NumberKey[];
export const EVERY_KEY: readonly OrderKey[] = ['id', 'filename', ...NUMBER_KEYS];

const keyOfColumn = Object.fromEntries(NUMBER_KEYS.map((key) => [NUMBERS[key], key])) as Record<
  MeasureColumn,
  NumberKey
>;

/** The numbers that a slot is sorted by. */
export const keysOf = (arrays: EntryArrays, slot: number) => NUMBER_KEYS.map((key) => arrays[NUMBERS[key]][slot]);
export const changedKeys = (former: ReturnType<typeof keysOf>, present: typeof former) =>
  NUMBER_KEYS.filter((_, at) => !Object.is(former[at], present[at]));

/** `names`: the slots with another name, that came or that are gone. `keys`: sort keys of which any slot has another one. */
export type Changed = { slots: Set<number>; keys: Set<OrderKey>; names: Set<number> };

/** What images are sorted by: see `Columns`. */
type Sorted = {
  readonly slots: number;
  readonly arrays: EntryArrays;
  readonly films: readonly { rank: number }[];
  readonly texts: TextStore;
  readonly names: NameStore;
  isAlive(slot: number): boolean;
};

/** From this share of changed images on, an order is made anew, because patching would cost more. */
const MUCH = 0.1;

/** The library's images in every order, each made when first asked for and then kept up to date. */
export class ImageOrders {
  readonly #columns: Sorted;
  /** All images by name. */
  #byName: SortOrder = new Uint32Array(0);
  readonly #orders = new Map<OrderKey, { ascending: SortOrder; descending: SortOrder | null }>();
  /** Of an order: the place of each slot. */
  readonly #places = new WeakMap<SortOrder, Uint32Array>();

  constructor(columns: Sorted) {
    this.#columns = columns;
  }

  load(byName: SortOrder): void {
    this.#byName = byName;
    this.#columns.names.rankBy(byName);
  }

  forget(key: OrderKey): void {
    this.#orders.delete(key);
  }

  /** Orders whose keys did not change stay as they are. */
  follow({ slots, keys, names }: Changed): void {
    this.#followNames(names);
    if (slots.size > this.#columns.slots * MUCH) for (const key of keys) this.#orders.delete(key);
    else {
      for (const [by, order] of this.#orders) {
        if (!keys.has(by)) continue;
        order.ascending = this.#patched(order.ascending, slots, this.#keyOf(by), this.#byRank);
        order.descending = null;
      }
    }
  }

  of(by: OrderKey, direction: 'asc' | 'desc'): SortOrder {
    let order = this.#orders.get(by);
    if (!order) this.#orders.set(by, (order = { ascending: this.#sorted(by), descending: null }));
    if (direction === 'asc') return order.ascending;
    return (order.descending ??= descending(order.ascending, this.#keyOf(by)));
  }

  /** The slots in the order of a column, and where those stand whose number lies between two, both included. */
  between(column: MeasureColumn, least: number, most: number): { slots: SortOrder; start: number; end: number } {
    const slots = this.of(keyOfColumn[column], 'asc');
    return { slots, ...between(slots, this.#columns.arrays[column], least, most, 'asc') };
  }

  /** Puts a few slots in one of these orders. Their places are numbers, which are sorted a hundred times as quickly as by comparing keys. */
  sort(slots: Uint32Array, order: SortOrder): void {
    let places = this.#places.get(order);
    if (!places) {
      this.#places.set(order, (places = new Uint32Array(this.#columns.slots)));
      for (let place = 0; place < order.length; place++) places[order[place]!] = place;
    }
    for (let at = 0; at < slots.length; at++) slots[at] = places[slots[at]!]!;
    slots.sort();
    for (let at = 0; at < slots.length; at++) slots[at] = order[slots[at]!]!;
  }

  #sorted(by: OrderKey): SortOrder {
    // Slots have the order of ids.
    if (by === 'id') return this.#byName.toSorted();
    if (by !== 'filename') return orderByNumbers(this.#byName, this.#numbers(by));
    // Quick, since names without capitals mostly stand in the same order.
    const key = this.#keyOf(by);
    return Uint32Array.from(Array.from(this.#byName).sort((one, other) => key.compare(one, other)));
  }

  #numbers(by: NumberKey): Float64Array {
    const numbers = this.#columns.arrays[NUMBERS[by]];
    if (numbers instanceof Float64Array) return numbers;
    const number = this.#numberOf(by);
    return Float64Array.from(numbers, (_, slot) => number(slot));
  }

  /** By slot; NaN is unknown. */
  #numberOf(by: NumberKey): (slot: number) => number {
    const { arrays, films } = this.#columns;
    const numbers = arrays[NUMBERS[by]];
    if (by === 'film_roll') return (slot) => films[numbers[slot]!]?.rank ?? -1;
    return (slot) => numbers[slot]!;
  }

  #keyOf(by: OrderKey): SortKeyOf {
    const never = () => false;
    if (by === 'id') return { compare: (one, other) => one - other, isNull: never };
    if (by === 'filename')
      return { compare: (one, other) => this.#columns.texts.compareFirstLines(one, other), isNull: never };
    const number = this.#numberOf(by);
    return { compare: (one, other) => number(one) - number(other), isNull: (slot) => Number.isNaN(number(slot)) };
  }

  #followNames(slots: ReadonlySet<number>): void {
    if (slots.size === 0) return;
    const { names } = this.#columns;
    const byName = { compare: (one: number, other: number) => names.compare(one, other), isNull: () => false };
    this.load(this.#patched(this.#byName, slots, byName, (one, other) => one - other));
  }

  readonly #byRank = (one: number, other: number) => this.#columns.names.rank(one) - this.#columns.names.rank(other);

  #patched(
    order: SortOrder,
    slots: ReadonlySet<number>,
    key: SortKeyOf,
    tie: (one: number, other: number) => number,
  ): SortOrder {
    const isChanged = new Uint8Array(this.#columns.slots);
    for (const slot of slots) isChanged[slot] = 1;
    const present = Uint32Array.from(slots).filter((slot) => this.#columns.isAlive(slot));
    return patched(order, isChanged, present, key, tie);
  }
}
