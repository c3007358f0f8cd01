import type Database from 'better-sqlite3';
import { forgetShape, renewHash, touchImage } from '../../library/history-write.ts';
import { prepared } from '../../library/prepared.ts';
import type { ListedField } from '../journal/change-journal.ts';
import { CHANGED_AT, isTimeAlone } from '../writing/change-time.ts';
import { withFirstHighlights } from '../rules/first-highlights.ts';
import type { StoredHistory } from '../rules/stored-history.ts';
import {
  AUTO_PRESETS_APPLIED,
  historiesIn,
  isWithoutDefaults,
  preparedFor,
  tagsOf,
  type HistoryChange,
  type NewHistory,
} from './plans.ts';
import { NO_SUCH_IMAGE, type ImageOperation } from '../images/direct.ts';
import {
  bitsOf,
  rowChanges,
  rowsWith,
  tablesIn,
  type ReadRows,
  type Row,
  type RowChange,
  type Scope,
  type Table,
} from '../writing/row-changes.ts';

/**
 * Changes histories in a library that no darktable has open. One call for each part of the images; what is copied is what it was at the first. Throws
 * `invalid_body` for an end that an image does not have, `not_found` and `conflict` when there is nothing to copy or to apply.
 */
export function historyChanger(change: HistoryChange) {
  const at = { read: null as ReadRows | null };
  let to: NewHistory | null = null;
  return (library: Database.Database, ids: readonly number[]): ImageOperation => {
    at.read = rowsWith(library);
    to ??= preparedFor((sql, names) => at.read!(sql, names), change);
    return changeHistories(library, ids, change, to);
  };
}

function changeHistories(
  library: Database.Database,
  ids: readonly number[],
  change: HistoryChange,
  to: NewHistory,
): ImageOperation {
  const failed = new Map<number, string>();
  const fields: ListedField[] = [];
  const historyOf = historiesIn(rowsWith(library));
  const isThere = tablesIn(rowsWith(library));
  const withHighlights = withFirstHighlights(rowsWith(library));
  const rows = ids.flatMap((imageId): RowChange[] => {
    const before = historyOf(imageId);
    const planned = before ? to(imageId, before) : NO_SUCH_IMAGE;
    if (typeof planned === 'string') {
      failed.set(imageId, planned);
      return [];
    }
    // Nothing to do: nothing to compare either.
    if (planned === before) return [];
    const after = withHighlights(imageId, before!, planned);
    const writeIt = () => write(library, imageId, before!, after, change);
    const changes = rowChanges(library, historyScopes([imageId]), writeIt, isThere);
    if (changes.every(isTimeAlone)) return [];
    fields.push({ imageId, field: 'history', before: before!.end, after: after.end });
    return changes;
  });
  return { rows, fields, failed };
}

const IMAGE_COLUMNS = `id, history_end, ${CHANGED_AT}, coalesce(flags, 0) & ${AUTO_PRESETS_APPLIED} AS "${bitsOf('flags', AUTO_PRESETS_APPLIED)}"`;

/** Where a history is. What darktable derives from it is made anew, and is no part of an undo. */
export const historyScopes = (imageIds: readonly number[]): Scope[] => {
  const names = { ids: JSON.stringify(imageIds) };
  const isOf = (column: string) => `${column} IN (SELECT value FROM json_each(:ids))`;
  const rows = (['main.history', 'main.masks_history', 'main.module_order'] as const).map((table) => ({
    table,
    where: isOf('imgid'),
    names,
  }));
  return [
    { table: 'main.images', columns: IMAGE_COLUMNS, where: isOf('id'), names },
    ...rows,
    { table: 'main.tagged_images', where: `${isOf('imgid')} AND ${ownTags}`, names },
  ];
};

/** The tags by which darktable marks developed images. */
const ownTags = `tagid IN (SELECT id FROM data.tags WHERE name = 'darktable|changed' OR name GLOB 'darktable|style|*')`;

/** Puts a history in the place of the present one, with nothing that darktable derives from it. */
export function putHistory(
  library: Database.Database,
  imageId: number,
  before: StoredHistory,
  after: StoredHistory,
): void {
  const replace = (table: Table, now: readonly Row[]) => {
    prepared(library, `DELETE FROM ${table} WHERE imgid = ?`).run(imageId);
    for (const row of now) {
      const columns = Object.keys(row);
      const values = columns.map((column) => `:${column}`).join(', ');
      prepared(library, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`).run(row);
    }
  };
  // Sets of masks go by the numbers of steps, and new steps have no gaps.
  if (after.steps !== before.steps || after.masks !== before.masks) {
    replace('main.history', after.steps);
    replace('main.masks_history', after.masks);
  }
  prepared(library, 'UPDATE main.images SET history_end = ? WHERE id = ?').run(after.end, imageId);
  if (after.order !== before.order) {
    prepared(library, 'DELETE FROM main.module_order WHERE imgid = ?').run(imageId);
    if (after.order)
      prepared(library, 'INSERT INTO main.module_order (imgid, version, iop_list) VALUES (?, ?, ?)').run(
        imageId,
        after.order.version,
        after.order.list,
      );
  }
}

function write(
  library: Database.Database,
  imageId: number,
  before: StoredHistory,
  after: StoredHistory,
  change: HistoryChange,
): void {
  putHistory(library, imageId, before, after);
  if (isWithoutDefaults(change))
    prepared(library, `UPDATE main.images SET flags = flags & ~${AUTO_PRESETS_APPLIED} WHERE id = ?`).run(imageId);
  if (change.do === 'discard')
    prepared(library, `DELETE FROM main.tagged_images WHERE imgid = ? AND ${ownTags}`).run(imageId);
  for (const tag of tagsOf(change)) {
    prepared(library, 'INSERT OR IGNORE INTO data.tags (name) VALUES (?)').run(tag);
    prepared(library, attachSql).run({ imageId, tag });
  }
  const isDeveloped = tagsOf(change).length > 0;
  deriveFromHistory(library, imageId, isDeveloped ? Date.now() : change.do === 'discard' ? null : undefined);
}

const attachSql = `INSERT OR IGNORE INTO main.tagged_images (imgid, tagid, position)
  SELECT :imageId, id, (SELECT (coalesce(max(position), 0) & 0xFFFFFFFF00000000) + (1 << 32) FROM main.tagged_images)
  FROM data.tags WHERE name = :tag`;

/**
 * What darktable derives from a history: its hash, the shape of the picture, and that thumbnails are old. `changeMs`: Unix milliseconds; null: never
 * changed; undefined: stays as it is, as for steps back and forth in darktable.
 */
export function deriveFromHistory(library: Database.Database, imageId: number, changeMs?: number | null): void {
  forgetShape(library, imageId);
  touchImage(library, imageId, changeMs);
  const hasSteps = prepared(library, 'SELECT 1 FROM main.history WHERE imgid = ? LIMIT 1').get(imageId) !== undefined;
  if (hasSteps) renewHash(library, imageId);
  else prepared(library, 'DELETE FROM main.history_hash WHERE imgid = ?').run(imageId);
}
