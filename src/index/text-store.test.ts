import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextStore } from './text-store.ts';

/** Few letters, so that parts are found; some beyond ASCII. */
const letters = fc.constantFrom('a', 'b', 'z', '0', '9', '_', '.', ' ', 'ä', '山', '\n');
const text = fc.array(letters, { maxLength: 12 }).map((list) => list.join(''));
const part = fc.array(letters, { minLength: 1, maxLength: 4 }).map((list) => list.join(''));

const kept = (store: TextStore, wanted: string, slots: number[], sure: number[] = []) => {
  const into = Uint32Array.from(slots);
  const length = store.keep(
    wanted,
    into,
    slots.length,
    Uint8Array.from(slots, (_, at) => sure[at] ?? 0),
    into,
  );
  return [...into.subarray(0, length)];
};

test('a part is found wherever it stands, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), part, (texts, wanted) => {
      const store = new TextStore();
      texts.forEach((each, slot) => store.set(slot, each));
      const slots = texts.map((_, slot) => slot).reverse();
      expect(kept(store, wanted, slots)).toEqual(slots.filter((slot) => texts[slot]!.includes(wanted)));
    }),
  );
});

test('a text that was replaced is searched as it is now', () => {
  const store = new TextStore(1);
  store.set(0, 'heron.nef');
  expect(store.set(0, 'heron.nef')).toBe(false);
  expect(store.set(0, 'crane.nef')).toBe(true);
  expect(kept(store, 'heron', [0])).toEqual([]);
  expect(kept(store, 'cran', [0])).toEqual([0]);
});

test('what is sure stays without having the part, in its place', () => {
  const store = new TextStore();
  ['heron', 'fox', 'hare', 'otter'].forEach((each, slot) => store.set(slot, each));
  expect(kept(store, 'her', [3, 2, 1, 0], [0, 0, 1, 0])).toEqual([1, 0]);
});
