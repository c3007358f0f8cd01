import { expect, test } from 'vitest';
import { clippingMarks } from './clipping.ts';

const marks = (...rgb: [number, number, number]) => {
  const [red, , blue, shown] = clippingMarks(new Uint8ClampedArray([...rgb, 255]));
  if (shown === 0) return 'none';
  return red! > blue! ? 'upper' : 'lower';
};

test('one channel at its upper end is marked, and none but all at the lower one', () => {
  expect(marks(255, 128, 0)).toBe('upper');
  expect(marks(12, 253, 40)).toBe('upper');
  expect(marks(0, 0, 0)).toBe('lower');
  expect(marks(0, 0, 1)).toBe('none');
  expect(marks(252, 252, 252)).toBe('none');
});
