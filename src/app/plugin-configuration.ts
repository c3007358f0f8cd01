import { PREVIEW_LEVELS } from '../contract/preview.ts';
import { bridgePaths, writeBridgeConfig, type BridgeJob } from '../darktable/bridge-files.ts';
import { readHeartbeat, type Heartbeat } from '../darktable/bridge-heartbeat.ts';
import { bridgeInstallation } from '../darktable/plugin-install.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { type BridgeFacts, darktableConfig } from './plugin-status.ts';

/** What the plugin needs to know. */
export interface PluginSubject {
  library: string;
  isSample: boolean;
  refreshQueue: string;
  exportQueue: string;
  /** The export folder. Without an id it may not be ours, and the plugin exports nothing. */
  exports: { folder: string; id: string | null };
}

export interface PluginConfigurationOptions {
  facts: () => BridgeFacts;
  settings: () => Readonly<SettingsValues>;
  subject: () => PluginSubject;
  /** The jobs for the plugin. Other jobs are done by darktable-cli. */
  jobs?: (heartbeat: Heartbeat | null) => readonly BridgeJob[];
  log: Log;
}

/** What the plugin is to do, in a file beside darktable's settings. */
export class PluginConfiguration {
  readonly #options: PluginConfigurationOptions;
  #revision: string | null = null;
  /** Why the plugin could not render when this was written. */
  #couldNot: string | null = null;

  constructor(options: PluginConfigurationOptions) {
    this.#options = options;
  }

  /** Of what was written last; null without a plugin. */
  get revision(): string | null {
    return this.#revision;
  }

  /** Whether the plugin has become able, or unable, to render since it was written. */
  isOutdated(): boolean {
    const { dataDir } = this.#options.facts();
    return cannotRender(readHeartbeat(bridgePaths(dataDir).heartbeat)) !== this.#couldNot;
  }

  write(): void {
    const facts = this.#options.facts();
    const paths = bridgePaths(facts.dataDir);
    const heartbeat = readHeartbeat(paths.heartbeat);
    this.#couldNot = cannotRender(heartbeat);
    this.#revision = null;
    const config = darktableConfig(facts);
    if (!config || !bridgeInstallation({ configDir: config.configDir, assetsDir: facts.assetsDir }).installed) return;
    const { subject, settings, jobs = () => ['edits', 'refresh', 'export'] as const, log } = this.#options;
    const { library, refreshQueue, exportQueue, exports } = subject();
    const { previewLevels, previewQuality, exportQuality } = settings();
    try {
      const { revision } = writeBridgeConfig(config.configDir, {
        ...paths,
        library,
        refreshQueue,
        exportQueue,
        exportsDir: exports.folder,
        exportsId: exports.id,
        levels: PREVIEW_LEVELS.filter(({ level }) => previewLevels.includes(level)),
        previewQuality,
        exportQuality,
        jobs: jobs(heartbeat).filter((job) => job !== 'export' || exports.id !== null),
      });
      this.#revision = revision;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The settings could not be passed to the plugin');
    }
  }
}

const cannotRender = (heartbeat: Heartbeat | null) => heartbeat?.cannotRender ?? null;
