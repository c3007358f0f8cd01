import { constants, lstatSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { keepDarktableOut, removeOwnLocks } from '../darktable/library-locks.ts';
import { holderWords, libraryHolder } from '../darktable/running.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import { isAlive } from '../platform/is-alive.ts';
import { isMissing } from '../platform/ordinary-file.ts';
import { dayOf } from './backup.ts';
import { backupPath, numberCopies, type LibraryBackup } from './backups.ts';
import { dataBeside } from '../darktable/locate.ts';
import { LibraryFiles, NotAtRest } from './lock-free.ts';
import { copyPair, flush, flushFolder, integrityComplaint, pairIn } from './pair-copy.ts';
import { makeFitForNow } from './restored-library.ts';
import { rollBackUnfinished } from './roll-back.ts';

/**
 * [Note: Restoring] Both files are replaced by renames of drafts that lie beside them, verified and on disk: library.db
 * first, then data.db. Between the two renames a crash would leave halves of two pairs. That is recognized by its traces:
 * the draft of data.db is there, and the draft of library.db is not, because it was made first. Then `settleRestore`
 * goes on; in every other case nothing has happened yet, and it removes the drafts. Until then darktable's own locks,
 * which outlive a crash of ours, keep darktable from opening the two. Behind links the two may be on different disks: so
 * each step is on its disk before the next one.
 */
export interface Restore {
  /** library.db */
  file: string;
  backup: LibraryBackup;
  /**
   * Called when all is ready, with the folder in which the present pair was kept (null: there is none). Must call
   * `replaceLibrary`, which replaces library.db; data.db follows. Throwing before that leaves everything as it was.
   */
  around: (kept: string | null, replaceLibrary: () => void) => void;
  /** Called while darktable is kept out, before anything is replaced, with the images that get another history. */
  setPicturesAside?: (imageIds: readonly number[]) => Promise<void>;
  /** For tests of power cuts: called after each step. */
  onStep?: ((step: RestoreStep) => void) | undefined;
  now?: Date;
}

/** In this order. */
export const RESTORE_STEPS = ['kept', 'drafted', 'locked', 'library', 'around', 'data', 'done'] as const;
export type RestoreStep = (typeof RESTORE_STEPS)[number];

type Pair = { library: string; data: string };
const NAMES = ['library', 'data'] as const;

/** How often the present pair is tried to be copied while another program writes. */
const ATTEMPTS = 3;
const DRAFT = '.safelight-restoring';
const JOURNALS = ['-journal', '-wal', '-shm'];

/**
 * Puts a backup in the place of library.db and data.db, or of library.db alone if that is all it has. What is there is kept
 * before, in a folder like that of a backup, which is returned; null: there was nothing. Throws `conflict`: nothing was
 * changed then.
 */
export async function restoreBackup(restore: Restore): Promise<string | null> {
  const { file, backup, setPicturesAside, around, onStep, now = new Date() } = restore;
  refuseWhileOpen(file);
  for (const path of [file, dataBeside(file)]) refuseLinkToNothing(path);
  const present = placesOf(file);
  // Most likely there is nothing to roll back, or the library is damaged, which is why somebody restores it.
  try {
    rollBackUnfinished(present);
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true) throw new AppError('conflict', CHANGED);
  }
  const before = stateOf(present);
  const kept = await keepPresent(file, present, now);
  onStep?.('kept');
  const done = { library: false };
  const drafts = draftsOf(present, `${DRAFT}-${process.pid}-${Math.round(backup.modifiedMs)}`);
  try {
    const outdated = await makeDrafts(backup, drafts, kept && pairIn(kept).library);
    onStep?.('drafted');
    const locks = locked(file, present);
    onStep?.('locked');
    try {
      await setPicturesAside?.(outdated);
      refuseWhileOpen(file);
      if (stateOf(present) !== before) throw new AppError('conflict', CHANGED);
      for (const name of NAMES) tryToMove(present[name], movedOf(drafts[name]));
      around(kept, () => {
        put(drafts.library, present.library);
        done.library = true;
        onStep?.('library');
      });
      onStep?.('around');
      if (backup.data !== null) put(drafts.data, present.data);
      onStep?.('data');
    } finally {
      if (!isHalf(drafts)) locks.release();
    }
    onStep?.('done');
    return kept;
  } catch (error) {
    if (!done.library) {
      removeDrafts(drafts);
      if (kept !== null) await rm(kept, { recursive: true, force: true });
    }
    throw error;
  }
}

/** What a crash left of a restore. `finished`: it is done now; the backup was made at `backupMs`. `dropped`: it never happened. */
export type Settled = { is: 'nothing' | 'dropped' } | { is: 'finished'; backupMs: number };

/** Ends a restore that a crash cut off, see [Note: Restoring]. Nobody may have the library open. */
export function settleRestore(file: string): Settled {
  const present = placesOf(file);
  let settled: Settled = { is: 'nothing' };
  for (const { drafts, backupMs } of leftDrafts(present)) {
    if (!isHalf(drafts)) {
      for (const name of NAMES) moveBack(movedOf(drafts[name]), present[name]);
      removeDrafts(drafts);
      settled = { is: 'dropped' };
      continue;
    }
    if (libraryHolder(file)) throw new Error(`darktable has ${file} open, of which a restore was cut off`);
    put(drafts.data, present.data);
    settled = { is: 'finished', backupMs };
  }
  removeOwnLocks(lockedBy(file, present));
  return settled;
}

/** darktable keeps the library in memory and never waits for a lock: it must be closed. */
function refuseWhileOpen(file: string): void {
  const holder = libraryHolder(file);
  if (!holder) return;
  const advice = holder.networkDrive === null ? '. Close darktable and try again.' : '.';
  throw new AppError('conflict', `Nothing was restored: ${holderWords(holder)}${advice}`);
}

/** Its disk may be away: the library there must not be forgotten for one here. */
function refuseLinkToNothing(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !isThere(path))
    throw new AppError('conflict', `Nothing was restored: ${path} is a link to a file that is not there.`);
}

const CHANGED = 'Nothing was restored: another program is changing the library. Close it and try again.';

/** The files themselves: a link stays a link. */
const placesOf = (file: string): Pair => ({ library: realOf(file), data: realOf(dataBeside(file)) });

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    // Where a link leads, even when the file is gone: what a crash left is there.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (!isLink || (error as NodeJS.ErrnoException).code !== 'ENOENT') return path;
    return realOf(resolve(dirname(path), readlinkSync(path)));
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Only the library.db of the two is replaced. */
const isHalf = (drafts: Pair) => isThere(drafts.data) && !isThere(drafts.library);

/** Changes with every change to one of the files. */
const stateOf = (pair: Pair) =>
  [pair.library, pair.data]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : 'missing'))
    .join(', ');

/** The folder with what is there now; null: neither file is. Damaged files are kept as they are. */
async function keepPresent(file: string, present: Pair, now: Date): Promise<string | null> {
  if (!isThere(present.library) && !isThere(present.data)) return null;
  const target = freePath(file, now);
  const draft = await mkdtemp(`${target}-draft-`);
  try {
    const files = new LibraryFiles(present.library, present.data);
    try {
      await copyPair(files, draft, ATTEMPTS);
    } catch (error) {
      if (error instanceof NotAtRest && error.hotJournal === null) throw new AppError('conflict', CHANGED);
      await copyAsItIs(present, pairIn(draft));
    } finally {
      files.close();
    }
    await numberCopies(draft, file);
    flushFolder(draft);
    await rename(draft, target);
    flushFolder(dirname(target));
    return target;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

function freePath(file: string, now: Date): string {
  const clock = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, '0'));
  const path = backupPath(file, `${dayOf(now)}-${clock.join('')}`);
  return isThere(path) ? freePath(file, new Date(now.getTime() + 1000)) : path;
}

async function copyAsItIs(from: Pair, to: Pair): Promise<void> {
  for (const [source, target] of [
    [from.library, to.library],
    [from.data, to.data],
  ] as const)
    for (const ending of ['', ...JOURNALS]) {
      if (!isThere(source + ending)) continue;
      await copyFile(source + ending, target + ending, constants.COPYFILE_FICLONE);
      await flush(target + ending);
    }
}

const draftsOf = ({ library, data }: Pair, ending: string): Pair => ({
  library: library + ending,
  data: data + ending,
});

/** Drafts of processes that are gone, and all of which only one is in its place. */
function leftDrafts(present: Pair): { drafts: Pair; backupMs: number }[] {
  const endings = [present.library, present.data].flatMap((file) =>
    namesIn(dirname(file)).flatMap((name) =>
      name.startsWith(basename(file)) ? name.slice(basename(file).length) : [],
    ),
  );
  return [...new Set(endings)].flatMap((ending) => {
    const [, pid, backupMs] = new RegExp(`^${DRAFT.replace('.', '\\.')}-(\\d+)-(\\d+)$`).exec(ending) ?? [];
    if (pid === undefined) return [];
    const drafts = draftsOf(present, ending);
    // Another Safelight may be restoring at this moment, or another program may have its number now: only the half must not wait.
    const isLeft = isHalf(drafts) || Number(pid) === process.pid || !isAlive(Number(pid));
    return isLeft ? [{ drafts, backupMs: Number(backupMs) }] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * That of library.db is on disk before the other one begins, see [Note: Restoring]. Returns the images that have another
 * history in it than in the present library. Throws `conflict` for a damaged backup.
 */
async function makeDrafts(backup: LibraryBackup, drafts: Pair, present: string | null): Promise<number[]> {
  await makeDraft(backup.library, drafts.library);
  const outdated = makeFitForNow(drafts.library, present);
  await flush(drafts.library);
  flushFolder(dirname(drafts.library));
  if (backup.data !== null) {
    await makeDraft(backup.data, drafts.data);
    await flush(drafts.data);
    flushFolder(dirname(drafts.data));
  }
  return outdated;
}

async function makeDraft(from: string, draft: string): Promise<void> {
  await copyFile(from, draft, constants.COPYFILE_FICLONE);
  const complaint = await integrityComplaint(draft).catch(reasonOf);
  if (complaint !== null) throw new AppError('conflict', `Nothing was restored: ${from} is damaged (${complaint}).`);
}

/** In the opposite order of making them. */
function removeDrafts({ library, data }: Pair): void {
  for (const draft of [data, library]) {
    for (const ending of ['', ...JOURNALS]) rmSync(draft + ending, { force: true });
    flushFolder(dirname(draft));
  }
}

/** darktable locks a database by the name that it was given. */
const lockedBy = (file: string, present: Pair) => [...new Set([dataBeside(file), present.data, file, present.library])];

function locked(file: string, present: Pair): { release(): void } {
  try {
    return keepDarktableOut(lockedBy(file, present));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new AppError(
      'conflict',
      'Nothing was restored: darktable is just opening this library. Close it and try again.',
    );
  }
}

/** The journals that lie there belong to what was there: SQLite would apply them to the restored file. */
function put(draft: string, place: string): void {
  for (const ending of JOURNALS) rmSync(place + ending, { force: true });
  renameSync(draft, place);
  flushFolder(dirname(place));
}

/**
 * Throws when a file cannot be replaced, while neither is: another program holds it (Windows), it belongs to somebody else,
 * or it is mounted by itself.
 */
function tryToMove(place: string, moved: string): void {
  if (!isThere(place)) return;
  renameSync(place, moved);
  renameSync(moved, place);
}

const movedOf = (draft: string) => `${draft}-moved`;

function moveBack(moved: string, place: string): void {
  if (isThere(moved)) renameSync(moved, place);
}
