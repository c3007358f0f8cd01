import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Postings } from './postings.ts';
import { copyAll, copyFirst, countBits, keepMarked, keepPiece, keepSmall, wordsFor } from './slot-bits.ts';

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

test('slots stay whose number is wanted, of few and of many', () => {
  fc.assert(
    fc.property(asked, (question) => {
      const { bits, fits, numbers, fitting } = prepared(question);
      const postings = new Postings(Int32Array.from(numbers), numbers.length);
      keepMarked(bits, (set) => postings.mark(set, fits));
      expect(slotsOf(bits)).toEqual(fitting);
    }),
  );
});

test('slots of numbers that are not in the table do not stay', () => {
  const bits = Int32Array.of(0b111);
  keepMarked(bits, (set) => new Postings(Int32Array.of(5, 0, 5), 3).mark(set, Uint8Array.of(1)));
  expect(slotsOf(bits)).toEqual([1]);
});

test('slots stay that stand in a piece of a list, of a short one and of a long one', () => {
  const list = Uint32Array.of(33, 2, 0, 40, 7, 5);
  const kept = (start: number, end: number) => {
    const bits = Int32Array.of(-1 & ~(1 << 2), -1);
    keepPiece(bits, list, start, end);
    return slotsOf(bits).filter((slot) => list.includes(slot));
  };
  expect(kept(0, 2)).toEqual([33]);
  expect(kept(1, 6)).toEqual([0, 5, 7, 40]);
  expect(kept(3, 3)).toEqual([]);
});

test('a list is copied in its order, as far as wanted', () => {
  const into = new Uint32Array(3);
  copyFirst(Int32Array.of(0b1011, 1), Uint32Array.of(32, 2, 1, 3, 0), 3, into);
  expect([...into]).toEqual([32, 1, 3]);
  copyAll(Int32Array.of(1 << 31, 0b11), into);
  expect([...into]).toEqual([31, 32, 33]);
});
