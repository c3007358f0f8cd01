import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { desktopLanguage, loadDesktopWords } from '../desktop/desktop-words.ts';
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

/** The running program, as the tray needs it. */
export interface RunningProgram extends TraySource {
  readonly settings: Pick<Settings, 'get' | 'isChosen'>;
}

export interface TrayServiceOptions {
  source: RunningProgram;
  dataDir: string;
  /** All variables of this process. */
  env: NodeJS.ProcessEnv;
  /** Restarts the server and returns the new one. */
  restart: () => Promise<RunningProgram>;
  /** Ends the program. */
  quit: () => void;
  log: Log;
}

/** The tray and the notifications. They survive a restart of the server. */
export interface TrayService {
  /** Whether the icon is shown, or why not. Resolves within seconds. */
  readonly ready: Promise<TrayStatus>;
  close(): Promise<void>;
}

const SWITCHES = {
  exported: 'notifyExports',
  failed: 'notifyFailures',
  'bridge-lost': 'notifyBridgeLost',
} as const satisfies Record<NotificationKind, string>;
/** The first icon appears after this time at the latest: asking darktable for its version can take longer. */
const FIRST_MS = 1_000;

/** Never throws when no icon can be shown: `ready` and the log say why. */
export async function openTrayService(options: TrayServiceOptions): Promise<TrayService> {
  const { dataDir, env, quit, log } = options;
  const ending = new AbortController();
  const icons = join(assetsDir, 'icons');
  const words = await loadDesktopWords(desktopLanguage(env));
  let source: RunningProgram | null = options.source;
  let state =
    (await Promise.race([trayState(source).catch(() => null), sleep(FIRST_MS, null, { ref: false })])) ?? EMPTY;
  let restarting: Promise<void> | null = null;

  const settings = () => (source ?? options.source).settings.get();
  const notifier = openNotifier({
    wants: (kind) => settings()[SWITCHES[kind]],
    icon: join(icons, 'app-128.png'),
    words,
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
      darktable: { state: 'restarting' },
    });
    try {
      follow(await options.restart());
      log.info('The server has been restarted');
    } catch (error) {
      const reason = reasonOf(error);
      log.error({ err: error }, 'The server could not be restarted');
      show({ ...state, darktable: { state: 'closed' }, attention: { kind: 'not-running', reason } });
      notifier.tell({ title: words.notifications('restartFailed'), body: reason, urgent: true });
    }
  };
  const actions = trayActions({
    source: () => source,
    notifier,
    // A second click waits for the restart in progress.
    restart: () => (restarting ??= restart().finally(() => (restarting = null))),
    quit,
    words,
    env,
    log,
    ending: ending.signal,
  });
  const panel = await panelColour(env);
  const tray = openTray({
    state,
    words,
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
    const news = notifyDesktop(now, notifier, words, () => void actions({ action: 'open-devices' }));
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
  darktable: { state: 'starting' },
  queues: { refresh: 0, export: 0 },
  paused: false,
  libraryProblem: null,
  indexing: null,
  attention: null,
  asking: null,
  agentAsking: null,
  update: null,
  clients: [],
  machines: null,
  recentExports: [],
  settings: { readOnly: false, autostart: null, lan: false, https: false },
};
