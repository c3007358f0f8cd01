import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A copy of the library that Safelight made before an edit. */
export interface LibraryBackup {
  file: string;
  /** For example 2026-03-09. */
  day: string;
  size: number;
  modifiedMs: number;
}

/** The backups of a library, newest first. Empty when the folder cannot be read. */
export async function backupsOf(library: string): Promise<LibraryBackup[]> {
  const folder = dirname(library);
  const prefix = `${basename(library)}-safelight-`;
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const day = name.startsWith(prefix) ? /^(\d{4})(\d{2})(\d{2})$/.exec(name.slice(prefix.length)) : null;
      const at = day && (await stat(join(folder, name)).catch(() => null));
      if (!day || !at?.isFile()) return null;
      return { file: join(folder, name), day: day.slice(1).join('-'), size: at.size, modifiedMs: at.mtimeMs };
    }),
  );
  return found.filter((backup) => backup !== null).sort((one, other) => (one.day < other.day ? 1 : -1));
}
