import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyAll, copyFirst, countBits, keepListed, keepSmall, keepWithin, moveListed, wordsFor } from './slot-bits.ts';

/** Slots with a number each, whether they are in the set, and the wanted numbers; more slots than fit in a word. */
const asked = fc
  .record({
    slots: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 100 }),
    /** In tenths: words with few slots take another code path. */
    density: fc.constantFrom(1, 5, 10),
    wanted: fc.uniqueArray(fc.nat(9)),
  })
  .map(({ slots, density, wanted }): Asked => ({
    slots: slots.map(([number, chance]) => [number, chance < density]),
    wanted,
  }));
type Asked = { slots: [number, boolean][]; wanted: number[] };

const prepared = ({ slots, wanted }: Asked) => {
  const bits = new Int32Array(wordsFor(slots.length));
  slots.forEach(([, isIn], slot) => (bits[slot >>> 5]! |= Number(isIn) << slot));
  const fits = Uint8Array.from({ length: 256 }, (_, number) => Number(wanted.includes(number)));
  const all = [...slots.keys()];
  return {
    bits,
    fits,
    numbers: slots.map(([number]) => number),
    fitting: all.filter((slot) => slots[slot]![1] && wanted.includes(slots[slot]![0])),
    others: all.filter((slot) => slots[slot]![1] && !wanted.includes(slots[slot]![0])),
  };
};
const slotsOf = (bits: Int32Array) =>
  Array.from({ length: bits.length * 32 }, (_, slot) => slot).filter((slot) => (bits[slot >>> 5]! >>> slot) & 1);

test('slots stay that a table of small numbers wants', () => {
  fc.assert(
    fc.property(asked, (question) => {
      const { bits, fits, numbers, fitting } = prepared(question);
      keepSmall(bits, numbers.length, Uint8Array.from(numbers), fits);
      expect(slotsOf(bits)).toEqual(fitting);
      expect(countBits(bits)).toBe(fitting.length);
    }),
  );
});

test('slots stay, or move to another set, that a table of numbers wants', () => {
  fc.assert(
    fc.property(asked, (question) => {
      const { bits, fits, numbers, fitting, others } = prepared(question);
      const kept = bits.slice();
      keepListed(kept, numbers.length, Int32Array.from(numbers), fits);
      expect(slotsOf(kept)).toEqual(fitting);
      const moved = new Int32Array(bits.length);
      moveListed(bits, moved, numbers.length, Int32Array.from(numbers), fits);
      expect(slotsOf(moved)).toEqual(fitting);
      expect(slotsOf(bits)).toEqual(others);
    }),
  );
});

test('values between two stay where only a few are left', () => {
  const bits = Int32Array.of(1 << 5, (1 << 2) | (1 << 7));
  const values = Float64Array.from({ length: 40 }, (_, slot) => slot);
  keepWithin(bits, values.length, values, 30, 36);
  expect(slotsOf(bits)).toEqual([34]);
});

test('values between two stay, both included, and what has no value does not', () => {
  const bits = Int32Array.of(-1, -1);
  const values = Float64Array.of(...Array.from({ length: 40 }, (_, slot) => (slot % 2 === 0 ? slot : NaN)));
  keepWithin(bits, values.length, values, 30, 36);
  expect(slotsOf(bits)).toEqual([30, 32, 34, 36]);
});

test('a list is copied in its order, as far as wanted', () => {
  const into = new Uint32Array(3);
  copyFirst(Int32Array.of(0b1011, 1), Uint32Array.of(32, 2, 1, 3, 0), 3, into);
  expect([...into]).toEqual([32, 1, 3]);
  copyAll(Int32Array.of(1 << 31, 0b11), into);
  expect([...into]).toEqual([31, 32, 33]);
});
