import { expect, onTestFinished, test, vi } from 'vitest';
import { openThrottle } from './throttle.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

test.each([
  ['back by a year', -YEAR_MS],
  ['forward by a year', YEAR_MS],
])('nobody has to wait for longer than a minute after the clock was set %s', async (_name, jumpMs) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const throttle = openThrottle();
  const guess = { address: '192.0.2.1', clientId: 'frame', isRegistered: true };
  for (let count = 0; count < 10; count += 1) await throttle.failed(guess);
  vi.setSystemTime(Date.now() + jumpMs);
  const refused = (await throttle.check(guess).catch((error: unknown) => error)) as { retryAfterSeconds?: number };
  expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
});
