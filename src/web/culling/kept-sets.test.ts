import { beforeEach, expect, test } from 'vitest';
import { libraryQuery } from '../api/library.ts';
import { queryClient } from '../api/query-client.ts';
import { inOrder } from './culling-link.ts';
import { keptSets } from './kept-sets.ts';

const shows = (library: string) =>
  queryClient.setQueryData(libraryQuery.queryKey, { state: 'ready', library } as never);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

beforeEach(() => {
  sessionStorage.clear();
  shows('/one.db');
});

test('five thousand pictures are kept by the tab; the history has a short name for them', () => {
  const name = keptSets.keep(numbers(5000));
  expect(name.length).toBeLessThan(24);
  expect(Object.keys(sessionStorage)).toEqual([name]);
  expect(keptSets.of(name)?.ids).toEqual(Int32Array.from(numbers(5000)));
  expect([keptSets.of(), keptSets.of('set 1')]).toEqual([null, null]);
});

test('in another library, the same numbers are other pictures', () => {
  const name = keptSets.keep([1, 2]);
  shows('/other.db');
  expect(keptSets.of(name)).toBeNull();
});

test('the oldest sets make room, and one that is too large for the tab lasts as long as the page', () => {
  const names = numbers(21).map((id) => keptSets.keep([id]));
  expect(names.map((name) => keptSets.of(name) !== null)).toEqual([false, ...Array<boolean>(20).fill(true)]);
  sessionStorage.clear();
  const large = keptSets.keep(numbers(3_000_000));
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(keptSets.of(large)?.ids.length).toBe(3_000_000);
});

test('a set has the order of the list; what its own marks have taken from the list follows', () => {
  expect(inOrder(new Set([3, 8, 1, 5]), [5, 4, 3, 2, 1])).toEqual([5, 3, 1, 8]);
});
