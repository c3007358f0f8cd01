import { constants, copyFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { keepDarktableOut, removeOwnLocks } from '../darktable/library-locks.ts';
import { holderWords, libraryHolder } from '../darktable/running.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import { isAlive } from '../platform/is-alive.ts';
import { dayOf } from './backup.ts';
import { backupPath, type LibraryBackup } from './backups.ts';
import { dataBeside } from './locate.ts';
import { LibraryFiles } from './lock-free.ts';
import { copyPair, flush, integrityComplaint, pairIn } from './pair-copy.ts';
import { makeFitForNow } from './restored-library.ts';
import { rollBackUnfinished } from './roll-back.ts';

/**
 * [Note: Restoring] Both files are replaced by renames of drafts that lie beside them, verified and on disk: library.db
 * first, then data.db. Between the two renames a crash would leave halves of two pairs. That is recognised by its traces:
 * the draft of data.db is there, and the draft of library.db is not, because it was made first. Then `settleRestore`
 * goes on; in every other case nothing has happened yet, and it removes the drafts. Until then darktable's own locks,
 * which outlive a crash of ours, keep darktable from opening the two.
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
  /** For tests of power cuts: called after each step. */
  onStep?: ((step: RestoreStep) => void) | undefined;
  now?: Date;
}

/** In this order. */
export const RESTORE_STEPS = ['kept', 'drafted', 'locked', 'library', 'around', 'data', 'done'] as const;
export type RestoreStep = (typeof RESTORE_STEPS)[number];

type Pair = { library: string; data: string };

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
  const { file, backup, around, onStep, now = new Date() } = restore;
  refuseWhileOpen(file);
  const present = placesOf(file);
  // Most likely there is nothing to roll back, or the library is damaged, which is why somebody restores it.
  quietly(() => rollBackUnfinished(present));
  const before = stateOf(present);
  const kept = await keepPresent(file, present, now);
  onStep?.('kept');
  const done = { library: false };
  const drafts = draftsOf(present, `${DRAFT}-${process.pid}-${Math.round(backup.modifiedMs)}`);
  try {
    const lacking = await makeDrafts(backup, drafts, kept && pairIn(kept).library);
    if (lacking !== null) throw new AppError('conflict', `Nothing was restored: ${lacking}`);
    onStep?.('drafted');
    const locks = locked(file, present);
    onStep?.('locked');
    try {
      refuseWhileOpen(file);
      if (stateOf(present) !== before) throw new AppError('conflict', CHANGED);
      around(kept, () => {
        put(drafts.library, present.library);
        done.library = true;
        onStep?.('library');
      });
      onStep?.('around');
      if (backup.data !== null) {
        try {
          put(drafts.data, present.data);
        } catch (error) {
          // Another program holds it (Windows). Never halves of two pairs.
          if (kept !== null) putBack(kept, drafts, present);
          done.library = false;
          throw error;
        }
      }
      onStep?.('data');
    } finally {
      locks.release();
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
    if (isThere(drafts.library) || !isThere(drafts.data)) {
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

const CHANGED = 'Nothing was restored: another program has changed the library meanwhile. Try again.';

/** The files themselves: a link stays a link. */
const placesOf = (file: string): Pair => ({ library: realOf(file), data: realOf(dataBeside(file)) });

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

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
    } catch {
      await copyAsItIs(present, pairIn(draft));
    } finally {
      files.close();
    }
    await rename(draft, target);
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
    for (const ending of ['', ...JOURNALS])
      if (isThere(source + ending)) await copyFile(source + ending, target + ending, constants.COPYFILE_FICLONE);
}

const draftsOf = ({ library, data }: Pair, ending: string): Pair => ({
  library: library + ending,
  data: data + ending,
});

/** Drafts of processes that are gone. */
function leftDrafts(present: Pair): { drafts: Pair; backupMs: number }[] {
  const endings = [present.library, present.data].flatMap((file) =>
    namesIn(dirname(file)).flatMap((name) =>
      name.startsWith(basename(file)) ? name.slice(basename(file).length) : [],
    ),
  );
  return [...new Set(endings)].flatMap((ending) => {
    const [, pid, backupMs] = new RegExp(`^${DRAFT.replace('.', '\\.')}-(\\d+)-(\\d+)$`).exec(ending) ?? [];
    // Another Safelight may be restoring at this moment.
    const isLeft = pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)));
    return isLeft ? [{ drafts: draftsOf(present, ending), backupMs: Number(backupMs) }] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of library.db first, see [Note: Restoring]. Returns what keeps the backup from being restored, or null. */
async function makeDrafts(backup: LibraryBackup, drafts: Pair, present: string | null): Promise<string | null> {
  await copyFile(backup.library, drafts.library, constants.COPYFILE_FICLONE);
  if (backup.data !== null) await copyFile(backup.data, drafts.data, constants.COPYFILE_FICLONE);
  const copies = [
    { draft: drafts.library, from: backup.library },
    ...(backup.data === null ? [] : [{ draft: drafts.data, from: backup.data }]),
  ];
  for (const { draft, from } of copies) {
    const complaint = await integrityComplaint(draft).catch(reasonOf);
    if (complaint !== null) return `${from} is damaged (${complaint}).`;
  }
  makeFitForNow(drafts.library, present);
  for (const { draft } of copies) await flush(draft);
  return null;
}

/** In the opposite order of making them. */
function removeDrafts({ library, data }: Pair): void {
  for (const draft of [data, library]) for (const ending of ['', ...JOURNALS]) rmSync(draft + ending, { force: true });
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
}

/** The library that was there before, when its data.db cannot be replaced. */
function putBack(kept: string, drafts: Pair, present: Pair): void {
  const draft = `${drafts.library}-back`;
  copyFileSync(pairIn(kept).library, draft, constants.COPYFILE_FICLONE);
  put(draft, present.library);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever calls this goes on either way.
  }
}
