import type { LibraryState } from '../library/library-state.ts';
import { NotAnOrdinaryFile } from '../platform/ordinary-file.ts';

/** Nothing can be read or written at the moment. The message is for people. */
export class Trouble extends Error {
  readonly with: 'library' | 'index';

  constructor(what: 'library' | 'index', message: string, cause?: unknown) {
    super(message, { cause });
    this.with = what;
  }
}

export const libraryTrouble = (state: LibraryState, cause?: unknown) => new Trouble('library', state.message, cause);

/** SQLite's result codes, the lower eight bits. */
export const SQLITE = { BUSY: 5, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };

/** SQLite's code in an error from node:sqlite or better-sqlite3, or null. */
export function sqliteCode(error: unknown): number | null {
  const { errcode } = error as { errcode?: number };
  return typeof errcode === 'number' ? errcode & 0xff : null;
}

/** What is wrong with index.db, for people: why, and what to do. null: the disk is not the cause. */
export function diskTrouble(file: string, error: unknown): Trouble | null {
  const reason = reasonOf(error);
  return reason === null ? null : new Trouble('index', `The index ${file} cannot be written: ${reason}`, error);
}

function reasonOf(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof NotAnOrdinaryFile) return `${message}. Delete it; Safelight creates a new one.`;
  switch (sqliteCode(error)) {
    case SQLITE.FULL:
      return 'the disk is full. Free some space; Safelight tries again by itself.';
    case SQLITE.READONLY:
      return 'it is read-only. Give Safelight the right to write to its data folder, or choose another with --data-dir.';
    case SQLITE.CANTOPEN:
      return 'it cannot be opened. Give Safelight the right to write to its data folder, or choose another with --data-dir.';
    case SQLITE.IOERR:
      return `the disk reports an error or is full (${message}).`;
    case SQLITE.BUSY:
      return 'another program has locked it. Is a second Safelight running on the same data folder?';
  }
  if (code?.startsWith('E') && code !== 'ERR_SQLITE_ERROR' && !code.startsWith('ERR_')) {
    return `${message}. Give Safelight a data folder that it can write to, with --data-dir.`;
  }
  return null;
}

/**
 * From better-sqlite3: the file is missing, empty, being created, briefly locked by its writer, or left by a crash in a state
 * that only its writer can mend ("readonly": recovering a log, rolling back a journal).
 */
export function isNotThere(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    error instanceof NotAnOrdinaryFile ||
    code?.startsWith('SQLITE_CANTOPEN') === true ||
    code?.startsWith('SQLITE_BUSY') === true ||
    code?.startsWith('SQLITE_READONLY') === true ||
    (code === 'SQLITE_ERROR' && /^no such (table|column)/.test(message ?? '')) ||
    (error instanceof TypeError && error.message.includes('directory does not exist'))
  );
}

/** From better-sqlite3: the file does not hold what was written. */
export function isDamage(error: unknown): boolean {
  const { code } = error as { code?: string };
  return (
    code?.startsWith('SQLITE_CORRUPT') === true || code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_IOERR') === true
  );
}
