import { statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { backupPath, backupsOf } from './backups.ts';
import { copyPair, integrityComplaint, pairIn, type RestingPair } from './pair-copy.ts';

const KEPT = 7;
const ATTEMPTS = 20;
/** No copy takes this long. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Makes sure that a verified copy from today is next to the library: library.db and data.db, which belong together, in the
 * folder `library.db-safelight-YYYY-MM-DD`. Both are copied without a lock as one state, flushed to disk, and pass SQLite's
 * integrity check before the folder gets its name: there is a whole pair or none. The last seven are kept. Returns the
 * folder. Retries up to `attempts` times when another program writes meanwhile; throws when no sound copy could be made.
 */
export async function backupOfToday(
  pair: RestingPair,
  today = new Date(),
  { attempts = ATTEMPTS }: { attempts?: number } = {},
): Promise<string> {
  const file = pair.library.path;
  const target = backupPath(file, dayOf(today));
  if (isFolder(target)) return target;
  let draft: string | null = null;
  try {
    draft = await mkdtemp(`${target}${DRAFT}`);
    await copyPair(pair, draft, attempts);
    for (const copy of Object.values(pairIn(draft))) {
      const complaint = await integrityComplaint(copy);
      if (complaint !== null)
        throw new Error(
          `the copy of ${basename(copy)} failed its integrity check (${complaint}); ${basename(copy)} itself may be damaged`,
        );
    }
    await putInPlace(draft, target);
  } catch (error) {
    if (draft !== null) await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw new Error(`no backup of ${file} could be made: ${reasonOf(error)}`, { cause: error });
  }
  // One copy too many is better than a refused edit.
  await removeOld(file).catch(() => undefined);
  return target;
}

const DRAFT = '-draft-';

/** Such as 2026-03-09, in local time. */
export const dayOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Another Safelight may have made one at the same moment, which is as good: a pair never consists of halves of two. */
async function putInPlace(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (!isFolder(target)) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeOld(file: string): Promise<void> {
  const daily = (await backupsOf(file)).filter(({ kind }) => kind === 'daily');
  for (const { library, data } of daily.slice(KEPT)) {
    await rm(library, { force: true });
    if (data === null) continue;
    await rm(data, { force: true });
    // Stays if somebody has put something else there.
    await rmdir(dirname(library)).catch(() => undefined);
  }
  // Left behind by copies that were cut off.
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(file)}-safelight-`) || !name.includes(DRAFT)) continue;
    const draft = join(folder, name);
    if ((await stat(draft)).mtimeMs < Date.now() - ABANDONED_MS) await rm(draft, { recursive: true, force: true });
  }
}

/** Asked before every edit: this takes microseconds, a trip through the thread pool may take milliseconds. */
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
