import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { changedRows, drawMenu, type Drawing } from './menu-drawing.ts';
import { type TrayAction, type TrayLook, trayMenu, type TrayMenu, type TrayState } from './tray-menu.ts';
import { type TrayHost, type TrayHostWatch, sessionBusAddress, watchTrayHost } from './tray-host.ts';
import {
  executableProgram,
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
  /** Called for every click. What it throws is logged. */
  actions: (action: TrayAction) => unknown;
  log: Log;
  /** A folder of the tray's own, such as <data-dir>/tray: icons on their way to the panel, and the program where it has to be copied. */
  folder: string;
  /** Where the icons lie (assets/icons). */
  iconDir: string;
  /** The variables of this process: which display, which session bus, and all that a desktop program reads. */
  env: NodeJS.ProcessEnv;
  /** The colour of the panel that the icon lies on, where it is known better than the session bus tells. macOS colours it by itself. */
  panel?: 'dark' | 'light';
  /** Told whenever the icon appears, or is gone for another reason than before. */
  onStatus?: (status: TrayStatus) => void;
  platform?: NodeJS.Platform;
  arch?: string;
  /** Another program that speaks the same protocol. */
  program?: string;
  /** How long the session bus may take to answer. */
  busTimeoutMs?: number;
  /** How long a panel may take to take the icon at the first try; twice as long at the next. */
  panelTakesMs?: number;
  /** How long a panel may take to start, or to start anew, before that is worth a word: at login it comes after us. */
  panelLateMs?: number;
  /**
   * How long an X11 desktop may go without a panel before the program is started all the same: it then goes to a tray of
   * the older kind (XEmbed: i3bar, tint2, polybar), which nobody can be asked about.
   */
  olderTrayAfterMs?: number;
  /** How long to wait before it is started again: twice as long each time, from the start again after it lived for a while. */
  backOff?: { firstMs: number; slowestMs: number; resetAfterMs: number };
};

export type Tray = {
  /** What the tray knows at first: shown, or why not. Comes within seconds. */
  readonly ready: Promise<TrayStatus>;
  status(): TrayStatus;
  /** Shows another state. Cheap; many in a row become one. */
  update(state: TrayState): void;
  /** The process that draws it, where one runs. */
  pid(): number | undefined;
  close(): Promise<void>;
};

const BACK_OFF = { firstMs: 250, slowestMs: 60_000, resetAfterMs: 30_000 };
const TAKEN_MS = 1_500;
const REFUSALS = 4;
const PANEL_LATE_MS = 5_000;
const OLDER_TRAY_MS = 20_000;
/** News that come faster are drawn together. */
const DRAW_EVERY_MS = 20;

/**
 * Puts the icon into the tray and keeps it there, for as long as that is possible. Never throws and never ends the process: where
 * there is no tray, `status()` says why, the log has one line of it, and the icon appears when the reason goes away.
 */
export function openTray(options: TrayOptions): Tray {
  const { log, env, folder, platform = process.platform, arch = process.arch, backOff = BACK_OFF } = options;
  let menu = trayMenu(options.state);
  let drawn: { drawing: Drawing; icon: string; tooltip: string } | null = null;
  let program: TrayProgram | null = null;
  /** Of a program that is to make room for the next. */
  let ending: Promise<unknown> | null = null;
  /** It has read the menu. */
  let isUp = false;
  /** And the panel has taken its icon. */
  let isTaken = false;
  /** How often a panel did not. */
  let refusals = 0;
  let place: TrayHost | null = platform === 'linux' ? null : { present: true, reason: null, panel: 'dark' };
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
    const reason = trouble ?? (place?.present === false && isLate ? place.reason : null);
    return { shown: reason === null && isTaken && place?.present === true, reason };
  };
  /** The log has a line when something changed for the user: not for every attempt that fails in the same way. */
  const tell = () => {
    const now = status();
    if (isClosed || (!now.shown && now.reason === null)) return;
    first.resolve(now);
    const words = JSON.stringify(now);
    if (words === told) return;
    told = words;
    if (now.shown) log.info('The tray shows Safelight');
    else log.warn(`No tray icon: ${now.reason ?? ''}. Safelight runs without it.`);
    options.onStatus?.(now);
  };

  const iconName = (look: TrayLook) => iconFile(look, platform, options.panel ?? place?.panel ?? 'dark');
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
      // Rows cannot be added to a menu that is shown: the program begins anew, with more room.
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
    if (Date.now() - startedAt > backOff.resetAfterMs) delayMs = backOff.firstMs;
    startTimer = setTimeout(start, delayMs).unref();
    delayMs = Math.min(delayMs * 2, backOff.slowestMs);
  };

  /**
   * Waits until the panel has the icon. On a busy computer libappindicator sometimes never offers it: a program that was
   * passed over is started anew.
   */
  const confirm = async (started: TrayProgram) => {
    const deadline = Date.now() + (options.panelTakesMs ?? TAKEN_MS) * 2 ** refusals;
    for (let pauseMs = 5; place?.present === true && watch !== null; pauseMs = Math.min(pauseMs * 2, 200)) {
      const isThere = await watch.holdsIconOf(started.pid!);
      if (started !== program || isThere !== false) break;
      if (Date.now() > deadline) {
        refusals += 1;
        log.debug({ refusals }, 'The panel did not take the icon');
        if (refusals < REFUSALS) restart();
        else {
          trouble = 'the panel does not take the icon';
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
    startedAt = Date.now();
    try {
      const file = executableProgram(options.program ?? packagedProgram(platform)!, folder);
      const started: TrayProgram = startTrayProgram(
        { file, folder: iconFolder, env: childEnv() },
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

  const mayShow = () => place?.present === true || triesOlderTray;
  const placeChanged = (now: TrayHost) => {
    const was = place;
    place = now;
    // The panel may have other colours now.
    redraw();
    clearTimeout(olderTimer);
    if (now.present) {
      clearTimeout(lateTimer);
      lateTimer = undefined;
      isLate = false;
      tell();
      triesOlderTray = false;
      refusals = 0;
      // A program that has seen no panel may have gone to a tray of the older kind, and would show two icons now.
      if (was?.present === false && program !== null) restart();
      else start();
      return;
    }
    lateTimer ??= setTimeout(() => {
      isLate = true;
      tell();
    }, options.panelLateMs ?? PANEL_LATE_MS).unref();
    if (isLate) tell();
    if (!env.WAYLAND_DISPLAY) {
      olderTimer = setTimeout(() => {
        triesOlderTray = true;
        start();
      }, options.olderTrayAfterMs ?? OLDER_TRAY_MS).unref();
    }
  };

  /** Why there can be no tray as long as this process runs; null where there can. */
  const prepare = (): string | null => {
    try {
      const unfit = unfitReason(platform, arch) ?? (platform === 'linux' ? noDesktopReason(env) : null);
      if (unfit !== null) return unfit;
      // A Safelight that was ended by force may have left some.
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
    watch = watchTrayHost(sessionBusAddress(env)!, placeChanged, {
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
      menu = trayMenu(state);
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

/** Why a Linux session cannot show a tray icon, told before anything is tried. */
function noDesktopReason(env: NodeJS.ProcessEnv): string | null {
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  return sessionBusAddress(env) === null ? 'there is no D-Bus session bus' : null;
}

/** Linux panels scale a PNG, Windows picks from an ICO, macOS colours a template (black on nothing) by itself. */
export function iconFile(look: TrayLook, platform: NodeJS.Platform, panel: 'dark' | 'light'): string {
  if (platform === 'darwin') return `tray-${look}-template.png`;
  return `tray-${look}-${panel}${platform === 'win32' ? '.ico' : '-48.png'}`;
}
