import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { sourceDate } from './source-date.ts';

test('SOURCE_DATE_EPOCH tells the time of a package', () => {
  expect(sourceDate(tmpdir(), { SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000);
});

test('what is no time, and no history, is refused in one line', () => {
  expect(() => sourceDate(tmpdir(), { SOURCE_DATE_EPOCH: 'today' })).toThrow('seconds since 1970, not today');
  expect(() => sourceDate(tmpdir(), {})).toThrow('SOURCE_DATE_EPOCH must tell the time');
});
