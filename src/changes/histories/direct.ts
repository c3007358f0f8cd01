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
  const withHighlights = withFirstHighlights(rowsWith(library));
  const planned = new Map<number, { before: StoredHistory; after: StoredHistory }>();
  for (const imageId of ids) {
    const before = historyOf(imageId);
    const after = before ? to(imageId, before) : NO_SUCH_IMAGE;
    if (typeof after === 'string') failed.set(imageId, after);
    // Nothing to do: nothing to compare either.
    else if (after !== before)
      planned.set(imageId, { before: before!, after: withHighlights(imageId, before!, after) });
  }
  const writeAll = () => {
    for (const [imageId, { before, after }] of planned) write(library, imageId, before, after, change);
  };
  const rows = [...historyChanges(library, [...planned.keys()], writeAll)].flatMap(([imageId, changes]) => {
    if (changes.every(isTimeAlone)) return [];
    const { before, after } = planned.get(imageId)!;
    fields.push({ imageId, field: 'history', before: before.end, after: after.end });
    return changes;
  });
  return { rows, fields, failed };
}

/** What `write` does to the histories of images, by image. Read for all at once: for each by itself it would take a fifth longer. */
export const historyChanges = (
  library: Database.Database,
  imageIds: readonly number[],
  write: () => void,
): Map<number, RowChange[]> => Map.groupBy(rowChanges(library, historyScopes(imageIds), write), imageOf);

export const imageOf = ({ table, before, after }: RowChange): number =>
  Number((before ?? after)![table === 'main.images' ? 'id' : 'imgid']);

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
    if (now.length === 0) return;
    // All rows of a history have the columns of its table.
    const columns = Object.keys(now[0]!);
    const values = columns.map((column) => `:${column}`).join(', ');
    const insert = prepared(library, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
    for (const row of now) insert.run(row);
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
