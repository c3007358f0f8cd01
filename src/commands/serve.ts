import { startApp } from '../app.ts';
import { askForTrayPlace } from '../app/tray-question.ts';
import type { Environment } from '../environment.ts';
import type { SharedOptions } from './shared-options.ts';

/**
 * `safelight serve`: the server without a tray. Says where it listens on standard output once it can answer, and runs
 * until SIGINT or SIGTERM; a second one ends it at once.
 */
export async function serve(options: SharedOptions, environment: Environment, gallery: boolean): Promise<void> {
  const app = await startApp({ ...options, environment, trayPlace: () => askForTrayPlace(environment) });
  if (options.json) console.log(JSON.stringify({ url: app.url }));
  else console.log(`Safelight is listening on ${app.url}`);
  if (gallery)
    console.log(
      `Open the gallery: ${app.signInLink()} (this link works once, for a minute; then: safelight sign-in-link)`,
    );

  await new Promise<void>((resolve) => {
    let stoppingSince: number | null = null;
    const onSignal = () => {
      // conf's file writer raises every signal that it hears once more; that is not the user's second Ctrl+C.
      if (stoppingSince !== null && performance.now() - stoppingSince < 500) return;
      if (stoppingSince !== null) process.exit(1);
      stoppingSince = performance.now();
      options.log.info('Stopping');
      void app.stop().then(resolve);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
