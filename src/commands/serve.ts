import { startApp } from '../app/start.ts';
import { askForTrayHost } from '../app/tray-host-check.ts';
import type { Environment } from '../platform/environment.ts';
import { version } from '../platform/package-files.ts';
import type { FetchedUpdate } from '../updates/install-update.ts';
import { askedToEnd } from './ending.ts';
import { ownAutostart, ownCommand } from './own-command.ts';
import { print } from './print.ts';
import { replaceSelf } from './replace-self.ts';
import type { SharedOptions } from './shared-options.ts';

export interface ServeOptions extends SharedOptions {
  /** Started by a Safelight that would make room for this version: ends with it. */
  onTrial: boolean;
}

/**
 * `safelight serve`: the server without a tray. Prints its address once it can answer, and runs until SIGINT or
 * SIGTERM; a second signal ends it at once.
 */
export async function serve(options: ServeOptions, environment: Environment): Promise<void> {
  const handed = Promise.withResolvers<FetchedUpdate>();
  const app = await startApp({
    ...options,
    environment,
    autostart: ownAutostart(options.dataDir, environment),
    trayHost: () => askForTrayHost(environment),
    mcpCommand: ownCommand('mcp'),
    handOver: options.onTrial ? undefined : handed.resolve,
  });
  print(options.json ? JSON.stringify({ url: app.url, version }) : `Safelight is listening on ${app.url}`);
  const asked = askedToEnd(options.log);
  const update = await Promise.race([asked, ...(options.onTrial ? [inputEnds()] : []), handed.promise]);
  await app.stop();
  if (update) await replaceSelf(update, { ...options, again: process.argv.slice(2), asked });
}

/** However the process at the other end of the pipe ended. */
const inputEnds = () =>
  new Promise<void>((resolve) => {
    for (const event of ['end', 'error', 'close']) process.stdin.once(event, () => resolve());
    process.stdin.resume();
  });
