import Database from 'better-sqlite3';
import { constants, statSync } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../platform/errors.ts';

const KEPT = 7;
const ATTEMPTS = 20;
/** No copy takes this long. */
const ABANDONED_MS = 60 * 60 * 1000;

/** For copying a library without a lock: its stamp when it is at rest, null when the file is missing. */
export interface Resting {
  settled(): Promise<string | null>;
  isStill(stamp: string): boolean;
}

const backupName = (file: string, day: Date) =>
  `${basename(file)}-safelight-${day.getFullYear()}${String(day.getMonth() + 1).padStart(2, '0')}${String(day.getDate()).padStart(2, '0')}`;

/**
 * Makes sure that a verified copy from today is next to the library: `library.db-safelight-YYYYMMDD`. The library is
 * copied without a lock (its stamp must be the same before and after). The copy is flushed to disk and passes SQLite's
 * integrity check before it gets its name. The last seven are kept. Returns its path. Retries up to `attempts` times
 * when another program writes meanwhile; throws when no sound copy could be made.
 */
export async function backupOfToday(
  file: string,
  library: Resting,
  today = new Date(),
  { attempts = ATTEMPTS }: { attempts?: number } = {},
): Promise<string> {
  const folder = dirname(file);
  const target = join(folder, backupName(file, today));
  if (exists(target)) return target;
  // Another Safelight may be making one at the same moment. It does not matter which one is put in place last.
  const draft = `${target}-${process.pid}.tmp`;
  try {
    await removeDraft(draft);
    if (await isWal(file)) await copyWal(file, draft);
    else await copyAtRest(file, draft, library, attempts);
    await flush(draft);
    const complaint = await integrity(draft);
    if (complaint !== null)
      throw new Error(`the copy failed its integrity check (${complaint}); the library itself may be damaged`);
    await rename(draft, target);
  } catch (error) {
    await removeDraft(draft).catch(() => undefined);
    throw new Error(`no backup of ${file} could be made: ${reasonOf(error)}`, { cause: error });
  }
  // One copy too many is better than a refused edit.
  await removeOld(folder, basename(file)).catch(() => undefined);
  return target;
}

async function copyAtRest(file: string, draft: string, library: Resting, attempts: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stamp = await library.settled();
    if (stamp === null) throw new Error('the library is missing');
    await rm(draft, { force: true });
    // Takes milliseconds on file systems that can share blocks between files.
    await copyFile(file, draft, constants.COPYFILE_FICLONE);
    if (library.isStill(stamp)) return;
  }
  throw new Error('the library kept changing');
}

/** Bytes 18 and 19 of the header are 2: another program has set the library to write-ahead logging. */
async function isWal(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(2), position: 18 });
    return buffer[0] === 2 && buffer[1] === 2;
  } finally {
    await handle.close();
  }
}

/** Part of such a library is in a second file. Its readers block nobody, so SQLite's own backup is safe. */
async function copyWal(file: string, draft: string): Promise<void> {
  const library = new Database(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
  try {
    await library.backup(draft);
  } finally {
    library.close();
  }
}

/** Only a copy that is on disk may replace a backup. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * SQLite's complaint about a file, or null. Runs in its own thread because it reads the whole file; our own copy has no
 * locks to lose.
 */
function integrity(file: string): Promise<string | null> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { DatabaseSync } = require('node:sqlite');
    const copy = new DatabaseSync(workerData, { readOnly: true });
    const answer = copy.prepare('PRAGMA integrity_check(1)').get().integrity_check;
    copy.close();
    parentPort.postMessage(answer === 'ok' ? null : String(answer));`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: file });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the integrity check gave no result')));
  });
}

async function removeOld(folder: string, name: string): Promise<void> {
  const ours = (await readdir(folder)).filter((entry) => entry.startsWith(`${name}-safelight-`));
  const backups = ours.filter((entry) => /-\d{8}$/.test(entry)).sort();
  for (const old of backups.slice(0, -KEPT)) await rm(join(folder, old), { force: true });
  // Left behind by copies that were cut off.
  for (const draft of ours.filter((entry) => /-\d{8}-\d+\.tmp$/.test(entry)).map((entry) => join(folder, entry))) {
    if ((await stat(draft)).mtimeMs < Date.now() - ABANDONED_MS) await removeDraft(draft);
  }
}

async function removeDraft(draft: string): Promise<void> {
  for (const file of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) await rm(file, { force: true });
}

/** Asked before every edit: this takes microseconds, a trip through the thread pool may take milliseconds. */
const exists = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
