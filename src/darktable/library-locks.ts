import { rmSync, statSync, writeFileSync } from 'node:fs';
import { pid } from 'node:process';
import { isAlive } from '../platform/is-alive.ts';
import { isUnreadable, readOrdinaryFile } from '../platform/ordinary-file.ts';

/** Where darktable notes that it has a database open. */
export const lockOf = (database: string) => `${database}.lock`;

/**
 * A darktable opens nothing whose lock names a process that exists, and takes the file away if there is no such process. So
 * this one names the first process of the system: it keeps darktable out even after a crash of ours, and in a sandbox.
 */
const ALWAYS_THERE = process.platform === 'win32' ? pid : 1;
const MARK = 'safelight';
/** Nobody holds them for longer than some milliseconds. */
const ABANDONED_MS = 60_000;

/**
 * Keeps every darktable of this computer from opening these databases until `release` is called. Only while none has them
 * open: a lock that lies there is one that a crash has left. Throws EEXIST when a darktable is quicker.
 */
export function keepDarktableOut(databases: readonly string[]): { release(): void } {
  const held: string[] = [];
  const release = () => held.splice(0).forEach((lock) => rmSync(lock, { force: true }));
  try {
    for (const lock of new Set(databases.map(lockOf))) {
      rmSync(lock, { force: true });
      writeFileSync(lock, `${ALWAYS_THERE}\0${MARK} ${pid}`, { flag: 'wx', mode: 0o644 });
      held.push(lock);
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** Removes locks that `keepDarktableOut` left because its process died. */
export function removeOwnLocks(databases: readonly string[]): void {
  for (const lock of databases.map(lockOf)) {
    const holder = ownHolder(textOf(lock));
    if (holder !== null && (holder === pid || !isAlive(holder) || ageMs(lock) > ABANDONED_MS))
      rmSync(lock, { force: true });
  }
}

/** For a lock that cannot be read: whoever it is. */
export const UNKNOWN_HOLDER = 0;

/** The process id in a lock file of darktable; null: there is no such file, or it is one of ours. */
export function lockHolder(lock: string): number | null {
  let text: string;
  try {
    text = readOrdinaryFile(lock, 'latin1');
  } catch (error) {
    return isUnreadable(error) ? UNKNOWN_HOLDER : null;
  }
  // The number as text, followed by a NUL.
  const holder = Number.parseInt(text, 10);
  return ownHolder(text) === null && Number.isSafeInteger(holder) && holder > 0 ? holder : null;
}

/** The Safelight that made it; null: it is not one of ours. */
function ownHolder(text: string): number | null {
  const [, holder] = new RegExp(`^\\d+\\0${MARK} (\\d+)$`).exec(text) ?? [];
  return holder === undefined ? null : Number(holder);
}

function textOf(lock: string): string {
  try {
    return readOrdinaryFile(lock, 'latin1');
  } catch {
    return '';
  }
}

/** The clock may have been set meanwhile. */
const ageMs = (file: string) =>
  Math.abs(Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()));
