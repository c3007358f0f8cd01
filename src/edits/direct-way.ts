import { runningDarktable } from '../darktable/running.ts';
import { AppError, reasonOf } from '../errors.ts';
import { backupOfToday, type Resting } from '../library/backup.ts';
import { writeHistoryRow, type WriteStep } from '../library/history-write.ts';
import type { EditWay } from './edit-ways.ts';

export interface DirectWayOptions {
  /** library.db */
  file: () => string;
  /** For the backup, which is copied without a lock. */
  resting: Resting;
  onStep?: ((step: WriteStep) => void) | undefined;
}

/** Straight into library.db, while no darktable has it open. */
export function directWay({ file, resting, onStep }: DirectWayOptions): EditWay {
  return {
    route: 'direct',
    async write({ imageId, row, before, after }) {
      try {
        await backupOfToday(file(), resting);
        return writeHistoryRow({
          file: file(),
          key: { imageId, num: row.num, operation: row.operation, priority: row.priority, module: row.module },
          before,
          after,
          guard: () => refuseWhileDarktableRuns(file()),
          onStep,
        });
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError('db_write_error', `The edit was not stored: ${inWords(error)}`, { cause: error });
      }
    },
  };
}

/** [Note: Two writers] darktable never waits for a lock and holds the histories of open images in memory: it must be closed. */
export function refuseWhileDarktableRuns(library: string): void {
  const running = runningDarktable(library);
  if (!running) return;
  throw new AppError(
    'db_write_error',
    `darktable (process ${running.pid}) has this library open, and the Safelight bridge does not answer in it. Close darktable, or install the bridge and restart darktable.`,
  );
}

function inWords(error: unknown): string {
  switch ((error as { code?: string }).code) {
    case 'SQLITE_BUSY':
      return 'another program holds the library. Close it and try again.';
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'EACCES':
    case 'EROFS':
      return `the library or its folder cannot be written (${reasonOf(error)}).`;
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return 'the disk is full.';
    default:
      return reasonOf(error);
  }
}
