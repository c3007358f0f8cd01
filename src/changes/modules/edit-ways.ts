import type { HistoryRow } from '../../library/history.ts';
import type { RowState, WriteResult } from '../../library/history-write.ts';
import type { EditRoute } from '../journal/edit-journal.ts';

/** One edit, ready to be written: the row as read, and its new state. */
export interface PendingEdit {
  imageId: number;
  row: HistoryRow;
  after: RowState;
}

/** A route for an edit: directly into the library, or through a running darktable. */
export interface EditWay {
  readonly route: EditRoute;
  /**
   * Resolves when the edit was written, or when the row had changed since it was read. The caller reads the row back to find out. Throws
   * `db_write_error`.
   */
  write(edit: PendingEdit): Promise<WriteResult>;
}

/** The route that is available now. Throws `db_write_error` with advice if there is none. */
export type ChooseWay = () => EditWay;
