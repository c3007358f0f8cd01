import { expect, test } from 'vitest';
import type { ColorLabel } from '../../contract/color-labels.ts';
import { countMarks, shareLabelled, shareRated } from './mark-counts.ts';

const picture = (rating: number, ...color_labels: ColorLabel[]) => ({ rating, color_labels });
const starsOf = (marks: ReturnType<typeof countMarks>) => [1, 2, 3, 4, 5].map((least) => shareRated(marks, least, 5));

test('what all pictures share is filled, what some have is half: of two and four stars, two are filled and two half', () => {
  const marks = countMarks([picture(2, 'red', 'blue'), picture(4, 'blue')]);
  expect(starsOf(marks)).toEqual([true, true, 'mixed', 'mixed', false]);
  expect([shareRated(marks, 2), shareRated(marks, 3), shareRated(marks, -1)]).toEqual(['mixed', false, false]);
  expect((['red', 'blue', 'green'] as const).map((label) => shareLabelled(marks, label))).toEqual([
    'mixed',
    true,
    false,
  ]);
});

test('a reject has no stars that could be seen', () => {
  const marks = countMarks([picture(-1), picture(3)]);
  expect(starsOf(marks)).toEqual(['mixed', 'mixed', 'mixed', false, false]);
  expect(shareRated(marks, -1)).toBe('mixed');
  expect(shareRated(countMarks([picture(-1), picture(-1)]), -1)).toBe(true);
});

test('of no pictures, and of those that are not known yet, nothing is filled', () => {
  expect(starsOf(countMarks([]))).toEqual([false, false, false, false, false]);
});

test('what the service has counted of five thousand is the same', () => {
  const marks = {
    images: 5000,
    ratings: [
      { rating: 0, count: 1 },
      { rating: 3, count: 4999 },
    ],
    color_labels: [{ label: 'green' as const, count: 5000 }],
  };
  expect(starsOf(marks)).toEqual(['mixed', 'mixed', 'mixed', false, false]);
  expect(shareLabelled(marks, 'green')).toBe(true);
});
