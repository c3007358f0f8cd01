import type Database from 'better-sqlite3';
import { prepared } from '../library/prepared.ts';
import type { ListedField } from './change-journal.ts';
import { deriveFromHistory, historyScopes } from './history-operations.ts';
import { asMade } from './history-as-made.ts';
import type { StoredHistory } from './history-changes.ts';
import { AUTO_PRESETS_APPLIED, historiesIn } from './history-plans.ts';
import {
  applyRowChanges,
  rowChanges,
  rowsTakenBack,
  rowsWith,
  type Row,
  type RowChange,
  type Table,
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
  const byImage = Map.groupBy(rowsTakenBack(made.rows), imageOf);
  const rows: RowChange[] = [];
  const left = new Set<number>();
  for (const [imageId, changes] of byImage) {
    const found = asMade(rowsWith(library), imageId, changes);
    if (!found) {
      left.add(imageId);
      continue;
    }
    const back = () => {
      applyRowChanges(library, changes);
      deriveFromHistory(library, imageId, Date.now());
    };
    if (found.hasMore) {
      const all = rowChanges(library, historyScopes([imageId]), () => {
        putAsMade(library, imageId, found.history);
        back();
      });
      rows.push(...all);
    } else {
      back();
      rows.push(...changes);
    }
  }
  const back = made.fields.map((field) => ({ ...field, before: field.after, after: field.before }));
  return {
    rows,
    fields: back.filter(({ imageId }) => !left.has(imageId)),
    left: back.filter(({ imageId }) => left.has(imageId)),
  };
}

/** Without the steps that darktable has put in front of it since. */
function putAsMade(library: Database.Database, imageId: number, { end, steps, masks }: StoredHistory): void {
  const present = historiesIn(rowsWith(library))(imageId)!;
  const rowsOf = (table: Table, rows: readonly Row[], isThere: boolean) =>
    rows.map((row): RowChange => ({
      table,
      ...(isThere ? { before: row, after: null } : { before: null, after: row }),
    }));
  applyRowChanges(library, [
    ...rowsOf('main.history', present.steps, true),
    ...rowsOf('main.masks_history', present.masks, true),
    ...rowsOf('main.history', steps, false),
    ...rowsOf('main.masks_history', masks, false),
  ]);
  prepared(library, 'UPDATE main.images SET history_end = ? WHERE id = ?').run(end, imageId);
  if (steps.length > 0) return;
  prepared(library, 'DELETE FROM main.module_order WHERE imgid = ?').run(imageId);
  prepared(library, `UPDATE main.images SET flags = flags & ~${AUTO_PRESETS_APPLIED} WHERE id = ?`).run(imageId);
}

export function imageOf({ table, before, after }: RowChange): number {
  const row = (before ?? after)!;
  return Number(table === 'main.images' ? row.id : row.imgid);
}
