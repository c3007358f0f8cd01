import fc from 'fast-check';
import { expect, test } from 'vitest';
import { between, comparing, descending, orderByNumbers, patched, type SortKeyOf } from './sort-order.ts';

const keyOf = (keys: Float64Array): SortKeyOf => ({
  compare: (one, other) => keys[one]! - keys[other]!,
  isNull: (slot) => Number.isNaN(keys[slot]!),
});

/** Equal keys, missing keys, both signs, and times before 1970. */
const anyKey = fc.oneof(
  fc.constantFrom(NaN, 0, 1, 5, -1),
  fc.integer({ min: -62135596800000, max: 253402300799999 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((key) => key + 0 || 0),
);

/** By name: not the order of the slots. */
const tie = (one: number, other: number) => (one % 7) - (other % 7) || one - other;

function naive(slots: number[], keys: Float64Array, sign: 1 | -1): number[] {
  return slots.toSorted((one, other) => {
    const [left, right] = [keys[one]!, keys[other]!];
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || tie(one, other);
    return sign * (left - right) || tie(one, other);
  });
}

test('slots stand by key, missing ones last, ties by name, upwards and downwards', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 300 }), (list) => {
      const keys = Float64Array.from(list);
      const slots = list.map((_, slot) => slot);
      const order = orderByNumbers(Uint32Array.from(slots).sort(tie), keys);
      expect([...order]).toEqual(naive(slots, keys, 1));
      expect([...descending(order, keyOf(keys))]).toEqual(naive(slots, keys, -1));
      expect(slots.toSorted(comparing(keyOf(keys), 'asc', tie))).toEqual([...order]);
      expect(slots.toSorted(comparing(keyOf(keys), 'desc', tie))).toEqual([...descending(order, keyOf(keys))]);
    }),
    { numRuns: 300 },
  );
});

const anyBound = anyKey.filter((key) => !Number.isNaN(key));

test('a range of keys is one piece of the order, upwards and downwards', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 100 }), anyBound, anyBound, (list, least, most) => {
      const keys = Float64Array.from(list);
      const order = orderByNumbers(Uint32Array.from(list.keys()), keys);
      const wanted = [...list.keys()].filter((slot) => keys[slot]! >= least && keys[slot]! <= most);
      for (const direction of ['asc', 'desc'] as const) {
        const slots = direction === 'asc' ? order : descending(order, keyOf(keys));
        const { start, end } = between(slots, keys, least, most, direction);
        expect([...slots.subarray(start, end)].sort((one, other) => one - other)).toEqual(wanted);
      }
    }),
  );
});

test('an order that was patched is the order made anew, and the former one stays as it was', () => {
  const anyChange = fc.record({ slot: fc.nat(99), key: anyKey, isGone: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(anyKey, { minLength: 1, maxLength: 100 }),
      fc.array(anyChange, { maxLength: 20 }),
      (list, changes) => {
        const keys = Float64Array.from(list);
        const alive = new Set(list.map((_, slot) => slot));
        const former = orderByNumbers(Uint32Array.from(alive).sort(tie), keys);
        const before = [...former];
        const isChanged = new Uint8Array(list.length);
        for (const { slot, key, isGone } of changes) {
          if (slot >= list.length) continue;
          keys[slot] = key;
          isChanged[slot] = 1;
          if (isGone) alive.delete(slot);
          else alive.add(slot);
        }
        const present = Uint32Array.from([...alive].filter((slot) => isChanged[slot] === 1)).sort();
        expect([...patched(former, isChanged, present, keyOf(keys), tie)]).toEqual(naive([...alive], keys, 1));
        expect([...former]).toEqual(before);
      },
    ),
    { numRuns: 300 },
  );
});
