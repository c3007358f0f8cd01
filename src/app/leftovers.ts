import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PREVIEW_LEVELS } from '../contract/preview.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { readHeartbeat } from '../darktable/bridge-heartbeat.ts';
import { DRAFTS_NAME } from '../exports/take-folder.ts';
import type { Log } from '../platform/log.ts';
import { queueFiles } from '../queues/queue-files.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Drafts of `replaceFile`, of older versions of server.json, and of the package that stores the settings. */
const OF_FILES = new RegExp(`\\.${UUID}\\.tmp$|^server\\.json\\.tmp$|^settings\\.json\\.tmp-[\\w-]+$`);
/** Drafts of the renderer, and of thumbnails copied from another disk. */
const OF_RENDERER = new RegExp(`^\\d+\\.(?:${UUID}\\.)?cli-tmp\\.jpg$|^\\d+\\.jpg\\.tmp$`);
/** Drafts of the plugin: pictures, write tests, and files of the protocol. */
const OF_PLUGIN =
  /^\d+\.(?:[\w-]+\.)?bridge-tmp\.jpg$|^(?:\d+\.jpg|[\w-]+)\.probe(?:\.tmp)?$|\.draft-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+\.tmp$/;
/** Pictures on their way from the resident darktable to where they belong. */
const OF_RESIDENT = new RegExp(`^${UUID}\\.jpg$`);
const OF_MARK = new RegExp(`^\\.safelight-exports\\.${UUID}\\.tmp$`);
const OF_QUEUES = new RegExp(
  `${queueFiles('').rendererWorking.replaceAll('.', String.raw`\.`)}\\.(?:${UUID}\\.)?tmp$|^${UUID}\\.(?:dtstyle|job)\\.tmp$`,
);

export interface LeftoverFolders {
  dataDir: string;
  /** null: the folder is missing, or not ours at present. */
  exportFolder: string | null;
  log: Log;
}

/**
 * Removes drafts that a killed Safelight or plugin left: only in our own folders, only with our own names, and only those too old to be
 * in use. Never throws.
 */
export function removeLeftovers({ dataDir, exportFolder, log }: LeftoverFolders): void {
  const { previewsDir, editsDir, organiseDir, operationsDir, heartbeat } = bridgePaths(dataDir);
  const renderer = join(dataDir, 'renderer');
  const ours = Date.now() - process.uptime() * 1000;
  const beat = readHeartbeat(heartbeat);
  // A plugin that did not stop cleanly may still be rendering.
  const plugins = beat && beat.state !== 'stopped' ? Math.min(ours, beat.started * 1000) : ours;
  const pictures = [
    ...PREVIEW_LEVELS.map(({ level }) => join(previewsDir, String(level))),
    // Older versions put drafts into the folder itself.
    ...(exportFolder === null ? [] : [exportFolder, join(exportFolder, DRAFTS_NAME)]),
  ];
  const folders: SweptFolder[] = [
    { folder: dataDir, name: OF_FILES, olderThanMs: ours },
    { folder: join(dataDir, 'previews-fit'), name: OF_FILES, olderThanMs: ours, isDeep: true },
    { folder: join(dataDir, 'previews-embedded'), name: OF_FILES, olderThanMs: ours, isDeep: true },
    { folder: join(renderer, 'tiles'), name: OF_FILES, olderThanMs: ours, isDeep: true },
    { folder: join(renderer, 'resident'), name: OF_FILES, olderThanMs: ours },
    ...['awaited', '1', '2'].map((name) => ({ folder: join(renderer, name), name: OF_RESIDENT, olderThanMs: ours })),
    ...pictures.flatMap((folder) => [
      { folder, name: OF_RENDERER, olderThanMs: ours },
      { folder, name: OF_PLUGIN, olderThanMs: plugins },
      { folder, name: OF_MARK, olderThanMs: ours },
    ]),
    ...[join(dataDir, 'queues'), editsDir, organiseDir, operationsDir].flatMap((folder) => [
      { folder, name: OF_QUEUES, olderThanMs: ours },
      { folder, name: OF_PLUGIN, olderThanMs: plugins },
    ]),
  ];
  const removed = folders.reduce((sum, folder) => sum + removeFrom(folder), 0);
  if (removed > 0)
    log.info({ removed }, 'Unfinished files that an interrupted Safelight or darktable had left are removed');
}

interface SweptFolder {
  folder: string;
  name: RegExp;
  olderThanMs: number;
  /** Includes the folders in it. */
  isDeep?: boolean;
}

function removeFrom({ folder, name, olderThanMs, isDeep = false }: SweptFolder): number {
  let removed = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: isDeep, withFileTypes: true })) {
      // Removes the link, not its target.
      if (entry.isDirectory() || !name.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      if (lstatSync(file).mtimeMs >= olderThanMs) continue;
      unlinkSync(file);
      removed++;
    }
  } catch {
    // There is no such folder, or it cannot be read: the next start tries again.
  }
  return removed;
}
