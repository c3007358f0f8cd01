import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { platform } from 'node:process';
import type { z } from 'zod';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { isMissing, isUnreadable, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile, writeDraft } from '../platform/replace-file.ts';

/** Writes a file that only its owner may read: whole or not at all, also when the power fails. Throws what the disk says. */
export const writePrivateFile = (file: string, content: string): void =>
  replaceFile(file, content, { isDurable: true });

/**
 * The content of a file that is written anew later; null: there is none yet. A damaged one is kept under another name, which
 * `damaged` is told with the reason. Throws an Error for people when it cannot be read: it must not be overwritten then.
 */
export function readPrivateFile<T>(
  file: string,
  schema: z.ZodType<T>,
  damaged: (kept: string, reason: string) => void,
): T | null {
  try {
    return schema.parse(JSON.parse(readOrdinaryFile(file, 'utf8')));
  } catch (error) {
    if (isMissing(error)) return null;
    if (isUnreadable(error)) throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
    damaged(setDamagedAside(file), reasonOf(error));
    return null;
  }
}

/** Returns its new name. */
export function setDamagedAside(file: string): string {
  const kept = asideName(file);
  renameSync(file, kept);
  return kept;
}

/** Under which a damaged file is kept. */
export function asideName(file: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('.', '');
  return `${file}${ASIDE}${time}`;
}

const ASIDE = '.corrupt-';

/** The newest damaged one that is kept of a file; null: there is none. */
export function keptAside(file: string): string | null {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}${ASIDE}`));
  const newest = names.sort().at(-1);
  return newest === undefined ? null : join(dirname(file), newest);
}

/**
 * Makes an empty file that only its owner may read, for others to fill, as SQLite does: whatever they make beside it gets the same
 * rights. One that is there stays as it is; not even opened, as its locks would go with the descriptor. Throws what the disk says.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Takes everybody else's rights to a private file away, and says so. Windows has no such bits: the profile folder is private there. */
export function tightenPermissions(file: string, log: Log): void {
  if (platform === 'win32') return;
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) === 0) return;
  chmodSync(file, 0o600);
  log.warn({ file, mode: mode.toString(8) }, 'Other users could read this file. Only you can read it now.');
}

/**
 * Makes sure that a file can be made beside `file`, creating the folder if need be. Throws an Error for people when not.
 * Asking is not enough: a full disk and a read-only mount show only when something is written.
 */
export function checkWritable(file: string): void {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(writeDraft(file, '\n'));
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}
