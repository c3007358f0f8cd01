import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BridgeChange, BridgeStatus } from '../contract/admin.ts';
import { PREVIEW_LEVELS } from '../contract/preview.ts';
import type { Rendering } from '../contract/rendering.ts';
import { bridgePaths, isPaused, setPaused, writeBridgeConfig, type BridgeJob } from '../darktable/bridge-files.ts';
import { readHeartbeat, type Heartbeat } from '../darktable/bridge-heartbeat.ts';
import { BridgeInstallError } from '../darktable/bridge-install-error.ts';
import {
  bridgeInstallation,
  installBridge,
  uninstallBridge,
  type DarktableConfig,
} from '../darktable/plugin-install.ts';
import type { FoundDarktable } from '../darktable/installation.ts';
import { runningDarktable } from '../darktable/running.ts';
import { startDarktable } from '../darktable/start.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { BridgeNews, Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { RendererState } from '../renderer/renderer.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { storageError } from '../platform/storage-trouble.ts';
import { bridgeAnswers, bridgeRoundTrip, darktableConfig, readBridgeStatus } from './plugin-status.ts';

/** What the plugin needs to know. */
export interface PluginSubject {
  library: string;
  isSample: boolean;
  refreshQueue: string;
  exportQueue: string;
  /** The export folder. Without an id it may not be ours, and the plugin exports nothing. */
  exports: { folder: string; id: string | null };
}

/** darktable and the plugin: status, installation, start. */
export interface PluginService {
  /** The current status. */
  status(): Promise<BridgeStatus>;
  /** The last known status, at most some seconds old. */
  latest(): BridgeNews;
  /** Who renders, as last checked; null before the first check. */
  rendering(): Rendering | null;
  /** Whether the plugin takes jobs of this library now. */
  isAnswering(): boolean;
  /** Throws `conflict` with advice. */
  install(): Promise<BridgeChange>;
  uninstall(): Promise<BridgeChange>;
  startDarktable(): Promise<BridgeChange>;
  /** How long the plugin takes to answer, in milliseconds; null when it does not. Changes nothing. */
  roundTrip(timeoutMs: number): Promise<number | null>;
  /** Passes the current settings to the plugin. */
  tell(): void;
  /** Updates a plugin that an older Safelight installed. Failures are logged. */
  upgrade(): void;
  /** The revision of the last configuration; null without a plugin. */
  revision(): string | null;
  isPaused(): boolean;
  setPaused(paused: boolean): void;
  close(): void;
}

export interface PluginServiceOptions {
  dataDir: string;
  assetsDir: string;
  environment: Environment;
  platform: NodeJS.Platform;
  settings: () => Readonly<SettingsValues>;
  subject: () => PluginSubject;
  /** The darktables on this computer, the one to use first. */
  installations: () => Promise<readonly FoundDarktable[]>;
  /** The jobs for the plugin. Other jobs are done by darktable-cli. */
  jobs?: (heartbeat: Heartbeat | null) => readonly BridgeJob[];
  /** The waiting jobs, how many workers take previews, and the state of our own renderer. */
  work: () => { refresh: number; export: number; workers: number; renderer: RendererState | null };
  /** The queues were paused or resumed in darktable's panel. */
  onPaused: (paused: boolean) => void;
  events: Events;
  log: Log;
}

const LOOK_MS = 2_000;
/** Checks regularly even without events: a silent plugin or a sandboxed darktable causes none. */
const SEARCH_MS = 10_000;

export function openPluginService(options: PluginServiceOptions): PluginService {
  const { dataDir, assetsDir, environment, platform, settings, subject, work, onPaused, events, log } = options;
  const { jobs = () => ['edits', 'refresh', 'export'] as const } = options;
  const configuration = bridgePaths(dataDir);
  let paused = isPaused(configuration.pauseFile);
  let latest: BridgeNews = { state: 'closed', message: 'darktable is not running.' };
  let rendering: Rendering | null = null;
  let revision: string | null = null;
  /** Why the plugin could not render when it was told what to do. */
  let couldNot: string | null = null;
  let looking = false;
  let closed = false;

  const facts = () => {
    const { library, isSample } = subject();
    return { dataDir, assetsDir, environment, platform, library, isSample };
  };
  const configOf = () => darktableConfig(facts());
  const pluginOf = (config: DarktableConfig | null) =>
    config ? bridgeInstallation({ configDir: config.configDir, assetsDir }) : null;

  const endedByBridge = new JobCounter();
  const status = async () => {
    const { refresh, export: exports, workers, renderer } = work();
    const installed = await options.installations();
    return readBridgeStatus(facts(), installed, {
      waiting: { refresh, export: exports },
      jobsPerMinute: endedByBridge.inLastMinute(readHeartbeat(configuration.heartbeat)) + (renderer?.ended.length ?? 0),
      isPaused: isPaused(configuration.pauseFile),
      isReadOnly: settings().readOnly,
      setting: settings().renderer,
      workers,
      renderer,
    });
  };

  const isClosed = () => closed;
  const look = async () => {
    if (looking || closed) return;
    looking = true;
    try {
      const isNow = isPaused(configuration.pauseFile);
      if (isNow !== paused) {
        paused = isNow;
        onPaused(isNow);
      }
      if (cannotRender(readHeartbeat(configuration.heartbeat)) !== couldNot) tell();
      const { state, message, rendering: found } = await status();
      if (!isClosed() && JSON.stringify(found) !== JSON.stringify(rendering)) {
        rendering = found;
        events.emit('rendering.changed', found);
      }
      if (!isClosed() && (state !== latest.state || message !== latest.message)) {
        latest = { state, message };
        events.emit('bridge.changed', latest);
      }
    } catch (error) {
      log.debug({ err: error }, 'The status of darktable could not be read');
    } finally {
      looking = false;
    }
  };
  /** A full check takes some milliseconds where many processes run; looking for changes takes four stat calls. */
  let signs = '';
  let searchedAt = 0;
  const glance = () => {
    const { refresh, export: exports, renderer } = work();
    const files = [configuration.heartbeat, configuration.pauseFile, `${subject().library}.lock`].map(changeOf);
    const { renderer: setting, readOnly } = settings();
    const now = JSON.stringify([
      subject().library,
      files,
      refresh,
      exports,
      renderer?.state,
      renderer?.jobs,
      setting,
      readOnly,
    ]);
    if (now === signs && performance.now() - searchedAt < SEARCH_MS) return;
    signs = now;
    searchedAt = performance.now();
    void look();
  };
  const timer = setInterval(glance, LOOK_MS).unref();
  const lookAtOnce = () => void look();
  events.on('settings.changed', lookAtOnce);

  const tell = () => {
    const config = configOf();
    const heartbeat = readHeartbeat(configuration.heartbeat);
    couldNot = cannotRender(heartbeat);
    revision = null;
    if (!config || pluginOf(config)?.installed !== true) return;
    const { library, refreshQueue, exportQueue, exports } = subject();
    const { previewLevels, previewQuality, exportQuality } = settings();
    try {
      ({ revision } = writeBridgeConfig(config.configDir, {
        ...configuration,
        library,
        refreshQueue,
        exportQueue,
        exportsDir: exports.folder,
        exportsId: exports.id,
        levels: PREVIEW_LEVELS.filter(({ level }) => previewLevels.includes(level)),
        previewQuality,
        exportQuality,
        jobs: jobs(heartbeat).filter((job) => job !== 'export' || exports.id !== null),
      }));
    } catch (error) {
      log.warn(`The settings could not be passed to the plugin: ${reasonOf(error)}`);
    }
  };

  const needConfig = (): DarktableConfig => {
    const config = configOf();
    if (config) return config;
    throw new AppError(
      'conflict',
      'darktable was never started on this computer. Install darktable and start it once, then install the plugin.',
    );
  };
  /** Turns failures into messages for the user. */
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof BridgeInstallError) throw new AppError('conflict', error.message, { cause: error });
      throw storageError(configOf()?.configDir ?? dataDir, error);
    }
  };

  tell();
  void look();
  return {
    status,
    latest: () => latest,
    rendering: () => rendering,
    isAnswering: () => bridgeAnswers(facts()),
    async install() {
      const { configDir } = needConfig();
      const { done } = inWords(() => installBridge({ configDir, assetsDir }));
      tell();
      await look();
      const restart = runningDarktable(subject().library)
        ? 'Restart darktable to use it.'
        : 'darktable uses it from its next start.';
      return {
        done,
        message: done === 'nothing' ? 'The plugin is already installed.' : `The plugin was ${done}. ${restart}`,
      };
    },
    async uninstall() {
      const { configDir } = needConfig();
      const wasThere = inWords(() => uninstallBridge(configDir));
      await look();
      return wasThere
        ? {
            done: 'uninstalled',
            message: 'The plugin was uninstalled. A running darktable keeps it until you close it.',
          }
        : { done: 'nothing', message: 'The plugin was not installed.' };
    },
    async startDarktable() {
      const { library, isSample } = subject();
      const running = runningDarktable(library);
      if (running) return { done: 'nothing', message: `darktable is already running (process ${running.pid}).` };
      const [found] = await options.installations();
      if (!found) throw new AppError('conflict', 'darktable is not installed on this computer.');
      if (platform === 'linux' && !environment.DISPLAY && !environment.WAYLAND_DISPLAY) {
        throw new AppError('conflict', 'darktable needs a screen, but Safelight was started without one.');
      }
      const config = configOf();
      const args = argumentsFor(library, config, isSample);
      try {
        const started = await startDarktable({ app: found.app, args, library });
        return started.status === 'running'
          ? { done: 'nothing', message: `darktable is already running (process ${started.pid}).` }
          : { done: 'started', message: 'darktable is starting.' };
      } catch (error) {
        throw new AppError('conflict', `darktable could not be started: ${reasonOf(error)}.`, { cause: error });
      }
    },
    roundTrip: (timeoutMs) => bridgeRoundTrip(facts(), timeoutMs),
    tell,
    upgrade() {
      const config = configOf();
      const plugin = pluginOf(config);
      if (!config || !plugin?.installed || !plugin.upgradable) return;
      try {
        installBridge({ configDir: config.configDir, assetsDir });
        log.info(
          `The plugin in ${config.configDir} was updated to version ${plugin.current}. darktable uses it from its next start.`,
        );
      } catch (error) {
        log.warn(`The plugin could not be updated: ${reasonOf(error)}`);
      }
    },
    revision: () => revision,
    isPaused: () => paused,
    setPaused(next) {
      try {
        setPaused(configuration.pauseFile, next);
      } catch (error) {
        throw storageError(dirname(configuration.pauseFile), error);
      }
      paused = next;
    },
    close() {
      closed = true;
      clearInterval(timer);
      events.off('settings.changed', lookAtOnce);
    },
  };
}

/** Without arguments darktable opens its default library. */
function argumentsFor(library: string, config: DarktableConfig | null, isSample: boolean): string[] {
  if (isSample) return [];
  if (config?.configDir !== dirname(library)) return ['--library', library];
  return config.kind === 'library' ? ['--configdir', config.configDir] : [];
}

const cannotRender = (heartbeat: Heartbeat | null) => heartbeat?.cannotRender ?? null;

function changeOf(file: string): string {
  const at = statSync(file, { throwIfNoEntry: false });
  return at ? `${at.ino}:${at.mtimeMs}` : '';
}

const MINUTE_MS = 60_000;

/** How many jobs the plugin finished in the last minute, according to its heartbeats. */
class JobCounter {
  #seen: { atMs: number; started: number; ended: number }[] = [];

  inLastMinute(heartbeat: Heartbeat | null, nowMs = performance.now()): number {
    if (!heartbeat) return 0;
    const { started, done, failed } = heartbeat;
    // A restarted darktable counts from 0.
    this.#seen = this.#seen.filter((one) => one.started === started && one.atMs > nowMs - MINUTE_MS);
    this.#seen.push({ atMs: nowMs, started, ended: done + failed });
    return done + failed - this.#seen[0]!.ended;
  }
}
