import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('two at once, in the order in which they came, also when one fails', async () => {
  const inTurn = atMost(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const all = ends.map(({ promise }, at) =>
    inTurn(() => {
      begun.push(at);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]!.reject(new Error('no'));
  await expect(all[1]).rejects.toThrow('no');
  expect(begun).toEqual([0, 1, 2]);
  for (const [at, end] of ends.entries()) end.resolve(at);
  expect(await Promise.all([all[0], all[2], all[3], all[4]])).toEqual([0, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
