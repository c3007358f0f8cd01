import { constants } from 'node:fs';
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../errors.ts';

const KEPT = 7;
const ATTEMPTS = 20;

/** Of a library that is copied without a lock: its stamp when it is at rest, null when it is not there. */
export interface Resting {
  settled(): Promise<string | null>;
  isStill(stamp: string): boolean;
}

const backupName = (file: string, day: Date) =>
  `${basename(file)}-safelight-${day.getFullYear()}${String(day.getMonth() + 1).padStart(2, '0')}${String(day.getDate()).padStart(2, '0')}`;

/**
 * Makes sure that a verified copy of today lies beside the library: `library.db-safelight-YYYYMMDD`. Copied without a lock (the
 * stamp must be the same before and after) and put in place only after SQLite's integrity check found it sound. The last
 * seven are kept. Gives its path; throws when no sound copy could be made.
 */
export async function backupOfToday(file: string, library: Resting, today = new Date()): Promise<string> {
  const folder = dirname(file);
  const target = join(folder, backupName(file, today));
  if (await exists(target)) return target;
  const draft = `${target}.tmp`;
  try {
    await copyAtRest(file, draft, library);
    const complaint = await integrity(draft);
    if (complaint !== null) throw new Error(`the copy is not sound (${complaint}); the library itself may be damaged`);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Error(`No backup of ${file} could be made: ${reasonOf(error)}`, { cause: error });
  }
  await removeOld(folder, basename(file));
  return target;
}

async function copyAtRest(file: string, draft: string, library: Resting): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stamp = await library.settled();
    if (stamp === null) throw new Error('the library is not there');
    await rm(draft, { force: true });
    // File systems that can share the blocks of two files make this a matter of milliseconds.
    await copyFile(file, draft, constants.COPYFILE_FICLONE);
    if (library.isStill(stamp)) return;
  }
  throw new Error('the library changed all the time');
}

/** SQLite's complaint about a file, or null. In a thread of its own: it reads the whole file, and our own copy has no locks to lose. */
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
    worker.once('exit', () => reject(new Error('the check ended without an answer')));
  });
}

async function removeOld(folder: string, name: string): Promise<void> {
  const backups = (await readdir(folder))
    .filter((entry) => new RegExp(`-safelight-\\d{8}$`).test(entry) && entry.startsWith(`${name}-`))
    .sort();
  for (const old of backups.slice(0, -KEPT)) await rm(join(folder, old), { force: true });
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
