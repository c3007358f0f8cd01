import { dirname } from 'node:path';
import type { BridgeChange, BridgeStatus } from '../contract/admin.ts';
import type { Rendering } from '../contract/rendering.ts';
import { bridgePaths, setPaused } from '../darktable/bridge-files.ts';
import { BridgeInstallError } from '../darktable/bridge-install-error.ts';
import {
  bridgeInstallation,
  installBridge,
  uninstallBridge,
  type DarktableConfig,
} from '../darktable/plugin-install.ts';
import { runningDarktable } from '../darktable/running.ts';
import { startDarktable } from '../darktable/start.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { BridgeNews } from '../platform/events.ts';
import { storageError } from '../platform/storage-trouble.ts';
import { PluginConfiguration, type PluginConfigurationOptions } from './plugin-configuration.ts';
import { type BridgeFacts, bridgeAnswers, bridgeRoundTrip, darktableConfig } from './plugin-status.ts';
import { PluginWatch, type PluginWatchOptions } from './plugin-watch.ts';

/** darktable and the plugin: status, installation, start. */
export interface PluginService {
  /** The current status. */
  status(): Promise<BridgeStatus>;
  /** The last known status, at most some seconds old. */
  latest(): BridgeNews;
  /** Who renders, as last checked; null before the first check. */
  rendering(): Rendering | null;
  /** Checks now. */
  look(): Promise<void>;
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

export interface PluginServiceOptions
  extends Omit<PluginWatchOptions, 'facts' | 'configuration'>, Omit<PluginConfigurationOptions, 'facts'> {
  dataDir: string;
  assetsDir: string;
  environment: Environment;
  platform: NodeJS.Platform;
}

export const openPluginService = (options: PluginServiceOptions): PluginService => new DarktablePlugin(options);

class DarktablePlugin implements PluginService {
  readonly #options: PluginServiceOptions;
  readonly #configuration: PluginConfiguration;
  readonly #watch: PluginWatch;

  constructor(options: PluginServiceOptions) {
    this.#options = options;
    const facts = () => this.#facts();
    this.#configuration = new PluginConfiguration({ ...options, facts });
    this.#configuration.write();
    this.#watch = new PluginWatch({ ...options, facts, configuration: this.#configuration });
  }

  status(): Promise<BridgeStatus> {
    return this.#watch.status();
  }

  latest(): BridgeNews {
    return this.#watch.latest;
  }

  rendering(): Rendering | null {
    return this.#watch.rendering;
  }

  look(): Promise<void> {
    return this.#watch.look();
  }

  isAnswering(): boolean {
    return bridgeAnswers(this.#facts());
  }

  async install(): Promise<BridgeChange> {
    const { configDir } = this.#neededConfig();
    const { assetsDir, subject } = this.#options;
    const { done } = this.#attempt(() => installBridge({ configDir, assetsDir }));
    this.tell();
    await this.#watch.look();
    const restart = runningDarktable(subject().library)
      ? 'Restart darktable to use it.'
      : 'darktable uses it from its next start.';
    return {
      done,
      message: done === 'nothing' ? 'The plugin is already installed.' : `The plugin was ${done}. ${restart}`,
    };
  }

  async uninstall(): Promise<BridgeChange> {
    const { configDir } = this.#neededConfig();
    const wasThere = this.#attempt(() => uninstallBridge(configDir));
    await this.#watch.look();
    return wasThere
      ? {
          done: 'uninstalled',
          message: 'The plugin was uninstalled. A running darktable keeps it until you close it.',
        }
      : { done: 'nothing', message: 'The plugin was not installed.' };
  }

  async startDarktable(): Promise<BridgeChange> {
    const { subject, installations, platform, environment } = this.#options;
    const { library, isSample } = subject();
    const running = runningDarktable(library);
    if (running) return { done: 'nothing', message: `darktable is already running (process ${running.pid}).` };
    const [found] = await installations();
    if (!found) throw new AppError('conflict', 'darktable is not installed on this computer.');
    if (platform === 'linux' && !environment.DISPLAY && !environment.WAYLAND_DISPLAY) {
      throw new AppError('conflict', 'darktable needs a screen, but Safelight was started without one.');
    }
    const args = argumentsFor(library, darktableConfig(this.#facts()), isSample);
    try {
      const started = await startDarktable({ app: found.app, args, library });
      return started.status === 'running'
        ? { done: 'nothing', message: `darktable is already running (process ${started.pid}).` }
        : { done: 'started', message: 'darktable is starting.' };
    } catch (error) {
      throw new AppError('conflict', `darktable could not be started: ${reasonOf(error)}.`, { cause: error });
    }
  }

  roundTrip(timeoutMs: number): Promise<number | null> {
    return bridgeRoundTrip(this.#facts(), timeoutMs);
  }

  tell(): void {
    this.#configuration.write();
  }

  upgrade(): void {
    const { assetsDir, log } = this.#options;
    const { configDir } = darktableConfig(this.#facts()) ?? {};
    if (configDir === undefined) return;
    const plugin = bridgeInstallation({ configDir, assetsDir });
    if (!plugin.installed || !plugin.upgradable) return;
    try {
      installBridge({ configDir, assetsDir });
      log.info(
        { folder: configDir, version: plugin.current },
        'The plugin was updated. darktable uses it from its next start.',
      );
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The plugin could not be updated');
    }
  }

  revision(): string | null {
    return this.#configuration.revision;
  }

  isPaused(): boolean {
    return this.#watch.isPaused;
  }

  setPaused(paused: boolean): void {
    const { pauseFile } = bridgePaths(this.#options.dataDir);
    try {
      setPaused(pauseFile, paused);
    } catch (error) {
      throw storageError(dirname(pauseFile), error);
    }
    this.#watch.isPaused = paused;
  }

  close(): void {
    this.#watch.close();
  }

  #facts(): BridgeFacts {
    const { dataDir, assetsDir, environment, platform, subject } = this.#options;
    const { library, isSample } = subject();
    return { dataDir, assetsDir, environment, platform, library, isSample };
  }

  #neededConfig(): DarktableConfig {
    const config = darktableConfig(this.#facts());
    if (config) return config;
    throw new AppError(
      'conflict',
      'darktable was never started on this computer. Install darktable and start it once, then install the plugin.',
    );
  }

  /** Turns failures into messages for the user. */
  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof BridgeInstallError) throw new AppError('conflict', error.message, { cause: error });
      throw storageError(darktableConfig(this.#facts())?.configDir ?? this.#options.dataDir, error);
    }
  }
}

/** Without arguments darktable opens its default library. */
function argumentsFor(library: string, config: DarktableConfig | null, isSample: boolean): string[] {
  if (isSample) return [];
  if (config?.configDir !== dirname(library)) return ['--library', library];
  return config.kind === 'library' ? ['--configdir', config.configDir] : [];
}
