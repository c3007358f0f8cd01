import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsFor } from './slot-bits.ts';
import { TextStore } from './text-store.ts';

/** Few letters, so that parts are found; some beyond ASCII. */
const letters = fc.constantFrom('a', 'b', 'z', '0', '9', '_', '.', ' ', '+', 'ä', '山', '\n');
const text = fc.array(letters, { minLength: 1, maxLength: 12 }).map((list) => list.join(''));
const part = fc.array(letters, { minLength: 1, maxLength: 4 }).map((list) => list.join(''));

const bitsOf = (slots: readonly number[], room: number) => {
  const bits = new Int32Array(wordsFor(room));
  for (const slot of slots) bits[slot >>> 5]! |= 1 << (slot & 31);
  return bits;
};
const slotsOf = (bits: Int32Array) =>
  [...bits].flatMap((word, at) =>
    Array.from({ length: 32 }, (_, bit) => at * 32 + bit).filter((bit) => (word >>> bit) & 1),
  );

const holding = (store: TextStore, wanted: string, among: readonly number[]) => {
  const bits = bitsOf(among, Math.max(0, ...among) + 1);
  const isAny = store.glance(wanted, bits);
  expect(isAny).toBe(bits.some((word) => word !== 0));
  if (isAny) store.read(wanted, bits, new Int32Array(bits.length));
  return slotsOf(bits);
};

test('a part is found wherever it stands among those that are asked for, and nowhere else', () => {
  const someTexts = fc.array(fc.tuple(text, fc.boolean()), { maxLength: 100 });
  fc.assert(
    fc.property(someTexts, part, (texts, wanted) => {
      const store = new TextStore();
      texts.forEach(([each], slot) => store.set(slot, each));
      const among = [...texts.keys()].filter((slot) => texts[slot]![1]);
      expect(holding(store, wanted, among)).toEqual(among.filter((slot) => texts[slot]![0].includes(wanted)));
    }),
  );
});

test('long parts are found in long texts', () => {
  const long = fc.array(letters, { minLength: 200, maxLength: 700 }).map((list) => list.join(''));
  fc.assert(
    fc.property(long, fc.nat(200), fc.integer({ min: 1, max: 500 }), (whole, from, length) => {
      const store = new TextStore();
      const wanted = whole.slice(from, from + length);
      const texts = [
        whole,
        whole.slice(0, from + length - 1),
        whole.slice(from),
        `${whole.slice(from + 1)}${wanted}`,
        'a',
      ];
      texts.forEach((each, slot) => store.set(slot, each));
      const all = [...texts.keys()];
      expect(holding(store, wanted, all)).toEqual(all.filter((slot) => texts[slot]!.includes(wanted)));
    }),
  );
});

test('texts that were replaced are searched as they are now', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 70 }), part, (texts, wanted) => {
      const store = new TextStore(1);
      texts.forEach(([former], slot) => store.set(slot, former));
      texts.forEach(([former, present], slot) => expect(store.set(slot, present)).toBe(former !== present));
      const all = [...texts.keys()];
      expect(holding(store, wanted, all)).toEqual(all.filter((slot) => texts[slot]![1].includes(wanted)));
    }),
  );
});
