import { backupOfToday } from '../../library/backup.ts';
import { writeHistoryRow, type WriteStep } from '../../library/history-write.ts';
import type { Library } from '../../library/library.ts';
import { notWritten } from '../writing/direct-write.ts';
import { refuseIfOpened } from '../writing/which-way.ts';
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
        return writeHistoryRow({ file, imageId, before: row, after, guard: () => refuseIfOpened(file), onStep });
      } catch (error) {
        throw notWritten(error, file);
      }
    },
  };
}
