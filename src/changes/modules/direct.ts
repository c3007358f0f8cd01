import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { holderWords, libraryHolder } from '../../darktable/running.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { backupOfToday } from '../../library/backup.ts';
import { writeHistoryRow, type WriteStep } from '../../library/history-write.ts';
import type { Library } from '../../library/library.ts';
import { dataBeside } from '../../library/locate.ts';
import { rollBackUnfinished } from '../../library/roll-back.ts';
import type { EditWay } from './edit-ways.ts';

export interface DirectWayOptions {
  library: Pick<Library, 'file' | 'resting'>;
  onStep?: ((step: WriteStep) => void) | undefined;
}

/** Writes directly into library.db while darktable does not have it open. */
export function directWay({ library, onStep }: DirectWayOptions): EditWay {
  return {
    route: 'direct',
    async write({ imageId, row, after }) {
      const { file } = library;
      try {
        await backupOfToday(library.resting);
        const guard = () => refuseWhileDarktableRuns(file);
        return writeHistoryRow({ file, imageId, before: row, after, guard, onStep });
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError('db_write_error', `The edit was not stored: ${inWords(error, dirname(file))}`, {
          cause: error,
        });
      }
    },
  };
}

/**
 * [Note: Two writers] darktable never waits for a lock and keeps the histories of open images in memory, so it must be closed.
 */
export function refuseWhileDarktableRuns(library: string): void {
  const holder = libraryHolder(library);
  if (!holder) return;
  const advice =
    holder.lock === null
      ? ', but the plugin does not respond. Close darktable, or install the plugin and restart darktable.'
      : '.';
  throw new AppError('db_write_error', `The edit was not stored: ${holderWords(holder)}${advice}`);
}

/**
 * Rolls back a write that a killed Safelight left unfinished. A running darktable has already done this when it opened the library.
 */
export function recoverDirectWrite(library: string): void {
  if (existsSync(`${realpathSync(library)}-journal`) && !libraryHolder(library))
    rollBackUnfinished({ library, data: dataBeside(library) });
}

/** SQLite's extended codes have a suffix, as in SQLITE_READONLY_DIRECTORY. */
export function inWords(error: unknown, folder: string): string {
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
