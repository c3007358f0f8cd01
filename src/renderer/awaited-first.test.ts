import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AwaitedFirst } from './awaited-first.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Somebody waited for a picture at these times, and for none since. */
function stage() {
  let lastMs = -Infinity;
  const onRest = vi.fn();
  const awaited = new AwaitedFirst({ unawaitedMs: () => performance.now() - lastMs, onRest });
  return { awaited, onRest, wait: () => (lastMs = performance.now()) };
}

test('jobs begin at once where nobody has waited for a picture', () => {
  expect(stage().awaited.holdsBack()).toBe(false);
});

test('jobs wait for three seconds after the last picture that somebody waited for, and then are told', () => {
  const { awaited, onRest, wait } = stage();
  wait();
  expect(awaited.holdsBack()).toBe(true);
  vi.advanceTimersByTime(2_000);
  wait();
  expect(awaited.holdsBack()).toBe(true);
  vi.advanceTimersByTime(2_900);
  expect(onRest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(onRest).toHaveBeenCalledOnce();
  expect(awaited.holdsBack()).toBe(false);
});

test.each([
  ['and after it', 'picture', true],
  ['but not when it could not be made, as a job has to', null, false],
])('jobs wait while the picture of an edit is made, %s', async (_, picture, isHeldThen) => {
  const { awaited } = stage();
  let end = (_: string | null): void => undefined;
  const making = awaited.during(new Promise<string | null>((resolve) => (end = resolve)));
  expect(awaited.holdsBack()).toBe(true);
  end(picture);
  await making;
  expect(awaited.holdsBack()).toBe(isHeldThen);
});

test('one job begins every minute, however much somebody edits', () => {
  const { awaited, wait } = stage();
  const begun: number[] = [];
  for (let second = 1; second <= 130; second++) {
    wait();
    if (!awaited.holdsBack()) {
      awaited.noteBegun();
      begun.push(second);
    }
    vi.advanceTimersByTime(1_000);
  }
  expect(begun).toEqual([61, 122]);
});

test('the minute ends with the editing, even when no job is left and nobody asks', () => {
  const { awaited, wait } = stage();
  wait();
  expect(awaited.holdsBack()).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  wait();
  expect(awaited.holdsBack()).toBe(true);
});

test('after closing, nothing is told any more', () => {
  const { awaited, onRest, wait } = stage();
  awaited.close();
  wait();
  awaited.holdsBack();
  vi.advanceTimersByTime(10_000);
  expect(onRest).not.toHaveBeenCalled();
});
