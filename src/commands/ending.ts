import type { Log } from '../platform/log.ts';

const LONG_MS = 2 ** 30;

/** Resolves when the user or the system asks this process to end; until it has ended, it stays. The second request ends it at once. */
export function askedToEnd(log: Log): Promise<void> {
  // Node ends a process (with 13) when nothing but a signal can happen in it, as between two tries of a connection.
  setInterval(() => undefined, LONG_MS);
  return new Promise((resolve) => {
    let since: number | null = null;
    const onSignal = () => {
      // conf's file writer re-raises every signal that it receives; that is not the user's second Ctrl+C.
      if (since !== null && performance.now() - since < 500) return;
      if (since !== null) process.exit(1);
      since = performance.now();
      log.info('Stopping');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
