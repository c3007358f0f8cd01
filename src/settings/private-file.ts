import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** Writes a file that only its owner may read: whole or not at all, also when the power fails. Throws what the disk says. */
export function writePrivateFile(file: string, content: string): void {
  const draft = writeDraft(file, content);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Leaves the content under a name of its own beside `file`, safely on disk, and tells that name. */
export function writeDraft(file: string, content: string): string {
  const draft = `${file}.${randomUUID()}.tmp`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    // Until all of it is written: on a disk that gets full one write may take a part.
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return draft;
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
  log.warn(`${file} could be read by others (mode ${mode.toString(8)}); it is for you alone now.`);
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
