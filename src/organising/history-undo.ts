import type Database from 'better-sqlite3';
import { prepared } from '../library/prepared.ts';
import type { ListedField } from './change-journal.ts';
import { deriveFromHistory, historyScopes } from './history-operations.ts';
import { AUTO_PRESETS_APPLIED } from './history-plans.ts';
import {
  applyRowChanges,
  encodedRow,
  isReadyFor,
  rowChanges,
  rowsTakenBack,
  rowsWith,
  type Row,
  type RowChange,
} from './row-changes.ts';

interface Histories {
  rows: RowChange[];
  fields: ListedField[];
  left: ListedField[];
}

/**
 * Takes a change of histories back, image by image. One whose history was changed again since stays as it is and is told in `left`.
 */
export function historiesBack(
  library: Database.Database,
  made: { rows: readonly RowChange[]; fields: readonly ListedField[] },
): Histories {
  const reader = { get: (sql: string, names: object = {}) => prepared(library, sql).get(names) };
  const byImage = Map.groupBy(rowsTakenBack(made.rows), imageOf);
  const rows: RowChange[] = [];
  const left = new Set<number>();
  for (const [imageId, changes] of byImage) {
    const isReady = (row: RowChange) => isReadyFor(reader, row);
    if (changes.every(isReady)) {
      applyRowChanges(library, changes);
      deriveFromHistory(library, imageId, Date.now());
      rows.push(...changes);
    } else if (isAsDiscarded(library, imageId, changes, isReady)) {
      const all = rowChanges(library, historyScopes([imageId]), () => {
        for (const sql of EMPTY_AGAIN) library.prepare(sql).run({ imageId });
        applyRowChanges(library, changes);
        deriveFromHistory(library, imageId, Date.now());
      });
      rows.push(...all);
    } else left.add(imageId);
  }
  const back = made.fields.map((field) => ({ ...field, before: field.after, after: field.before }));
  return {
    rows,
    fields: back.filter(({ imageId }) => !left.has(imageId)),
    left: back.filter(({ imageId }) => left.has(imageId)),
  };
}

const EMPTY_AGAIN = [
  'DELETE FROM main.history WHERE imgid = :imageId',
  'DELETE FROM main.module_order WHERE imgid = :imageId',
  `UPDATE main.images SET history_end = 0, flags = flags & ~${AUTO_PRESETS_APPLIED} WHERE id = :imageId`,
];

/**
 * Whether a discarded history got nothing since but steps that come back now: darktable gives an image its first ones when it shows it. `changes`: what
 * the undo does.
 */
function isAsDiscarded(
  library: Database.Database,
  imageId: number,
  changes: readonly RowChange[],
  isReady: (row: RowChange) => boolean,
): boolean {
  const emptied = changes.some(({ table, before }) => table === 'main.images' && before?.history_end === 0n);
  const steps = changes.filter(({ table }) => table === 'main.history');
  if (!emptied || steps.some(({ before }) => before !== null)) return false;
  const again = ['main.images', 'main.history', 'main.module_order'];
  if (!changes.filter(({ table }) => !again.includes(table)).every(isReady)) return false;
  const read = rowsWith(library);
  if (read('SELECT 1 FROM main.masks_history WHERE imgid = :imageId', { imageId }).length > 0) return false;
  const stepOf = ({ num: _num, ...row }: Row) => encodedRow(row);
  const coming = new Set(steps.map(({ after }) => stepOf(after!)));
  return read('SELECT * FROM main.history WHERE imgid = :imageId', { imageId }).every((row) => coming.has(stepOf(row)));
}

export function imageOf({ table, before, after }: RowChange): number {
  const row = (before ?? after)!;
  return Number(table === 'main.images' ? row.id : row.imgid);
}
