import type { HistoryEntry } from '../darktable/bridge-style.ts';
import type { LibraryReader } from './connection.ts';
import { inForce, listed } from './listed-history.ts';

/** A step of a develop history as the library stores it. Empty parameters: the module's defaults. */
export interface HistoryRow extends HistoryEntry {
  /**
   * SQLite's row id: nothing else in the table is guaranteed to be unique. Valid until darktable rewrites the history.
   */
  row: number;
  /** Step number, from 0, without gaps ([Note: The end of a history]). */
  num: number;
}

/** The columns of `history` that make up a HistoryRow. They are the same from schema 37 to 57. */
const HISTORY_COLUMNS = `num, operation, module, enabled, op_params, blendop_params, blendop_version, multi_priority, multi_name`;

/** All steps of an image, undone ones included, with the end of its history. */
export const stepsSql = `
SELECT history.rowid AS row, ${HISTORY_COLUMNS}, coalesce(images.history_end, 0) AS history_end
FROM history JOIN images ON images.id = history.imgid
WHERE history.imgid = :id AND history.operation IS NOT NULL
ORDER BY history.num, history.rowid`;

interface StoredHistoryRow {
  row: number;
  num: number;
  operation: string;
  module: number;
  enabled: number | null;
  op_params: Uint8Array | null;
  blendop_params: Uint8Array | null;
  blendop_version: number | null;
  multi_priority: number | null;
  multi_name: string | null;
  history_end: number;
}

const historyRow = (row: StoredHistoryRow): HistoryRow => ({
  row: row.row,
  num: row.num,
  operation: row.operation,
  module: row.module,
  enabled: row.enabled !== null && row.enabled !== 0,
  params: row.op_params ?? new Uint8Array(),
  blendParams: row.blendop_params,
  blendVersion: row.blendop_version ?? 0,
  priority: row.multi_priority ?? 0,
  name: row.multi_name ?? '',
});

/** The active modules of an image, in history order. */
export const activeHistory = (reader: LibraryReader, imageId: number): HistoryRow[] =>
  activeSteps(reader.all(stepsSql, { id: imageId }));

/** All steps of an image, undone ones included, and how many of them are in force; null: no such image. */
export function wholeHistory(reader: LibraryReader, imageId: number): { end: number; steps: HistoryRow[] } | null {
  const id = { id: imageId };
  if (!reader.get('SELECT 1 FROM images WHERE id = :id', id)) return null;
  return wholeHistoryOf(reader.all(stepsSql, id));
}

/** Of the rows of `stepsSql`, read through any connection. */
function wholeHistoryOf(rows: unknown[]): { end: number; steps: HistoryRow[] } {
  const stored = rows as StoredHistoryRow[];
  return listed({ end: stored[0]?.history_end ?? 0, steps: stored.map(historyRow), masks: [] });
}

/**
 * The effective step of every instance: of those in force (the others have been undone in darktable), the newest of each operation and instance, in
 * history order (develop.c, dt_dev_read_history_ext). `rows`: of `stepsSql`, read through any connection.
 */
export function activeSteps(rows: unknown[]): HistoryRow[] {
  const { end, steps } = wholeHistoryOf(rows);
  const active = inForce(steps, end);
  const newest = new Map(active.map((step) => [`${step.operation} ${step.priority}`, step]));
  return active.filter((step) => newest.get(`${step.operation} ${step.priority}`) === step);
}

/** The step of an operation: of the given instance, or the newest of any instance. */
export function findModule(
  history: readonly HistoryRow[],
  operation: string,
  instance?: number,
): HistoryRow | undefined {
  return history
    .filter((row) => row.operation === operation && (instance === undefined || row.priority === instance))
    .at(-1);
}
