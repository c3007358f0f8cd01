import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openNotifier, type NotificationKind } from '../desktop/notifications.ts';
import { panelColour } from '../desktop/panel-colour.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { assetsDir, version } from '../platform/package-files.ts';
import type { Settings } from '../settings/settings-store.ts';
import type { TrayState } from '../tray/tray-menu.ts';
import { openTray, type TrayStatus } from '../tray/tray.ts';
import { notifyDesktop } from './desktop-notifications.ts';
import { trayActions } from './tray-actions.ts';
import { followTrayState, trayState, type TraySource } from './tray-state.ts';

/** The running program, as the desktop sees it. */
export interface RunningProgram extends TraySource {
  readonly settings: Pick<Settings, 'get'>;
}

export interface TrayServiceOptions {
  source: RunningProgram;
  dataDir: string;
  /** All variables of this process. */
  env: NodeJS.ProcessEnv;
  /** Ends the server and starts it anew; gives the new one. */
  restart: () => Promise<RunningProgram>;
  /** Ends the program. */
  quit: () => void;
  log: Log;
}

/** Tray and notifications of this desktop, about the server that runs, also when that is another one meanwhile. */
export interface TrayService {
  /** Whether there is an icon, or why not. Comes within seconds. */
  readonly ready: Promise<TrayStatus>;
  close(): Promise<void>;
}

const SWITCHES = {
  exported: 'notifyExports',
  failed: 'notifyFailures',
  'bridge-lost': 'notifyBridgeLost',
} as const satisfies Record<NotificationKind, string>;
/** Longer than that nobody waits for the first icon: darktable may have to be asked for its version. */
const FIRST_MS = 1_000;

/** Where no icon can be shown, `ready` says why and the log has a line of it. Never throws for that. */
export async function openTrayService(options: TrayServiceOptions): Promise<TrayService> {
  const { dataDir, env, quit, log } = options;
  const ending = new AbortController();
  const icons = join(assetsDir, 'icons');
  let source: RunningProgram | null = options.source;
  let state =
    (await Promise.race([trayState(source).catch(() => null), sleep(FIRST_MS, null, { ref: false })])) ?? EMPTY;
  let restarting: Promise<void> | null = null;

  const settings = () => (source ?? options.source).settings.get();
  const notifier = openNotifier({
    wants: (kind) => settings()[SWITCHES[kind]],
    icon: join(icons, 'app-128.png'),
    env,
    log,
  });

  const restart = async () => {
    unfollow();
    source = null;
    show({
      ...state,
      url: null,
      indexing: null,
      attention: null,
      darktable: { state: 'closed', text: 'Starting again…' },
    });
    try {
      follow(await options.restart());
      log.info('The server was started again');
    } catch (error) {
      log.error({ err: error }, 'The server could not be started again');
      const why = `Safelight does not run: ${reasonOf(error)}`;
      show({ ...state, darktable: { state: 'closed' }, attention: why });
      notifier.tell({ title: 'Safelight could not be started again', body: reasonOf(error), urgent: true });
    }
  };
  const actions = trayActions({
    source: () => source,
    notifier,
    // Whoever clicks meanwhile waits for the same one.
    restart: () => (restarting ??= restart().finally(() => (restarting = null))),
    quit,
    env,
    log,
    ending: ending.signal,
  });
  const panel = await panelColour(env);
  const tray = openTray({
    state,
    actions,
    log,
    folder: join(dataDir, 'tray'),
    iconDir: icons,
    env,
    ...(panel === undefined ? {} : { panel }),
  });
  const show = (now: TrayState) => {
    state = now;
    tray.update(now);
  };

  let followed: { close(): void }[] = [];
  const unfollow = () => {
    for (const each of followed.splice(0)) each.close();
  };
  const follow = (now: RunningProgram) => {
    source = now;
    if (ending.signal.aborted) return;
    const news = notifyDesktop(now, notifier);
    const following = followTrayState(now, (seen) => {
      news.see(seen);
      show(seen);
    });
    followed = [following, news];
  };
  follow(source);

  return {
    ready: tray.ready,
    async close() {
      ending.abort();
      unfollow();
      await Promise.all([tray.close(), notifier.close()]);
    },
  };
}

const EMPTY: TrayState = {
  version,
  url: null,
  darktable: { state: 'closed', text: 'Looking for darktable…' },
  queues: { refresh: 0, export: 0 },
  paused: false,
  library: { ready: true, message: '' },
  indexing: null,
  attention: null,
  clients: [],
  recentExports: [],
  settings: { readOnly: false, autostart: null, lan: false },
};
