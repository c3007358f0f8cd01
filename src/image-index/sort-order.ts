/**
 * Slots in the order of a key, equal keys in the order of names (see `NameStore`). Never changed once made: a result that was
 * cut from one stays what it was.
 */
export type SortOrder = Uint32Array;

export type SortKeyOf = {
  /** Negative, 0 or positive, as for Array.sort; called only for slots that have a key. */
  compare(one: number, other: number): number;
  /** Slots without a key come last in either direction. */
  isNull(slot: number): boolean;
};

/**
 * `alive` in the order of `keys` (NaN is null), ascending; equal keys stay as they are. Radix sort: a few milliseconds for
 * 100,000.
 */
export function orderByNumbers(alive: SortOrder, keys: Float64Array): SortOrder {
  const nulls = alive.filter((slot) => Number.isNaN(keys[slot]!));
  let slots = nulls.length === 0 ? alive.slice() : alive.filter((slot) => !Number.isNaN(keys[slot]!));
  const words = new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
  const digits = new Uint16Array(slots.length);
  let moved = new Uint32Array(slots.length);
  for (let digit = 0; digit < 4; digit++) {
    const counts = new Uint32Array(65536);
    readDigits(digits, counts, slots, words, digit);
    if (slots.length === 0 || counts[digits[0]!] === slots.length) continue;
    moveByDigits(digits, counts, slots, moved);
    [slots, moved] = [moved, slots];
  }
  if (nulls.length === 0) return slots;
  const order = new Uint32Array(alive.length);
  order.set(slots);
  order.set(nulls, slots.length);
  return order;
}

// Functions of their own, with plain loops: the first order is made while somebody waits for the first list, before V8 has compiled any of
// this. One function with closures took five times as long then.

/** Writes down 16 bits of each slot's key, and counts them. `words`: two to a key, the lower first. */
function readDigits(
  digits: Uint16Array,
  counts: Uint32Array,
  slots: SortOrder,
  words: Uint32Array,
  digit: number,
): void {
  const isLow = digit < 2;
  const shift = digit % 2 === 0 ? 0 : 16;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!;
    const high = words[slot * 2 + 1]!;
    const word = isLow ? words[slot * 2]! : high;
    // Floats sort like their bits once the sign bit is flipped, and for negative ones all other bits too.
    const flipped = high >>> 31 ? ~word : isLow ? word : word ^ 0x80000000;
    const found = (flipped >>> shift) & 0xffff;
    digits[at] = found;
    counts[found]!++;
  }
}

/** Moves slots into the order of their digits; equal digits stay as they are. */
function moveByDigits(digits: Uint16Array, counts: Uint32Array, slots: SortOrder, moved: SortOrder): void {
  let before = 0;
  for (let value = 0; value < counts.length; value++) {
    const here = counts[value]!;
    counts[value] = before;
    before += here;
  }
  for (let at = 0; at < slots.length; at++) moved[counts[digits[at]!]!++] = slots[at]!;
}

/** The same slots from the last key to the first; equal keys stay as they are, nulls still last. */
export function descending(ascending: SortOrder, key: SortKeyOf): SortOrder {
  let keyed = ascending.length;
  while (keyed > 0 && key.isNull(ascending[keyed - 1]!)) keyed--;
  const order = new Uint32Array(ascending.length);
  order.set(ascending.subarray(keyed), keyed);
  let at = 0;
  for (let end = keyed; end > 0;) {
    let start = end - 1;
    while (start > 0 && key.compare(ascending[start - 1]!, ascending[end - 1]!) === 0) start--;
    for (let from = start; from < end; from++) order[at++] = ascending[from]!;
    end = start;
  }
  return order;
}

/**
 * Where in an order by `keys` the slots stand whose key lies between two, both included. Slots without a key come last, and do not lie
 * between any.
 */
export function between(
  order: SortOrder,
  keys: Float64Array,
  least: number,
  most: number,
  direction: 'asc' | 'desc',
): { start: number; end: number } {
  /** How many come before the first for which the test is true; it must be true for all that follow. */
  const before = (isFrom: (key: number) => boolean, end: number) => {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isFrom(keys[order[middle]!]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const keyed = before(Number.isNaN, order.length);
  const [isNotBefore, isBehind] =
    direction === 'asc'
      ? [(key: number) => key >= least, (key: number) => key > most]
      : [(key: number) => key <= most, (key: number) => key < least];
  const start = before(isNotBefore, keyed);
  return { start, end: Math.max(start, before(isBehind, keyed)) };
}

/** Compares slots as they stand in an order; `tie` compares those with an equal key. */
export function comparing(
  key: SortKeyOf,
  direction: 'asc' | 'desc',
  tie: (one: number, other: number) => number,
): (one: number, other: number) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    const nullFirst = Number(key.isNull(one)) - Number(key.isNull(other));
    if (nullFirst !== 0) return nullFirst;
    return (key.isNull(one) ? 0 : sign * key.compare(one, other)) || tie(one, other);
  };
}

/**
 * The ascending order after some slots came, went or got other keys. `isChanged[slot]` is 1 for all of them, `present`
 * are those that (still) exist. `tie` compares slots with an equal key. One pass: 0.2 ms for 100,000.
 */
export function patched(
  former: SortOrder,
  isChanged: Uint8Array,
  present: Uint32Array,
  key: SortKeyOf,
  tie: (one: number, other: number) => number,
): SortOrder {
  const compare = comparing(key, 'asc', tie);
  const incoming = present.slice().sort(compare);
  const kept = former.filter((slot) => isChanged[slot] === 0);
  const order = new Uint32Array(kept.length + incoming.length);
  let from = 0;
  let at = 0;
  for (const slot of incoming) {
    // Where the slot belongs among the unchanged ones.
    let low = from;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(kept[middle]!, slot) < 0) low = middle + 1;
      else high = middle;
    }
    order.set(kept.subarray(from, low), at);
    at += low - from;
    order[at++] = slot;
    from = low;
  }
  order.set(kept.subarray(from), at);
  return order;
}
