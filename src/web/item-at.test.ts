import { expect, test } from 'vitest';
import { itemAt } from './item-at.ts';

test('an item is read within its list, and an index beside it is a fault', () => {
  const list = Uint8Array.of(7, 0);
  expect(itemAt(list, 1)).toBe(0);
  expect(() => itemAt(list, 2)).toThrow('No item 2 of 2');
  expect(() => itemAt(list, NaN)).toThrow(RangeError);
});
