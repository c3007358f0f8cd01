import { startApp } from '../app/start.ts';
import { askForTrayHost } from '../app/tray-host-check.ts';
import type { Environment } from '../platform/environment.ts';
import { askedToEnd } from './ending.ts';
import { ownAutostart } from './own-command.ts';
import { print } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/**
 * `safelight serve`: the server without a tray. Prints its address once it can answer, and runs until SIGINT or
 * SIGTERM; a second signal ends it at once.
 */
export async function serve(options: SharedOptions, environment: Environment): Promise<void> {
  const app = await startApp({
    ...options,
    environment,
    autostart: ownAutostart(options.dataDir, environment),
    trayHost: () => askForTrayHost(environment),
  });
  print(options.json ? JSON.stringify({ url: app.url }) : `Safelight is listening on ${app.url}`);
  await askedToEnd(options.log);
  await app.stop();
}
