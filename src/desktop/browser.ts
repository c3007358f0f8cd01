import open from 'open';
import { reasonOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** A browser that is started this way may stay in the foreground of its starter: after a while it counts as opened. */
const FAILS_WITHIN_MS = 10_000;

/**
 * Opens a page in the browser, or a file or folder in the program that the desktop has for it. True when it was opened, as far
 * as anybody can tell; the log says why not. `what` stands for it in the log: a link may hold a secret.
 */
export async function openOnDesktop(
  target: string,
  { what, log, failsWithinMs = FAILS_WITHIN_MS }: { what: string; log: Log; failsWithinMs?: number },
): Promise<boolean> {
  // Without `wait` a failure would go unseen. The wait itself is bounded.
  const opening = open(target, { wait: true }).then(
    ({ exitCode }) => (exitCode === 0 || exitCode === null ? null : `it ended with code ${exitCode}`),
    (error: unknown) => reasonOf(error),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, failsWithinMs, null);
    timer.unref();
  });
  const reason = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (reason === null) return true;
  // The link may be part of the reason.
  log.warn(`${what} could not be opened: ${reason.replaceAll(target, what)}`);
  return false;
}
