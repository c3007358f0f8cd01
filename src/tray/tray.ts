import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DesktopWords } from '../desktop/desktop-words.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { changedRows, drawMenu, type Drawing } from './menu-drawing.ts';
import { type TrayAction, type TrayLook, trayMenu, type TrayMenu, type TrayState } from './tray-menu.ts';
import { type TrayHost, type TrayHostWatch, sessionBusAddress, watchTrayHost } from './tray-host.ts';
import {
  executableProgram,
  ownProgram,
  packagedProgram,
  startReason,
  startTrayProgram,
  type TrayHead,
  type TrayProgram,
  unfitReason,
} from './tray-program.ts';

export type TrayStatus = {
  shown: boolean;
  /** Why there is no icon, in words for the user; null when it is shown or on its way. */
  reason: string | null;
};

export type TrayOptions = {
  state: TrayState;
  words: DesktopWords;
  /** Called for every click. Anything it throws is logged. */
  actions: (action: TrayAction) => unknown;
  log: Log;
  /**
   * The tray's own folder, such as <data-dir>/tray: icons on their way to the panel, and the program if it has to be
   * copied.
   */
  folder: string;
  /** The folder with the icons (assets/icons). */
  iconDir: string;
  /**
   * The environment variables of this process: which display, which session bus, and everything that a desktop program
   * reads.
   */
  env: NodeJS.ProcessEnv;
  /**
   * The color of the panel behind the icon, where it is known better than the session bus tells. macOS colors the
   * icon itself.
   */
  panel?: 'dark' | 'light';
  /** Called when the icon appears, and when it is missing for a new reason. */
  onStatus?: (status: TrayStatus) => void;
  platform?: NodeJS.Platform;
  arch?: string;
  /** Another program that speaks the same protocol. */
  program?: string;
  /** How long the session bus may take to answer. */
  busTimeoutMs?: number;
  /** How long a panel may take to accept the icon at the first try; twice as long at the next. */
  panelTakesMs?: number;
  /** How long a panel may take to start or restart before we say something: at login it starts after us. */
  panelLateMs?: number;
  /**
   * How long an X11 desktop may have no panel before the program is started anyway: the icon then goes to an older kind
   * of tray (XEmbed: i3bar, tint2, polybar), which cannot be queried.
   */
  olderTrayAfterMs?: number;
  /**
   * How long to wait before a restart: twice as long each time, and from the beginning again once it has run for a
   * while.
   */
  backOff?: { firstMs: number; slowestMs: number; resetAfterMs: number };
};

export type Tray = {
  /** The first status: shown, or why not. Comes within seconds. */
  readonly ready: Promise<TrayStatus>;
  status(): TrayStatus;
  /** Shows another state. Cheap; several in a row become one. */
  update(state: TrayState): void;
  /** The process that draws the icon, if one runs. */
  pid(): number | undefined;
  close(): Promise<void>;
};

const BACK_OFF = { firstMs: 250, slowestMs: 60_000, resetAfterMs: 30_000 };
const TAKEN_MS = 1_500;
const REFUSALS = 4;
const PANEL_LATE_MS = 5_000;
const OLDER_TRAY_MS = 20_000;
/** News in quick succession is drawn together. */
const DRAW_EVERY_MS = 20;

/**
 * Puts the icon into the tray and keeps it there for as long as possible. Never throws and never ends the process:
 * where there is no tray, `status()` says why, the log has one line about it, and the icon appears when the reason goes
 * away.
 */
export function openTray(options: TrayOptions): Tray {
  const { log, env, folder, platform = process.platform, arch = process.arch, backOff = BACK_OFF } = options;
  const own = options.program === undefined ? ownProgram(platform, arch) : null;
  let menu = trayMenu(options.state, options.words);
  let drawn: { drawing: Drawing; icon: string; tooltip: string } | null = null;
  let program: TrayProgram | null = null;
  /** Set while a program ends to make way for the next. */
  let ending: Promise<unknown> | null = null;
  /** The program has read the menu. */
  let isUp = false;
  /** The panel has taken the icon. */
  let isTaken = false;
  /** How often a panel did not. */
  let refusals = 0;
  let host: TrayHost | null = platform === 'linux' ? null : { present: true, reason: null, panel: 'dark' };
  let watch: TrayHostWatch | null = null;
  let room: readonly number[] = [];
  let trouble: string | null = null;
  let delayMs = backOff.firstMs;
  let startedAt = 0;
  let startTimer: NodeJS.Timeout | undefined;
  let olderTimer: NodeJS.Timeout | undefined;
  let triesOlderTray = false;
  let lateTimer: NodeJS.Timeout | undefined;
  let isLate = false;
  let drawTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let told: string | undefined;
  const first = Promise.withResolvers<TrayStatus>();
  const icons = new Map<string, string>();
  const iconFolder = join(folder, 'icons');

  const status = (): TrayStatus => {
    if (isClosed) return { shown: false, reason: 'the tray is closed' };
    const reason = trouble ?? (host?.present === false && isLate ? host.reason : null);
    return { shown: reason === null && isTaken && host?.present === true, reason };
  };
  /** Logs a line when something changed for the user, not for every attempt that fails in the same way. */
  const tell = () => {
    const now = status();
    if (isClosed || (!now.shown && now.reason === null)) return;
    first.resolve(now);
    const words = JSON.stringify(now);
    if (words === told) return;
    told = words;
    if (now.shown) log.info('The tray icon is shown');
    else log.warn(`No tray icon: ${now.reason ?? ''}. Safelight runs without it.`);
    options.onStatus?.(now);
  };

  const iconName = (look: TrayLook) => iconFile(look, platform, options.panel ?? host?.panel ?? 'dark');
  const head = ({ look, tooltip }: TrayMenu): TrayHead => ({
    icon: icons.get(iconName(look))!,
    title: '',
    tooltip,
    isTemplateIcon: platform === 'darwin',
  });

  const draw = () => {
    drawTimer = undefined;
    if (program === null || !isUp || drawn === null) return;
    const drawing = drawMenu(menu, platform, room);
    if (drawing.shape !== drawn.drawing.shape) {
      // Rows cannot be added to a visible menu: the program restarts, with more of them.
      room = drawing.room;
      restart();
      return;
    }
    for (const row of changedRows(drawn.drawing.rows, drawing.rows)) program.changeRow(row);
    const icon = iconName(menu.look);
    if (icon !== drawn.icon || menu.tooltip !== drawn.tooltip) program.changeHead(head(menu));
    drawn = { drawing, icon, tooltip: menu.tooltip };
  };

  const redraw = () => {
    if (!isClosed) drawTimer ??= setTimeout(draw, DRAW_EVERY_MS);
  };

  const fail = (reason: string) => {
    program = null;
    isUp = isTaken = false;
    if (isClosed) return;
    trouble = reason;
    tell();
    if (performance.now() - startedAt > backOff.resetAfterMs) delayMs = backOff.firstMs;
    startTimer = setTimeout(start, delayMs).unref();
    delayMs = Math.min(delayMs * 2, backOff.slowestMs);
  };

  /**
   * Waits until the panel has the icon. On a busy computer libappindicator sometimes never offers it: that program is
   * restarted.
   */
  const confirm = async (started: TrayProgram) => {
    const deadline = performance.now() + (options.panelTakesMs ?? TAKEN_MS) * 2 ** refusals;
    for (let pauseMs = 5; host?.present === true && watch !== null; pauseMs = Math.min(pauseMs * 2, 200)) {
      const isThere = await watch.holdsIconOf(started.pid!);
      if (started !== program || isThere !== false) break;
      if (performance.now() > deadline) {
        refusals += 1;
        log.debug({ refusals }, 'The panel did not show the icon');
        if (refusals < REFUSALS) restart();
        else {
          trouble = 'the panel does not show the icon';
          tell();
        }
        return;
      }
      await sleep(pauseMs);
    }
    if (started !== program) return;
    refusals = 0;
    isTaken = true;
    tell();
  };

  const act = (id: number) => {
    const action = drawn?.drawing.actions.get(id);
    if (action === undefined) return;
    log.debug({ action }, 'Tray click');
    void (async () => {
      try {
        await options.actions(action);
      } catch (error) {
        log.error({ err: error }, `The tray's "${action.action}" failed: ${reasonOf(error)}`);
      }
    })();
  };

  const restart = () => {
    const old = program;
    program = null;
    isUp = isTaken = false;
    if (old !== null) ending = old.close().then(() => (ending = null));
    void (ending ?? Promise.resolve()).then(start);
  };

  const start = () => {
    clearTimeout(startTimer);
    if (isClosed || program !== null || ending !== null) return;
    if (!mayShow()) {
      trouble = null;
      tell();
      return;
    }
    startedAt = performance.now();
    try {
      const command = own ?? {
        file: executableProgram(options.program ?? packagedProgram(platform)!, folder),
        args: [],
      };
      const started: TrayProgram = startTrayProgram(
        { ...command, folder: iconFolder, env: childEnv() },
        {
          onReady: () => {
            const drawing = drawMenu(menu, platform, room);
            room = drawing.room;
            drawn = { drawing, icon: iconName(menu.look), tooltip: menu.tooltip };
            started.show(head(menu), drawing.rows);
            isUp = true;
            trouble = null;
            void confirm(started);
          },
          onClick: act,
          onEnd: fail,
        },
      );
      program = started;
    } catch (error) {
      fail(startReason(error));
    }
  };

  const childEnv = (): NodeJS.ProcessEnv => {
    const address = platform === 'linux' ? sessionBusAddress(env) : null;
    return address === null ? env : { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  };

  const mayShow = () => host?.present === true || triesOlderTray;
  const hostChanged = (now: TrayHost) => {
    const was = host;
    host = now;
    // The panel may have other colors now.
    redraw();
    clearTimeout(olderTimer);
    if (now.present) {
      clearTimeout(lateTimer);
      lateTimer = undefined;
      isLate = false;
      tell();
      triesOlderTray = false;
      refusals = 0;
      // A program that has seen no panel may have used an older kind of tray, and would now show two icons.
      if (was?.present === false && program !== null) restart();
      else start();
      return;
    }
    lateTimer ??= setTimeout(() => {
      isLate = true;
      tell();
    }, options.panelLateMs ?? PANEL_LATE_MS).unref();
    if (isLate) tell();
    if (!env.WAYLAND_DISPLAY && own === null) {
      olderTimer = setTimeout(() => {
        triesOlderTray = true;
        start();
      }, options.olderTrayAfterMs ?? OLDER_TRAY_MS).unref();
    }
  };

  /** Why there can be no tray while this process runs; null where there can. */
  const prepare = (): string | null => {
    try {
      const unfit = unfitReason(platform, arch) ?? (platform === 'linux' ? noDesktopReason(env) : null);
      if (unfit !== null) return unfit;
      // A killed Safelight may have left some.
      rmSync(iconFolder, { recursive: true, force: true });
      for (const look of ['idle', 'working', 'attention'] as const) {
        for (const panel of ['dark', 'light'] as const) {
          const name = iconFile(look, platform, panel);
          icons.set(name, readFileSync(join(options.iconDir, name)).toString('base64'));
        }
      }
      return null;
    } catch (error) {
      return `a part of it is missing (${reasonOf(error)})`;
    }
  };

  const unfit = prepare();
  if (unfit !== null) {
    trouble = unfit;
    tell();
  } else if (platform === 'linux') {
    watch = watchTrayHost(sessionBusAddress(env)!, hostChanged, {
      desktop: env.XDG_CURRENT_DESKTOP,
      timeoutMs: options.busTimeoutMs,
    });
  } else {
    start();
  }

  return {
    ready: first.promise,
    status,
    update(state) {
      menu = trayMenu(state, options.words);
      redraw();
    },
    pid: () => program?.pid,
    async close() {
      isClosed = true;
      first.resolve(status());
      for (const timer of [startTimer, olderTimer, lateTimer, drawTimer]) clearTimeout(timer);
      await Promise.all([watch?.close(), program?.close(), ending]);
      program = null;
      isUp = isTaken = false;
    },
  };
}

/** Why a Linux session cannot show a tray icon, known before anything is tried. */
function noDesktopReason(env: NodeJS.ProcessEnv): string | null {
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  return sessionBusAddress(env) === null ? 'there is no D-Bus session bus' : null;
}

/**
 * Linux panels scale a PNG, Windows picks a size from an ICO, macOS colors a template image (black on transparent)
 * itself.
 */
export function iconFile(look: TrayLook, platform: NodeJS.Platform, panel: 'dark' | 'light'): string {
  if (platform === 'darwin') return `tray-${look}-template.png`;
  return `tray-${look}-${panel}${platform === 'win32' ? '.ico' : '-48.png'}`;
}
