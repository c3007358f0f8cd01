import { expect, test } from 'vitest';
import { burstAround, isOneBurst, type Taken } from './bursts.ts';

const taken = (seconds: number | null, group_id: number | null = null, id = 1): Taken => ({
  id,
  group_id,
  datetime_taken: seconds === null ? null : new Date(Date.UTC(2024, 4, 1) + seconds * 1000).toISOString().slice(0, 23),
});

test.each([
  ['two seconds apart', taken(0), taken(2), true],
  ['more than that', taken(0), taken(2.001), false],
  ['the other way round, as newest first has it', taken(1.5), taken(0), true],
  ['of one group, hours apart', taken(0, 5), taken(9000, 5), true],
  ['of two groups', taken(0, 5), taken(9000, 6), false],
  ['without a time', taken(null), taken(null), false],
  ['without a time, but of one group', taken(null, 5), taken(null, 5), true],
  ['at the end of the list', taken(0), undefined, false],
] as const)('%s', (_, one, other, isOne) => {
  expect(isOneBurst(one, other)).toBe(isOne);
});

test('a burst goes on while each follows the one before, however long it is', () => {
  const list = [0, 100, 101.5, 103, 104.5, 200].map((seconds) => taken(seconds));
  const at = (index: number) => burstAround(index, (place) => list[place]);
  expect([at(0), at(1), at(3), at(4), at(5)]).toEqual([
    { first: 0, last: 0 },
    ...[1, 2, 3].map(() => ({ first: 1, last: 4 })),
    { first: 5, last: 5 },
  ]);
});
