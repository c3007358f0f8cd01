import { expect, test } from 'vitest';
import { TagSets } from './tag-sets.ts';

test('sets are found by any of their tags, also those that came later', () => {
  const sets = [[], [7, 8], [8, 900_000]].map((tags) => Int32Array.from(tags));
  const tagSets = new TagSets();
  tagSets.follow(sets);
  expect([...tagSets.withOneOf([7])]).toEqual([0, 1, 0]);
  sets.push(Int32Array.of(7));
  tagSets.follow(sets);
  expect([...tagSets.withOneOf([900_000, 7])]).toEqual([0, 1, 1, 1]);
  expect([...tagSets.withOneOf([12])]).toEqual([0, 0, 0, 0]);
});
