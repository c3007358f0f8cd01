import { expect, test } from 'vitest';
import { didYouMean, nearest } from './did-you-mean.ts';

const SCOPES = ['images:read', 'previews:read', 'admin'];

test.each([
  ['image:read', 'images:read'],
  ['ADMIN', 'admin'],
  ['adm', 'admin'],
  ['zzzz', null],
  ['x'.repeat(10_000), null],
])('%s may stand for %s', (word, near) => {
  expect(nearest(word, SCOPES)).toBe(near);
  expect(didYouMean(word, SCOPES)).toBe(near === null ? '' : `did you mean ${near}?`);
});
