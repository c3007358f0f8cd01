import { expect, test } from 'vitest';
import type { Decoded } from './decoded-pictures.ts';
import { betterOf } from './real-pixels.ts';

const decoded = (naturalWidth: number, isStale = false) => ({ element: { naturalWidth }, isStale }) as Decoded;

test.each([
  ['the larger one', decoded(2560), decoded(1440), 'first'],
  ['the preview, where the camera’s own picture is small', decoded(1366), decoded(1920), 'second'],
  ['the one with the edits, however small', decoded(6000, true), decoded(1440), 'second'],
  ['the only one', null, decoded(1440), 'second'],
] as const)('of two pictures, %s is shown', (_, first, second, better) => {
  expect(betterOf(first, second)).toBe(better === 'first' ? first : second);
});
