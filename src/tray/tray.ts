import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DesktopWords } from '../desktop/desktop-words.ts';
import { type BackOff, Restarts } from '../platform/child-process.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { changedRows, drawMenu, type Drawing } from './menu-drawing.ts';
import { type PanelColor, readTrayIcons } from './tray-icons.ts';
import { type TrayAction, trayMenu, type TrayMenu, type TrayState } from './tray-menu.ts';
import { sessionBusAddress } from './tray-host.ts';
import { noDesktopReason, TrayPanel, type TrayPanelTimes } from './tray-panel.ts';
import {
  executableProgram,
  ownProgram,
  packagedProgram,
  startReason,
  startTrayProgram,
  type TrayCommand,
  type TrayHead,
  type TrayProgram,
  unfitReason,
} from './tray-program.ts';

export type TrayStatus = {
  shown: boolean;
  /** Why there is no icon, in words for the user; null when it is shown or on its way. */
  reason: string | null;
};

export type TrayOptions = TrayPanelTimes & {
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
  panel?: PanelColor;
  /** Called when the icon appears, and when it is missing for a new reason. */
  onStatus?: (status: TrayStatus) => void;
  platform?: NodeJS.Platform;
  arch?: string;
  /** Another program that speaks the same protocol. */
  program?: string;
  /** How long a panel may take to accept the icon at the first try; twice as long at the next. */
  panelTakesMs?: number;
  backOff?: BackOff;
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
/** News in quick succession is drawn together. */
const DRAW_EVERY_MS = 20;

/** A program that draws the icon, from its start to its end. */
type Running = {
  readonly program: TrayProgram;
  /** `starting`: it has not read the menu yet; `offered`: it has, but the panel has not taken the icon. */
  state: 'starting' | 'offered' | 'shown';
  drawn: { drawing: Drawing; head: TrayHead } | null;
};

/**
 * Puts the icon into the tray and keeps it there for as long as possible. Never throws and never ends the process:
 * where there is no tray, `status()` says why, the log has one line about it, and the icon appears when the reason goes
 * away.
 */
export const openTray = (options: TrayOptions): Tray => new DesktopTray(options);

class DesktopTray implements Tray {
  readonly #options: TrayOptions;
  readonly #platform: NodeJS.Platform;
  /** In place of the package's. */
  readonly #own: TrayCommand | null;
  readonly #iconFolder: string;
  readonly #restarts: Restarts;
  readonly #first = Promise.withResolvers<TrayStatus>();
  #icons: ReturnType<typeof readTrayIcons> | null = null;
  #panel: TrayPanel | null = null;
  #menu: TrayMenu;
  #running: Running | null = null;
  /** Set while a program ends to make way for the next. */
  #ending: Promise<unknown> | null = null;
  #room: readonly number[] = [];
  /** How often a panel did not take the icon. */
  #refusals = 0;
  #trouble: string | null = null;
  #told: string | undefined;
  #drawTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TrayOptions) {
    this.#options = options;
    const { env, platform = process.platform, arch = process.arch } = options;
    this.#platform = platform;
    this.#own = options.program === undefined ? ownProgram(platform, arch) : null;
    this.#iconFolder = join(options.folder, 'icons');
    this.#menu = trayMenu(options.state, options.words);
    this.#restarts = new Restarts(() => this.#start(), options.backOff ?? BACK_OFF);
    this.#trouble = this.#prepare(arch);
    if (this.#trouble !== null) {
      this.#tell();
      return;
    }
    this.#panel = new TrayPanel(platform === 'linux' ? sessionBusAddress(env) : null, {
      env,
      times: options,
      fitsOlderTray: !env.WAYLAND_DISPLAY && this.#own === null,
      onChange: () => {
        // It may have other colors now.
        this.#redraw();
        this.#tell();
      },
      onRoom: (wasAway) => {
        this.#refusals = 0;
        // A program that has seen no panel may have used an older kind of tray, and would now show two icons.
        if (wasAway && this.#running !== null) this.#restart();
        else this.#start();
      },
    });
    if (this.#panel.mayShow) this.#start();
  }

  get ready(): Promise<TrayStatus> {
    return this.#first.promise;
  }

  status(): TrayStatus {
    if (this.#isClosed) return { shown: false, reason: 'the tray is closed' };
    const reason = this.#trouble ?? this.#panel?.missing ?? null;
    return { shown: reason === null && this.#running?.state === 'shown' && this.#panel?.isPresent === true, reason };
  }

  update(state: TrayState): void {
    this.#menu = trayMenu(state, this.#options.words);
    this.#redraw();
  }

  pid(): number | undefined {
    return this.#running?.program.pid;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#first.resolve(this.status());
    this.#restarts.stop();
    clearTimeout(this.#drawTimer);
    await Promise.all([this.#panel?.close(), this.#running?.program.close(), this.#ending]);
    this.#running = null;
  }

  /** Reads what the tray needs; what is missing, or null. */
  #prepare(arch: string): string | null {
    try {
      const unfit = unfitReason(this.#platform, arch);
      const noDesktop = this.#platform === 'linux' ? noDesktopReason(this.#options.env) : null;
      if (unfit !== null || noDesktop !== null) return unfit ?? noDesktop;
      // A killed Safelight may have left some.
      rmSync(this.#iconFolder, { recursive: true, force: true });
      this.#icons = readTrayIcons(this.#options.iconDir, this.#platform);
      return null;
    } catch (error) {
      return `a part of it is missing (${reasonOf(error)})`;
    }
  }

  /** Logs a line when something changed for the user, not for every attempt that fails in the same way. */
  #tell(): void {
    const { log, onStatus } = this.#options;
    const now = this.status();
    if (this.#isClosed || (!now.shown && now.reason === null)) return;
    this.#first.resolve(now);
    const words = JSON.stringify(now);
    if (words === this.#told) return;
    this.#told = words;
    if (now.shown) log.info('The tray icon is shown');
    else log.warn({ reason: now.reason }, 'No tray icon. Safelight runs without it.');
    onStatus?.(now);
  }

  #start(): void {
    this.#restarts.stop();
    if (this.#isClosed || this.#running !== null || this.#ending !== null) return;
    if (this.#panel?.mayShow !== true) {
      this.#trouble = null;
      this.#tell();
      return;
    }
    this.#restarts.noteStart();
    const { folder, program, env } = this.#options;
    const address = this.#platform === 'linux' ? sessionBusAddress(env) : null;
    try {
      const command = this.#own ?? {
        file: executableProgram(program ?? packagedProgram(this.#platform)!, folder),
        args: [],
      };
      const running: Running = {
        program: startTrayProgram(
          {
            ...command,
            folder: this.#iconFolder,
            env: address === null ? env : { ...env, DBUS_SESSION_BUS_ADDRESS: address },
          },
          {
            onReady: () => this.#show(running),
            onClick: (id) => this.#act(running.drawn?.drawing.actions.get(id)),
            onEnd: (reason) => this.#fail(reason),
          },
        ),
        state: 'starting',
        drawn: null,
      };
      this.#running = running;
    } catch (error) {
      this.#fail(startReason(error));
    }
  }

  #fail(reason: string): void {
    this.#running = null;
    if (this.#isClosed) return;
    this.#trouble = reason;
    this.#tell();
    this.#restarts.plan();
  }

  #restart(): void {
    const old = this.#running;
    this.#running = null;
    if (old !== null) this.#ending = old.program.close().then(() => (this.#ending = null));
    void (this.#ending ?? Promise.resolve()).then(() => this.#start());
  }

  #show(running: Running): void {
    const drawing = drawMenu(this.#menu, this.#platform, this.#room);
    this.#room = drawing.room;
    running.drawn = { drawing, head: this.#head() };
    running.program.show(running.drawn.head, drawing.rows);
    running.state = 'offered';
    this.#trouble = null;
    void this.#confirm(running);
  }

  /**
   * Waits until the panel has the icon. On a busy computer libappindicator sometimes never offers it: that program is
   * restarted.
   */
  async #confirm(running: Running): Promise<void> {
    const { log, panelTakesMs = TAKEN_MS } = this.#options;
    const deadline = performance.now() + panelTakesMs * 2 ** this.#refusals;
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 200)) {
      const isThere = await this.#panel?.holdsIconOf(running.program.pid!);
      if (running !== this.#running) return;
      if (isThere !== false) break;
      if (performance.now() > deadline) {
        this.#refusals += 1;
        log.debug({ refusals: this.#refusals }, 'The panel did not show the icon');
        if (this.#refusals < REFUSALS) this.#restart();
        else {
          this.#trouble = 'the panel does not show the icon';
          this.#tell();
        }
        return;
      }
      await sleep(pauseMs);
    }
    this.#refusals = 0;
    running.state = 'shown';
    this.#tell();
  }

  #head(): TrayHead {
    const { look, tooltip } = this.#menu;
    const icon = this.#icons!(look, this.#options.panel ?? this.#panel!.color);
    return { icon, title: '', tooltip, isTemplateIcon: this.#platform === 'darwin' };
  }

  #redraw(): void {
    if (!this.#isClosed) this.#drawTimer ??= setTimeout(() => this.#draw(), DRAW_EVERY_MS);
  }

  #draw(): void {
    this.#drawTimer = undefined;
    const { program, drawn } = this.#running ?? {};
    if (!program || !drawn) return;
    const drawing = drawMenu(this.#menu, this.#platform, this.#room);
    if (drawing.shape !== drawn.drawing.shape) {
      // Rows cannot be added to a visible menu: the program restarts, with more of them.
      this.#room = drawing.room;
      this.#restart();
      return;
    }
    for (const row of changedRows(drawn.drawing.rows, drawing.rows)) program.changeRow(row);
    const head = this.#head();
    if (head.icon !== drawn.head.icon || head.tooltip !== drawn.head.tooltip) program.changeHead(head);
    this.#running!.drawn = { drawing, head };
  }

  #act(action: TrayAction | undefined): void {
    const { log, actions } = this.#options;
    if (action === undefined) return;
    log.debug({ action }, 'Tray click');
    void (async () => {
      try {
        await actions(action);
      } catch (error) {
        log.error({ err: error, action: action.action }, 'A tray action failed');
      }
    })();
  }
}
