import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { sourceCommit, sourceDate } from './source-date.ts';

test('SOURCE_DATE_EPOCH tells the time of a package', () => {
  expect(sourceDate(tmpdir(), { SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000);
});

test('what is no time, and no history, is refused in one line', () => {
  expect(() => sourceDate(tmpdir(), { SOURCE_DATE_EPOCH: 'today' })).toThrow('seconds since 1970, not today');
  expect(() => sourceDate(tmpdir(), {})).toThrow('SOURCE_DATE_EPOCH must tell the time');
});

test('sources outside of a git history have no commit', () => {
  expect(sourceCommit(tmpdir())).toBeNull();
  expect(sourceCommit(import.meta.dirname)).toMatch(/^[0-9a-f]{10}(-dirty)?$/);
});
