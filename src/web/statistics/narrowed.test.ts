import { expect, test } from 'vitest';
import { EVERYTHING, readView, writeView } from '../gallery/gallery-view.ts';
import { narrowed } from './narrowed.ts';

test.each([
  ['', { ratingMin: 2, ratingMax: null }, '?rating_min=2'],
  ['rating_max=3', { ratingMin: 2, ratingMax: null }, '?rating_min=2&rating_max=3'],
  ['rating_min=4', { ratingMin: 2 }, '?rating_min=4'],
  ['from=2024-06-01&to=2024-06-30', { from: '2024-01-01', to: '2024-12-31' }, '?from=2024-06-01&to=2024-06-30'],
  ['from=2023-06-01&to=2024-06-30', { from: '2024-01-01', to: '2024-12-31' }, '?from=2024-01-01&to=2024-06-30'],
  ['iso_min=100&iso_max=800', { iso_min: 400, iso_max: 400 }, '?iso_min=400&iso_max=400'],
  ['unknown=lens', { unknown: ['camera'] }, '?unknown=lens%2Ccamera'],
  ['lens=old&tag=sea', { lenses: ['XF35'], hour: 7 }, '?tag=sea&lens=XF35&hour=7'],
] as const)('%s and %o is %s', (address, more, both) => {
  expect(writeView(narrowed({ ...EVERYTHING, ...readView(new URLSearchParams(address)) }, more))).toBe(both);
});
