import { AppError, reasonOf } from './errors.ts';

/** What is wrong and what to do about it, by error codes of file systems and SQLite. */
const TROUBLES: readonly [codes: RegExp, words: string][] = [
  [/^(ENOSPC|EFBIG|SQLITE_FULL)$/, 'the disk is full. Free some space and try again.'],
  [/^EDQUOT$/, 'your disk quota is used up. Free some space and try again.'],
  [/^(EROFS|SQLITE_READONLY.*)$/, 'it is read-only. Make it writable and try again.'],
  [/^(EACCES|EPERM|SQLITE_CANTOPEN.*)$/, 'permission denied. Give Safelight write permission and try again.'],
  [/^(EIO|SQLITE_IOERR.*)$/, 'the disk reports an error or is full. Check the disk and try again.'],
];

/** A message with the folder, the reason and advice; null for other errors. */
export function storageTrouble(folder: string, error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const [, words] = TROUBLES.find(([codes]) => codes.test(code)) ?? [];
    if (words !== undefined) return `The folder ${folder} cannot be written: ${words}`;
  }
  return null;
}

/** The data could not be stored. Reading still works. */
export const storageError = (folder: string, error: unknown) =>
  new AppError(
    'storage_error',
    storageTrouble(folder, error) ?? `The folder ${folder} cannot be written: ${reasonOf(error)}.`,
    { cause: error },
  );
