import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { knownFolders, noteFolders } from '../settings/known-folders.ts';

/** Whether a queue is in a folder that the user chose. */
export const isChosenFolder = (dataDir: string, queueFile: string) =>
  resolve(dirname(queueFile)) !== resolve(join(dataDir, 'queues'));

/**
 * Creates the folder of a queue at its first use. A folder that existed before is on a disk that is not connected: a new one would take
 * jobs that nobody processes. Failures are logged, and reported again when the queue is written.
 */
export function makeQueueFolder(dataDir: string, queueFile: string, log: Log): void {
  const folder = resolve(dirname(queueFile));
  const isChosen = isChosenFolder(dataDir, queueFile);
  if (isChosen && knownFolders(dataDir)?.queues.includes(folder) === true) return;
  try {
    // Other programs may use a folder that the user chose.
    mkdirSync(folder, { recursive: true, mode: isChosen ? 0o777 : 0o700 });
    if (isChosen) noteFolders(dataDir, ({ queues }) => queues.push(folder));
  } catch (error) {
    log.warn({ folder, reason: reasonOf(error) }, 'A folder for queues cannot be created');
  }
}

/** The user has just chosen this folder, so it is created if missing. */
export function forgetQueueFolder(dataDir: string, queueFile: string): void {
  const folder = resolve(dirname(queueFile));
  if (knownFolders(dataDir)?.queues.includes(folder) !== true) return;
  noteFolders(dataDir, (known) => (known.queues = known.queues.filter((each) => each !== folder)));
}
