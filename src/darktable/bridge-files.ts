/**
 * What Safelight tells the plugin, following docs/bridge-protocol.md. Everything is synchronous: small files, some 50
 * µs each.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ordinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { BRIDGE_PROTOCOL, fieldLines, readText } from './bridge-fields.ts';
import { makeWakePipe } from './wake-pipe.ts';

export type BridgeJob = 'edits' | 'refresh' | 'export';

export interface BridgeConfig {
  /** The library.db that the ids belong to. */
  library: string;
  refreshQueue: string;
  exportQueue: string;
  editsDir: string;
  /** Where decisions about images go, see organise-jobs.ts. */
  organiseDir: string;
  /** Where operations go, see operation-jobs.ts. */
  operationsDir: string;
  previewsDir: string;
  exportsDir: string;
  /**
   * The id in the mark that makes the export folder Safelight's own: without the mark the plugin exports nothing. null:
   * the folder needs no mark because its creator vouches for it.
   */
  exportsId?: string | null;
  heartbeat: string;
  /** Exists while refreshes and exports wait. */
  pauseFile: string;
  /** The previews that a refresh renders: level, and the box in pixels that each fits. */
  levels: readonly { level: number; width: number; height: number }[];
  /** JPEG quality, 1-100. */
  previewQuality: number;
  exportQuality: number;
  /** The jobs that the bridge may do; somebody else does the others. */
  jobs: readonly BridgeJob[];
}

/** The paths of the bridge's own files unless a setting says otherwise. */
export function bridgePaths(
  dataDir: string,
): Pick<BridgeConfig, 'editsDir' | 'organiseDir' | 'operationsDir' | 'previewsDir' | 'heartbeat' | 'pauseFile'> {
  return {
    editsDir: join(dataDir, 'queues', 'edits'),
    organiseDir: join(dataDir, 'queues', 'organise'),
    operationsDir: join(dataDir, 'queues', 'operations'),
    previewsDir: join(dataDir, 'previews'),
    heartbeat: join(dataDir, 'queues', 'bridge.heartbeat'),
    pauseFile: join(dataDir, 'queues', 'paused'),
  };
}

/** The plugin's folder in a darktable config folder. */
export const pluginDir = (configDir: string) => join(configDir, 'lua', 'safelight');

const configFile = (configDir: string) => join(pluginDir(configDir), 'bridge.conf');

/**
 * Tells the plugin in this darktable config folder what to do; it follows within a second. Creates the folders in the
 * data folder that the plugin writes to, because Lua cannot; folders chosen by people are created once, where they are
 * chosen. The revision comes back in the heartbeat once the plugin has read it. Throws file system errors, and an Error
 * when a path cannot be written on one line.
 */
export function writeBridgeConfig(configDir: string, config: BridgeConfig): { revision: string; changed: boolean } {
  for (const folder of [
    ...config.levels.map(({ level }) => join(config.previewsDir, String(level))),
    config.editsDir,
    config.organiseDir,
    config.operationsDir,
    ...[config.heartbeat, config.pauseFile].map((file) => dirname(file)),
    pluginDir(configDir),
  ]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const wakePipe = makeWakePipe(config.editsDir);
  const fields = { ...configFields(config), ...(wakePipe !== null && { wake_pipe: wakePipe }) };
  const revision = createHash('sha1').update(fieldLines(fields)).digest('hex').slice(0, 12);
  const content = fieldLines({ protocol: BRIDGE_PROTOCOL, revision, ...fields });
  const file = configFile(configDir);
  const changed = readText(file) !== content;
  if (changed) replaceFile(file, content);
  return { revision, changed };
}

/** The plugin then does nothing until it is configured again. */
export function removeBridgeConfig(configDir: string): void {
  rmSync(configFile(configDir), { force: true });
}

const configFields = (config: BridgeConfig) => ({
  library: config.library,
  refresh_queue: config.refreshQueue,
  export_queue: config.exportQueue,
  edits_dir: config.editsDir,
  organise_dir: config.organiseDir,
  operations_dir: config.operationsDir,
  previews_dir: config.previewsDir,
  preview_levels: config.levels.map(({ level, width, height }) => `${level}:${width}x${height}`).join(','),
  preview_quality: config.previewQuality,
  export_quality: config.exportQuality,
  exports_dir: config.exportsDir,
  ...(config.exportsId && {
    exports_id: config.exportsId,
    exports_drafts: join(config.exportsDir, '.safelight-drafts'),
  }),
  heartbeat: config.heartbeat,
  pause_file: config.pauseFile,
  jobs: config.jobs.join(','),
});

export const isPaused = (pauseFile: string): boolean => ordinaryFile(pauseFile) !== null;

export function setPaused(pauseFile: string, paused: boolean): void {
  if (paused) {
    mkdirSync(dirname(pauseFile), { recursive: true, mode: 0o700 });
    replaceFile(pauseFile, '');
  } else {
    rmSync(pauseFile, { force: true });
  }
}
