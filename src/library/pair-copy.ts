import Database from 'better-sqlite3';
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { copyFile, open, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { NotAtRest } from './lock-free.ts';

/** library.db and its data.db, and how they are found at rest: both have one stamp; null when one of them is missing. */
export interface RestingPair {
  readonly library: { readonly path: string };
  readonly data: { readonly path: string };
  settled(): Promise<string | null>;
  isStill(stamp: string): boolean;
}

/** The names that both files have in a folder with a copy of them, whatever the library is called. */
export const pairIn = (folder: string) => ({ library: join(folder, 'library.db'), data: join(folder, 'data.db') });

/**
 * Copies both files without a lock into a folder, as one state: their stamp is the same before and after. The copies are
 * on disk when this returns, and dated by the moment at which it began. Tries up to `attempts` times when another program
 * writes meanwhile.
 */
export async function copyPair(pair: RestingPair, folder: string, attempts: number): Promise<void> {
  const into = pairIn(folder);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const began = new Date();
    const stamp = await pair.settled();
    if (stamp === null) throw new Error('library.db or data.db is missing');
    await copyDatabase(pair.library.path, into.library);
    await copyDatabase(pair.data.path, into.data);
    if (!pair.isStill(stamp)) continue;
    for (const file of [into.library, into.data]) {
      await utimes(file, began, began);
      await flush(file);
    }
    return;
  }
  throw new NotAtRest(null);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  if (await isWal(from)) await copyWal(from, to);
  // Takes milliseconds on file systems that can share blocks between files.
  else await copyFile(from, to, constants.COPYFILE_FICLONE);
}

/** Bytes 18 and 19 of the header are 2: another program has set the file to write-ahead logging. */
async function isWal(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(2), position: 18 });
    return buffer[0] === 2 && buffer[1] === 2;
  } finally {
    await handle.close();
  }
}

/** Part of such a database is in a second file. Its readers block nobody, so SQLite's own backup is safe. */
async function copyWal(file: string, to: string): Promise<void> {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
  try {
    await database.backup(to);
  } finally {
    database.close();
  }
}

/** Only a copy that is on disk may take the place of anything. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** After a file in it was made, renamed or removed: what follows then happens later on the disk, too, if it is another disk. */
export function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows and some network drives have no such thing.
  }
}

/**
 * SQLite's complaint about a copy of ours, or null. Runs in its own thread because it reads the whole file; our own copy
 * has no locks to lose.
 */
export function integrityComplaint(file: string): Promise<string | null> {
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
