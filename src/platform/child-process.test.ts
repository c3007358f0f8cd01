import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleEnd, Restarts } from './child-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what dies again and again is started after longer and longer waits, after a long life soon again', () => {
  const starts: number[] = [];
  const restarts = new Restarts(
    () => {
      starts.push(performance.now());
      restarts.noteStart();
    },
    { firstMs: 100, slowestMs: 350, resetAfterMs: 1000 },
  );
  const waits = Array.from({ length: 4 }, () => {
    const wait = restarts.plan();
    vi.advanceTimersByTime(wait);
    return wait;
  });
  expect([waits, starts.length]).toEqual([[100, 200, 350, 350], 4]);
  vi.advanceTimersByTime(1001);
  expect(restarts.plan()).toBe(100);
  restarts.stop();
  vi.advanceTimersByTime(1000);
  expect(starts).toHaveLength(4);
});

test('what is used is not ended, and what nobody used for a while is', async () => {
  const end = vi.fn();
  const idle = new IdleEnd(end, 100);
  const long = Promise.withResolvers<undefined>();
  const using = idle.use(() => long.promise);
  await expect(idle.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  vi.advanceTimersByTime(1000);
  expect(end).not.toHaveBeenCalled();
  long.resolve(undefined);
  await using;
  vi.advanceTimersByTime(99);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  await idle.use(() => Promise.resolve());
  idle.close();
  vi.advanceTimersByTime(1000);
  expect(end).toHaveBeenCalledOnce();
});
