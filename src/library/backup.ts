import { lstatSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { backupPath, backupsOf, numberCopies, numberFile, type LibraryBackup } from './backups.ts';
import { copyPair, flushFolder, integrityComplaint, pairIn, type RestingPair } from './pair-copy.ts';

const KEPT = 7;
const ATTEMPTS = 20;
/** No copy takes this long. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Makes sure that a verified copy from today is next to the library: library.db and data.db, which belong together, in the
 * folder `library.db-safelight-YYYY-MM-DD`. Both are copied without a lock as one state, flushed to disk, and pass SQLite's
 * integrity check before the folder gets its name: there is a whole pair or none. The seven that were made last are kept. Returns
 * the folder. Retries up to `attempts` times when another program writes meanwhile; throws when there is no sound copy afterwards.
 */
export async function backupOfToday(
  pair: RestingPair,
  today = new Date(),
  { attempts = ATTEMPTS }: { attempts?: number } = {},
): Promise<string> {
  const file = pair.library.path;
  const day = dayOf(today);
  // Asked before every edit: a look at two files takes microseconds, a trip through the thread pool may take milliseconds.
  const known = madeLast.get(pair);
  if (known?.day === day && isWhole(known.folder)) return known.folder;
  let folder: string;
  try {
    const daily = await dailyOf(file);
    const [last] = daily;
    // One of this day of which others were made since is from a time at which the clock was wrong.
    const isOfToday = last?.day === day && last.data !== null;
    folder = isOfToday ? dirname(last.library) : await makeBackup(pair, day, daily, attempts);
    // One copy too many is better than a refused edit.
    if (!isOfToday) await removeOld(file, folder).catch(() => undefined);
    if (!isWhole(folder)) throw new Error(`${folder} was there and is gone`);
  } catch (error) {
    throw new Error(`no backup of ${file} could be made: ${reasonOf(error)}`, { cause: error });
  }
  madeLast.set(pair, { day, folder });
  return folder;
}

/** The copy that was made last, by this program or an earlier one. */
const madeLast = new WeakMap<RestingPair, { day: string; folder: string }>();

const dailyOf = async (file: string) => (await backupsOf(file)).filter(({ kind }) => kind === 'daily');

async function makeBackup(
  pair: RestingPair,
  day: string,
  before: readonly LibraryBackup[],
  attempts: number,
): Promise<string> {
  const file = pair.library.path;
  const draft = await mkdtemp(`${backupPath(file, day)}${DRAFT}`);
  try {
    await copyPair(pair, draft, attempts);
    for (const copy of Object.values(pairIn(draft))) {
      const complaint = await integrityComplaint(copy);
      if (complaint !== null)
        throw new Error(
          `the copy of ${basename(copy)} failed its integrity check (${complaint}); ${basename(copy)} itself may be damaged`,
        );
    }
    await numberCopies(draft, file);
    flushFolder(draft);
    const taken = new Set(before.map(({ name }) => name));
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? day : `${day}-${number}`;
      if (!taken.has(name) && (await putInPlace(draft, backupPath(file, name)))) return backupPath(file, name);
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

const DRAFT = '-draft-';

/** Such as 2026-03-09, in local time. */
export const dayOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Another Safelight may have made one at the same moment, which is as good. False: something else is in its place. */
async function putInPlace(draft: string, target: string): Promise<boolean> {
  try {
    await rename(draft, target);
    flushFolder(dirname(target));
  } catch (error) {
    if (!isWhole(target)) {
      if (lstatSync(target, { throwIfNoEntry: false })) return false;
      throw error;
    }
    await rm(draft, { recursive: true, force: true });
  }
  return true;
}

/** Never the copy in the folder `made`: somebody is about to change the library. */
async function removeOld(file: string, made: string): Promise<void> {
  const others = (await dailyOf(file)).filter(({ library }) => dirname(library) !== made);
  for (const { library, data } of others.slice(KEPT - 1)) {
    await rm(library, { force: true });
    if (data === null) continue;
    await rm(data, { force: true });
    await rm(numberFile(dirname(library)), { force: true });
    // Stays if somebody has put something else there.
    await rmdir(dirname(library)).catch(() => undefined);
  }
  // Left behind by copies that were cut off.
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(file)}-safelight-`) || !name.includes(DRAFT)) continue;
    const draft = join(folder, name);
    // Another Safelight may be making it. One from the future is from a time at which the clock was wrong.
    if (Math.abs(Date.now() - (await stat(draft)).mtimeMs) > ABANDONED_MS)
      await rm(draft, { recursive: true, force: true });
  }
}

/** Both files are in it. */
function isWhole(folder: string): boolean {
  try {
    return Object.values(pairIn(folder)).every((copy) => statSync(copy).isFile());
  } catch {
    return false;
  }
}
