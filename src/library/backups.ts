import { readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pairIn } from './pair-copy.ts';

/** A copy of the library that Safelight made. */
export interface LibraryBackup {
  /** The end of its path, such as 2026-03-09; 2026-03-09-140533 for one that was made by a restore. */
  name: string;
  /** `before-restore`: what was there when another one was restored. */
  kind: 'daily' | 'before-restore';
  library: string;
  /** null: an earlier Safelight copied library.db alone. */
  data: string | null;
  /** For example 2026-03-09. */
  day: string;
  /** Of both files together. */
  size: number;
  /** When it was copied. */
  modifiedMs: number;
}

/** Where the backup of that name is, or will be. */
export const backupPath = (library: string, name: string) => `${library}-safelight-${name}`;

/** The backups of a library, newest first. Empty when the folder cannot be read. */
export async function backupsOf(library: string): Promise<LibraryBackup[]> {
  const prefix = backupPath(basename(library), '');
  const names = await readdir(dirname(library)).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => name.startsWith(prefix)).map((name) => backupNamed(library, name.slice(prefix.length))),
  );
  return found
    .filter((backup) => backup !== null)
    .sort((one, other) => (one.day === other.day ? other.modifiedMs - one.modifiedMs : one.day < other.day ? 1 : -1));
}

/** null: there is none. */
export async function backupNamed(library: string, name: string): Promise<LibraryBackup | null> {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(-\d{6})?$/.exec(name) ?? [];
  const path = backupPath(library, name);
  if (year === undefined) return aloneNamed(path, name);
  const pair = pairIn(path);
  const [ofLibrary, ofData] = [await fileAt(pair.library), await fileAt(pair.data)];
  if (!ofLibrary || !ofData) return null;
  return {
    ...{ name, kind: time === undefined ? 'daily' : 'before-restore', ...pair, day: `${year}-${month}-${day}` },
    ...{ size: ofLibrary.size + ofData.size, modifiedMs: ofLibrary.mtimeMs },
  };
}

/** library.db alone: `library.db-safelight-YYYYMMDD`, a file. */
async function aloneNamed(path: string, name: string): Promise<LibraryBackup | null> {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(name)?.slice(1).join('-');
  const file = day === undefined ? null : await fileAt(path);
  if (day === undefined || !file) return null;
  return { name, kind: 'daily', library: path, data: null, day, size: file.size, modifiedMs: file.mtimeMs };
}

async function fileAt(path: string) {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? found : null;
}
