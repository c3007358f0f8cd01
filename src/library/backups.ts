import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing, ordinaryFileBytes } from '../platform/ordinary-file.ts';
import { flush, pairIn } from './pair-copy.ts';

/** A copy of the library that Safelight made. */
export interface LibraryBackup {
  /** The end of its path: such as 2026-03-09; 2026-03-09-2 for the second of that day; 2026-03-09-140533 if made by a restore. */
  name: string;
  /** `before-restore`: what was there when another one was restored. */
  kind: 'daily' | 'before-restore';
  library: string;
  /** null: an earlier Safelight copied library.db alone. */
  data: string | null;
  /** For example 2026-03-09. */
  day: string;
  /** See [Note: The order of backups]. */
  number: number;
  /** Of both files together. */
  size: number;
  /** When it was copied. */
  modifiedMs: number;
}

/** Where the backup of that name is, or will be. */
export const backupPath = (library: string, name: string) => `${library}-safelight-${name}`;

/**
 * [Note: The order of backups] Days and times say little about which one was made last: the computer's clock may have been wrong.
 * So each has a number in a file beside the copies, one more than the highest there was; 0: an earlier Safelight gave it none.
 */
export const numberFile = (folder: string) => join(folder, 'copy-number');

/** Gives the copies in a folder the next number of the backups of that library. */
export async function numberCopies(folder: string, library: string): Promise<void> {
  const numbers = (await backupsOf(library)).map(({ number }) => number);
  await writeFile(numberFile(folder), `${Math.max(0, ...numbers) + 1}\n`);
  await flush(numberFile(folder));
}

/** The backups of a library; the one that was made last is first. Throws when the folder cannot be read. */
export async function backupsOf(library: string): Promise<LibraryBackup[]> {
  const prefix = backupPath(basename(library), '');
  const names = await readdir(dirname(library)).catch(missingIs<string[]>([]));
  const found = await Promise.all(
    names.filter((name) => name.startsWith(prefix)).map((name) => backupNamed(library, name.slice(prefix.length))),
  );
  return found
    .filter((backup) => backup !== null)
    .sort(
      (one, other) =>
        other.number - one.number || other.day.localeCompare(one.day) || other.modifiedMs - one.modifiedMs,
    );
}

/** null: there is none. */
export async function backupNamed(library: string, name: string): Promise<LibraryBackup | null> {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(?:-\d{1,3}|(-\d{6}))?$/.exec(name) ?? [];
  const path = backupPath(library, name);
  if (year === undefined) return aloneNamed(path, name);
  const pair = pairIn(path);
  const [ofLibrary, ofData] = [await fileAt(pair.library), await fileAt(pair.data)];
  if (!ofLibrary || !ofData) return null;
  return {
    name,
    kind: time === undefined ? 'daily' : 'before-restore',
    ...pair,
    day: `${year}-${month}-${day}`,
    number: await numberIn(path),
    size: ofLibrary.size + ofData.size,
    modifiedMs: ofLibrary.mtimeMs,
  };
}

/** library.db alone: `library.db-safelight-YYYYMMDD`, a file. */
async function aloneNamed(path: string, name: string): Promise<LibraryBackup | null> {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(name)?.slice(1).join('-');
  const file = day === undefined ? null : await fileAt(path);
  if (day === undefined || !file) return null;
  return { name, kind: 'daily', library: path, data: null, day, number: 0, size: file.size, modifiedMs: file.mtimeMs };
}

/** null also for what another user has made here: theirs to restore and to remove. */
async function fileAt(path: string) {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? found : null;
}

async function numberIn(folder: string): Promise<number> {
  const bytes = await ordinaryFileBytes(numberFile(folder)).catch(missingIs(null));
  return Number.parseInt(String(bytes), 10) || 0;
}

const missingIs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return value;
    throw error;
  };
