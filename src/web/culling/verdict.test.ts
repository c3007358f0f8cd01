import { describe, expect, test } from 'vitest';
import {
  countVerdicts,
  idsOf,
  type Newer,
  pickStars,
  positionOf,
  verdictIn,
  verdictOf,
  type Verdicts,
} from './verdict.ts';

const rollOfOneStars = new Set([7]);

test.each([
  ['no stars', 0, 1, 'undecided'],
  ['one star', 1, 1, 'picks'],
  ['one star, in a roll where it means nothing yet', 1, 7, 'undecided'],
  ['two stars, in such a roll', 2, 7, 'picks'],
  ['rejected, in such a roll', -1, 7, 'rejects'],
] as const)('%s', (_, rating, film_id, verdict) => {
  expect(verdictOf({ rating, film_id }, rollOfOneStars)).toBe(verdict);
});

test('a flick in a roll of one stars gives two: one would not make a pick', () => {
  expect([pickStars(1, rollOfOneStars), pickStars(7, rollOfOneStars)]).toEqual([1, 2]);
});

describe('a list of five, of which the second is a pick and the fourth a reject', () => {
  const verdicts: Verdicts = { ids: Int32Array.of(11, 12, 13, 14, 15), picks: new Set([12]), rejects: new Set([14]) };
  const none: Newer = new Map();
  const newer: Newer = new Map([
    [11, 'picks'],
    [12, 'undecided'],
    [13, 'undecided'],
    [14, 'picks'],
  ]);

  test('what was seen since counts more than what the lists said', () => {
    expect([12, 13, 14].map((id) => verdictIn(verdicts, none, id))).toEqual(['picks', 'undecided', 'rejects']);
    expect([12, 13, 14].map((id) => verdictIn(verdicts, newer, id))).toEqual(['undecided', 'undecided', 'picks']);
  });

  test('a filter leaves the order as it is, and can keep one picture that does not fit', () => {
    expect([...idsOf(verdicts, none, 'undecided')]).toEqual([11, 13, 15]);
    expect([...idsOf(verdicts, none, 'undecided', 14)]).toEqual([11, 13, 14, 15]);
    expect([...idsOf(verdicts, newer, 'picks')]).toEqual([11, 14]);
    expect(idsOf(verdicts, newer, 'all')).toBe(verdicts.ids);
  });

  test('the numbers are those of the filters', () => {
    expect(countVerdicts(verdicts, none)).toEqual({ all: 5, picks: 1, rejects: 1, undecided: 3 });
    const counts = countVerdicts(verdicts, newer);
    for (const shown of ['all', 'picks', 'rejects', 'undecided'] as const)
      expect([shown, counts[shown]]).toEqual([shown, idsOf(verdicts, newer, shown).length]);
  });

  test.each([
    ['where it is', 13, [11, 13, 15], 1],
    ['else at the next that is left', 12, [11, 13, 15], 1],
    ['after the last, at the last', 15, [11, 13], 1],
    ['not in the list at all: at the first', 99, [11, 13], 0],
    ['nothing is left', 12, [], 0],
    ['no picture yet', null, [11, 13], 0],
  ] as const)('one is %s', (_, id, some, at) => {
    expect(positionOf(id, Int32Array.from(some), verdicts.ids)).toBe(at);
  });
});
