import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { libraryHolder } from '../../darktable/running.ts';
import { dataBeside } from '../../darktable/locate.ts';
import { rollBackUnfinished } from '../../library/roll-back.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';

/** Rolls back what a killed Safelight left half written. A running darktable did this when it opened the library. Throws SQLite's errors. */
export function recoverDirectWrite(library: string): void {
  const data = dataBeside(library);
  const isHalfWritten = [library, data].some((file) => existsSync(file) && existsSync(`${realpathSync(file)}-journal`));
  if (isHalfWritten && !libraryHolder(library)) rollBackUnfinished({ library, data });
}

/** Why nothing was stored, with advice. `library`: library.db. */
export function notWritten(error: unknown, library: string): AppError {
  if (error instanceof AppError) return error;
  return new AppError('db_write_error', `The change was not stored: ${whyNotWritten(error, dirname(library))}`, {
    cause: error,
  });
}

/** SQLite's extended codes have a suffix, as in SQLITE_READONLY_DIRECTORY. */
function whyNotWritten(error: unknown, folder: string): string {
  const reason = reasonOf(error);
  const code = codeOf(error);
  const is = (...codes: string[]) => codes.some((one) => code === one || code.startsWith(`${one}_`));
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED')) return 'another program has locked the library. Close it and try again.';
  if (is('SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'))
    return `the disk with ${folder} is full (${reason}). Free some space and try again.`;
  if (is('SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'))
    return `the library or its folder ${folder} cannot be written (${reason}). Make both writable and try again.`;
  return `${reason}.`;
}

function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return '';
}
