import { backupOfToday } from '../../library/backup.ts';
import type { HistoryRow } from '../../library/history.ts';
import { writeHistoryRow, type RowState, type WriteResult, type WriteStep } from '../../library/history-write.ts';
import type { Library } from '../../library/library.ts';
import { notWritten } from '../writing/direct-write.ts';
import { refuseIfOpened } from '../writing/which-way.ts';

/** An edit to be written: the row as read, and its new state. */
export interface ModuleWork {
  imageId: number;
  row: HistoryRow;
  after: RowState;
}

export interface DirectWayOptions {
  library: Pick<Library, 'file' | 'resting'>;
  onStep?: ((step: WriteStep) => void) | undefined;
}

/** Writes directly into library.db while darktable does not have it open. */
export function directWay({ library, onStep }: DirectWayOptions) {
  return async ({ imageId, row, after }: ModuleWork): Promise<WriteResult> => {
    const { file } = library;
    try {
      await backupOfToday(library.resting);
      return writeHistoryRow({ file, imageId, before: row, after, guard: () => refuseIfOpened(file), onStep });
    } catch (error) {
      throw notWritten(error, file);
    }
  };
}
