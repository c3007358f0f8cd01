import { AppError, reasonOf } from './errors.ts';

/** By the codes of file systems and of SQLite, why nothing can be stored and what to do about it. */
const TROUBLES: readonly [codes: RegExp, words: string][] = [
  [/^(ENOSPC|EFBIG|SQLITE_FULL)$/, 'the disk is full. Free some space and try again.'],
  [/^EDQUOT$/, 'your disk quota is used up. Free some space and try again.'],
  [/^(EROFS|SQLITE_READONLY.*)$/, 'it is read-only. Make it writable and try again.'],
  [/^(EACCES|EPERM|SQLITE_CANTOPEN.*)$/, 'permission denied. Give Safelight the right to write there and try again.'],
  [/^(EIO|SQLITE_IOERR.*)$/, 'its disk reports an error, or is full. Look after the disk and try again.'],
];

/** For people: which folder cannot be written, why, and what to do. null: that is not what went wrong. */
export function storageTrouble(folder: string, error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const [, words] = TROUBLES.find(([codes]) => codes.test(code)) ?? [];
    if (words !== undefined) return `The folder ${folder} cannot be written: ${words}`;
  }
  return null;
}

/** Nothing was stored. All that only reads goes on. */
export const storageError = (folder: string, error: unknown) =>
  new AppError(
    'storage_error',
    storageTrouble(folder, error) ?? `The folder ${folder} cannot be written: ${reasonOf(error)}.`,
    { cause: error },
  );
