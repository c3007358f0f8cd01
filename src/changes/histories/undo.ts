import type Database from 'better-sqlite3';
import { prepared } from '../../library/prepared.ts';
import type { ListedField } from '../journal/change-journal.ts';
import { deriveFromHistory, historyChanges, imageOf, putHistory } from './direct.ts';
import { asMade } from './as-made.ts';
import type { StoredHistory } from '../rules/stored-history.ts';
import { AUTO_PRESETS_APPLIED, historiesIn } from './plans.ts';
import { applyRowChanges, rowsTakenBack, rowsWith, type RowChange } from '../writing/row-changes.ts';

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
  const left = new Set<number>();
  const historyOf = historiesIn(rowsWith(library));
  const backs = new Map<number, () => void>();
  for (const [imageId, changes] of byImage) {
    const found = asMade(rowsWith(library), imageId, changes);
    if (!found) {
      left.add(imageId);
      continue;
    }
    backs.set(imageId, () => {
      if (found.isOther) {
        // What darktable has made of it since goes.
        putHistory(library, imageId, historyOf(imageId)!, found.history);
        if (isUndeveloped(found.history, changes)) prepared(library, undevelopSql).run(imageId);
      }
      applyRowChanges(library, changes);
      deriveFromHistory(library, imageId, Date.now());
    });
  }
  const takeAllBack = () => {
    for (const takeBack of backs.values()) takeBack();
  };
  const rows = [...historyChanges(library, [...backs.keys()], takeAllBack).values()].flat();
  const back = made.fields.map((field) => ({ ...field, before: field.after, after: field.before }));
  return {
    rows,
    fields: back.filter(({ imageId }) => !left.has(imageId)),
    left: back.filter(({ imageId }) => left.has(imageId)),
  };
}

const undevelopSql = `UPDATE main.images SET flags = flags & ~${AUTO_PRESETS_APPLIED} WHERE id = ?`;

/** Whether it had no steps of its own, before or after the change: then darktable develops it from the start again, with its presets. */
function isUndeveloped({ steps }: StoredHistory, changes: readonly RowChange[]): boolean {
  const rows = changes.filter(({ table }) => table === 'main.history');
  return steps.length === 0 || (rows.every(({ after }) => after === null) && rows.length === steps.length);
}
