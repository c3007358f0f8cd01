import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startApp, type App, type AppOptions } from '../app/start.ts';
import { linkTo } from '../app/tray-actions.ts';
import { openTrayService } from '../app/tray-service.ts';
import { askForTrayHost } from '../app/tray-host-check.ts';
import { openOnDesktop } from '../desktop/browser.ts';
import { hasScreen, inheritedEnvironment, type Environment } from '../platform/environment.ts';
import { version } from '../platform/package-files.ts';
import { DataDirError } from '../settings/instance.ts';
import type { FetchedUpdate } from '../updates/install-update.ts';
import { adminClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { askedToEnd } from './ending.ts';
import { ownAutostart, ownCommand } from './own-command.ts';
import { print, printJson } from './print.ts';
import { replaceSelf } from './replace-self.ts';
import type { SharedOptions } from './shared-options.ts';

export interface StartOptions extends SharedOptions {
  /** Started by the desktop: nobody waits for a page. */
  atLogin: boolean;
}

/**
 * `safelight`: the server and the tray. Opens the gallery, or prints a link to it where no browser can be opened. Runs
 * until "Quit" or a signal. If a Safelight already runs on this data folder, only its gallery is opened.
 */
export async function start(options: StartOptions, environment: Environment): Promise<void> {
  const { dataDir, atLogin, json, log } = options;
  const say = (text: string) => {
    if (!json) print(text);
  };
  const handed = Promise.withResolvers<FetchedUpdate>();
  let appOptions: AppOptions = {
    ...options,
    environment,
    handOver: handed.resolve,
    autostart: ownAutostart(dataDir, environment),
    trayHost: () => askForTrayHost(environment),
    mcpCommand: ownCommand('mcp'),
  };
  const started = await startOrFind(appOptions);
  if ('running' in started) {
    say(`Safelight is already running: ${started.running}`);
    if (json) printJson({ url: started.running });
    if (!atLogin) await openFirst(options, environment, say);
    return;
  }

  let app: App | null = started;
  const asked = askedToEnd(log);
  print(json ? JSON.stringify({ url: app.url, version }) : `Safelight is listening on ${app.url}`);

  let turn: Promise<unknown> = Promise.resolve();
  const restart = () => {
    const again = turn.then(async (): Promise<App> => {
      if (app) appOptions = await optionsNow(appOptions, app);
      const before = app;
      app = null;
      await before?.stop();
      return (app = await startApp(appOptions));
    });
    turn = again.catch(() => undefined);
    return again;
  };
  const quit = Promise.withResolvers<undefined>();
  const desk = await openTrayService({
    source: app,
    dataDir,
    env: inheritedEnvironment(),
    restart,
    quit: () => quit.resolve(undefined),
    log,
  });

  const isOpening = !atLogin && app.settings.get().openBrowserAtStart && hasScreen(environment);
  void Promise.all([isOpening && openOnDesktop(linkTo(app), { what: 'The gallery', log }), desk.ready]).then(
    ([isOpen, { shown }]) => {
      if (app && !isOpen && (isOpening || !shown)) sayLink(say, app.signInLink());
    },
  );

  const update = await Promise.race([asked, quit.promise, handed.promise]);
  await desk.close();
  await turn;
  await (app as App | null)?.stop();
  // The browser shows the gallery already.
  const again = [...process.argv.slice(2), ...(atLogin ? [] : ['--at-login'])];
  if (update) await replaceSelf(update, { ...options, again, asked });
}

/** If another one is about to start or a command works on the settings, it takes a moment to find out which. */
async function startOrFind(options: AppOptions): Promise<App | { running: string }> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    try {
      return await startApp(options);
    } catch (error) {
      if (!(error instanceof DataDirError) || !error.isTaken) throw error;
      if (error.running) return { running: error.running.url };
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** Opens the gallery of the running Safelight. */
async function openFirst(
  { dataDir, json, log }: SharedOptions,
  environment: Environment,
  say: (text: string) => void,
): Promise<void> {
  const link = async (body: { only_here?: boolean }) => {
    const admin = adminClient(dataDir);
    if (!admin) throw new CommandError('The running Safelight has just stopped. Start it again.');
    return z.object({ url: z.url() }).parse(await admin.request('POST', '/sign-in-links', body)).url;
  };
  const isOpen =
    hasScreen(environment) && (await openOnDesktop(await link({ only_here: true }), { what: 'The gallery', log }));
  if (!isOpen && !json) sayLink(say, await link({}));
}

const sayLink = (say: (text: string) => void, link: string) =>
  say(`Open the gallery: ${link} (this link works once, within a minute; for a new one: safelight sign-in-link)`);

/**
 * The options for a restart: those from the command line that nobody has changed since. A free port that was chosen
 * stays the same, for the pages that are open.
 */
async function optionsNow(options: AppOptions, app: App): Promise<AppOptions> {
  const { command_line } = await app.admin.settings();
  const isGiven = (name: string) => command_line.includes(name);
  const { SAFELIGHT_LIBRARY: _library, SAFELIGHT_DARKTABLE_CACHE: _cache, ...environment } = options.environment;
  return {
    ...options,
    environment,
    library: isGiven('library') ? (options.library ?? options.environment.SAFELIGHT_LIBRARY) : undefined,
    darktableCache: isGiven('darktableCache')
      ? (options.darktableCache ?? options.environment.SAFELIGHT_DARKTABLE_CACHE)
      : undefined,
    host: isGiven('host') ? options.host : undefined,
    port: isGiven('port') ? Number(new URL(app.url).port) : undefined,
  };
}
