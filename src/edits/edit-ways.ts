import type { HistoryRow } from '../library/history.ts';
import type { RowState, WriteResult } from '../library/history-write.ts';
import type { EditRoute } from './edit-journal.ts';

/** One edit, ready to be written: the row as it was read, and what it becomes. */
export interface PendingEdit {
  imageId: number;
  row: HistoryRow;
  after: RowState;
}

/** A way for an edit into the library: straight into the file, or through a running darktable. */
export interface EditWay {
  readonly route: EditRoute;
  /**
   * Resolves when the edit was written, or found that the row is not what it was read as any more. That it is stored
   * is proven by whoever called, by reading it back. Throws `db_write_error`.
   */
  write(edit: PendingEdit): Promise<WriteResult>;
}

/** The way that is open at this moment. Throws `db_write_error` with what the user can do when there is none. */
export type ChooseWay = () => EditWay;
