import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PREVIEW_LEVELS } from '../contract/preview.ts';
import { bridgePlaces, readHeartbeat } from '../darktable/bridge-files.ts';
import { DRAFTS_NAME } from '../exports/take-folder.ts';
import type { Log } from '../platform/log.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Of `replaceFile`, of the announcement of the server before that, and of the package that stores the settings. */
const OF_FILES = new RegExp(`\\.${UUID}\\.tmp$|^server\\.json\\.tmp$|^settings\\.json\\.tmp-[\\w-]+$`);
/** Of the renderer, and of thumbnails on their way from another disk. */
const OF_RENDERER = new RegExp(`^\\d+\\.(?:${UUID}\\.)?cli-tmp\\.jpg$|^\\d+\\.jpg\\.tmp$`);
/** Of the plugin: pictures, what it wrote to see whether it can write, and files of the protocol. */
const OF_PLUGIN =
  /^\d+\.(?:[\w-]+\.)?bridge-tmp\.jpg$|^(?:\d+\.jpg|[\w-]+)\.probe(?:\.tmp)?$|\.draft-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+\.tmp$/;
const OF_MARK = new RegExp(`^\\.safelight-exports\\.${UUID}\\.tmp$`);
const OF_QUEUES = new RegExp(`\\.working-cli\\.(?:${UUID}\\.)?tmp$|^${UUID}\\.(?:dtstyle|job)\\.tmp$`);

export interface LeftoverFolders {
  dataDir: string;
  /** null: it is not there, or none of ours at the moment. */
  exportFolder: string | null;
  log: Log;
}

/**
 * Removes the drafts that a Safelight or a plugin left that was killed: in our own folders alone, by our own names alone, and older than
 * whoever may be writing one now. Never throws.
 */
export function removeLeftovers({ dataDir, exportFolder, log }: LeftoverFolders): void {
  const { previewsDir, editsDir, heartbeat } = bridgePlaces(dataDir);
  const ours = Date.now() - process.uptime() * 1000;
  const beat = readHeartbeat(heartbeat);
  // A plugin that did not say good-bye may be in the middle of a picture.
  const plugins = beat && beat.state !== 'stopped' ? Math.min(ours, beat.started * 1000) : ours;
  const pictures = [
    ...PREVIEW_LEVELS.map(({ level }) => join(previewsDir, String(level))),
    // In the folder itself: drafts of versions before this one.
    ...(exportFolder === null ? [] : [exportFolder, join(exportFolder, DRAFTS_NAME)]),
  ];
  const folders: SweptFolder[] = [
    { folder: dataDir, name: OF_FILES, olderThanMs: ours },
    { folder: join(dataDir, 'previews-fit'), name: OF_FILES, olderThanMs: ours, isDeep: true },
    { folder: join(dataDir, 'previews-embedded'), name: OF_FILES, olderThanMs: ours, isDeep: true },
    ...pictures.flatMap((folder) => [
      { folder, name: OF_RENDERER, olderThanMs: ours },
      { folder, name: OF_PLUGIN, olderThanMs: plugins },
      { folder, name: OF_MARK, olderThanMs: ours },
    ]),
    ...[join(dataDir, 'queues'), editsDir].flatMap((folder) => [
      { folder, name: OF_QUEUES, olderThanMs: ours },
      { folder, name: OF_PLUGIN, olderThanMs: plugins },
    ]),
  ];
  const removed = folders.reduce((sum, folder) => sum + removeFrom(folder), 0);
  if (removed > 0)
    log.info(`${removed} drafts were removed that a Safelight or darktable left that was ended in the middle.`);
}

interface SweptFolder {
  folder: string;
  name: RegExp;
  olderThanMs: number;
  /** The folders in it, too. */
  isDeep?: boolean;
}

function removeFrom({ folder, name, olderThanMs, isDeep = false }: SweptFolder): number {
  let removed = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: isDeep, withFileTypes: true })) {
      // A link goes as a link.
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
