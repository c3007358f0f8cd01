import type { ChildProcess } from 'node:child_process';
import open from 'open';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** A browser started this way may stay in the foreground: after a while it counts as opened. */
const FAILS_WITHIN_MS = 10_000;

/**
 * Opens a page in the browser, or a file or folder in the desktop's program for it. True when it was opened, as far as
 * anybody can tell; the log says why not. `what` replaces it in the log: a link may hold a secret.
 */
export async function openOnDesktop(
  target: string,
  { what, log, failsWithinMs = FAILS_WITHIN_MS }: { what: string; log: Log; failsWithinMs?: number },
): Promise<boolean> {
  // Not with `wait`: the browser would then belong to our terminal, and end with it.
  const opening = open(target).then(endOf, reasonOf);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    // Keeps a command alive that does nothing else; the child does not.
    timer = setTimeout(resolve, failsWithinMs, null);
  });
  const reason = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (reason === null) return true;
  // The reason may contain the link.
  log.warn({ what, reason: reason.replaceAll(target, what) }, 'This could not be opened in the browser');
  return false;
}

/** Why the program that opens it failed; null when it succeeded. */
const endOf = (child: ChildProcess) =>
  new Promise<string | null>((resolve) => {
    const told = (code: number | null) => resolve(code === 0 || code === null ? null : `it ended with code ${code}`);
    if (child.exitCode !== null || child.signalCode !== null) told(child.exitCode);
    child.once('exit', told);
    child.once('error', (error) => resolve(reasonOf(error)));
  });
