import { vi } from 'vitest';

/** As for `expect.poll` in vitest.config.ts. Unlike that, `vi.waitFor` has no setting: it would give up after a second. */
const PATIENCE_MS = 60_000;

const { waitFor, waitUntil } = vi;

/** A number is a timeout, too. */
const patient = (options: Options = {}): Options =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
type Options = Parameters<typeof waitFor>[1];

// Files that share a process run this more than once.
if (waitFor.name !== 'waitForPatiently') {
  vi.waitFor = function waitForPatiently(callback, options) {
    return waitFor(callback, patient(options));
  };
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}
