import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { knownFolders, noteFolders } from '../settings/known-folders.ts';

/** Whether a queue lies in a folder that people chose, and not in Safelight's own. */
export const isChosenFolder = (dataDir: string, queueFile: string) =>
  resolve(dirname(queueFile)) !== resolve(join(dataDir, 'queues'));

/**
 * Makes the folder of a queue when it is used for the first time. One that was used before and is gone lies on a disk that is gone: made
 * anew, it would take jobs that nobody works off. Says in the log what cannot be made; the queue tells, too, when it is written.
 */
export function makeQueueFolder(dataDir: string, queueFile: string, log: Log): void {
  const folder = resolve(dirname(queueFile));
  const isChosen = isChosenFolder(dataDir, queueFile);
  if (isChosen && knownFolders(dataDir)?.queues.includes(folder) === true) return;
  try {
    // In a folder of the user's own choice others may have business, too.
    mkdirSync(folder, { recursive: true, mode: isChosen ? 0o777 : 0o700 });
    if (isChosen) noteFolders(dataDir, ({ queues }) => queues.push(folder));
  } catch (error) {
    log.warn(`The folder of a queue, ${folder}, cannot be made: ${reasonOf(error)}`);
  }
}

/** Somebody chose that folder just now: when it is not there it is made. */
export function forgetQueueFolder(dataDir: string, queueFile: string): void {
  const folder = resolve(dirname(queueFile));
  if (knownFolders(dataDir)?.queues.includes(folder) !== true) return;
  noteFolders(dataDir, (known) => (known.queues = known.queues.filter((each) => each !== folder)));
}
