import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { handleInBatch, oncePerBatch } from './request-batch.ts';

test('requests of one turn are handled in their order, after all of them have arrived', async () => {
  const told: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    told.push(`${name} arrives`);
    handleInBatch(() => void told.push(name));
  }
  await turn();
  expect(told).toEqual(['first arrives', 'second arrives', 'third arrives', 'first', 'second', 'third']);
});

test('what is read for one of them serves the others, the next turn reads anew, and so does whoever waited', async () => {
  let stamp = 0;
  const read = oncePerBatch(() => (stamp += 1));
  const seen: number[] = [];
  const waited = Promise.withResolvers<number>();
  handleInBatch(() => void seen.push(read()));
  handleInBatch(() => {
    seen.push(read());
    void Promise.resolve().then(() => waited.resolve(read()));
  });
  await turn();
  expect(seen).toEqual([1, 1]);
  expect(await waited.promise).toBe(2);
  handleInBatch(() => void seen.push(read(), read()));
  await turn();
  expect(seen).toEqual([1, 1, 3, 3]);
  expect([read(), read()]).toEqual([4, 5]);
});

test('one that arrives while a batch is handled comes with the next', async () => {
  const read = oncePerBatch(() => Symbol('state'));
  const seen: symbol[] = [];
  handleInBatch(() => {
    seen.push(read());
    handleInBatch(() => void seen.push(read()));
  });
  await turn();
  await turn();
  expect(seen).toHaveLength(2);
  expect(seen[0]).not.toBe(seen[1]);
});
