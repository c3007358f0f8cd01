import type { Log } from '../platform/log.ts';

/** Resolves when the user or the system asks this process to end. The second request ends it at once. */
export function askedToEnd(log: Log): Promise<void> {
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
