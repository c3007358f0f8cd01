import { expect, onTestFinished, test, vi } from 'vitest';
import { FarmWorkers } from './farm-workers.ts';

const DAY_MS = 24 * 3_600_000;

test.each([-DAY_MS, DAY_MS])('a worker that was just heard is there when the clock moves by %i ms', (jumpMs) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const workers = new FarmWorkers();
  workers.hear('one', { version: '4.2.1', cores: 4, state: 'idle', job: null, sharedFolders: [], reason: null });
  workers.noteDone('one');
  const before = workers.list()[0]!;
  vi.setSystemTime(Date.now() + jumpMs);
  expect(workers.list()).toEqual([before]);
  expect(workers.atWork()).toEqual(['one']);
});
