import Database from 'better-sqlite3';
import { beginWrite } from './begin-write.ts';
import { hashOrderSql, hashRowsSql, historyHash, type HashSource } from './history-hash.ts';
import { activeSteps, stepsSql, type HistoryRow } from './history.ts';
import { historyKeySql, type ImageRow } from './image-sql.ts';
import { prepared } from './prepared.ts';

/** The parts of a history row that an edit changes. */
export interface RowState {
  enabled: boolean;
  params: Uint8Array;
  /** If missing, the edit does not touch the blending. */
  blendParams?: Uint8Array | null;
}

/**
 * How a write ended. `changed`: the row is no longer the one that the edit was based on; `present` is the row there
 * now, or null.
 */
export type WriteResult = { status: 'stored' } | { status: 'changed'; present: HistoryRow | null };

export interface HistoryWrite {
  /** library.db */
  file: string;
  imageId: number;
  /** The effective row of the module when it was read. It must not have changed. */
  before: HistoryRow;
  after: RowState;
  /** Called again once nobody else can start a write. If it throws, everything is rolled back. */
  guard: () => void;
  /** For tests of power cuts: called with the step just completed. */
  onStep?: ((step: WriteStep) => void) | undefined;
  /** Unix milliseconds. */
  now?: number;
}

/** In this order. */
export const WRITE_STEPS = ['opened', 'begun', 'row', 'image', 'hash', 'committed'] as const;
export type WriteStep = (typeof WRITE_STEPS)[number];

/** Microseconds from 0001-01-01, darktable's zero, to 1970-01-01. */
const EPOCH_US = 62_135_596_800_000_000n;
/** How long to wait for another program's lock before an edit is refused. */
const BUSY_MS = 1_000;

/**
 * Writes one history row of a library that no darktable has open, in one transaction: the row,
 * `images.change_timestamp`, the history hash (without a thumbnail hash, so that darktable treats the thumbnails as
 * outdated) and, where the schema has them, the columns that make darktable check its thumbnails again. A commit is no
 * proof: the caller reads the row back.
 *
 * Synchronous from the first lock to the last: nothing else in this process may close a descriptor of library.db
 * meanwhile, because that would drop the lock (POSIX). Throws SQLite's errors; the row is then unchanged, unless the
 * very end of the commit failed.
 */
export function writeHistoryRow(write: HistoryWrite): WriteResult {
  const { file, imageId, before, after, guard, onStep, now = Date.now() } = write;
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    onStep?.('opened');
    library.pragma('foreign_keys = ON');
    beginWrite(library);
    onStep?.('begun');
    guard();
    const present = presentRow(library, imageId, before);
    if (!present || !isSameRow(present, before)) {
      library.exec('ROLLBACK');
      return { status: 'changed', present };
    }
    updateRow(library, present, after);
    if (RESHAPING.has(before.operation)) forgetShape(library, imageId);
    onStep?.('row');
    touchImage(library, imageId, now);
    onStep?.('image');
    renewHash(library, imageId);
    onStep?.('hash');
    library.exec('COMMIT');
    onStep?.('committed');
    return { status: 'stored' };
  } finally {
    // Closing rolls back anything not committed.
    library.close();
  }
}

function presentRow(library: Database.Database, imageId: number, { operation, priority }: HistoryRow) {
  const rows = activeSteps(library.prepare(stepsSql).all({ id: imageId }));
  return rows.find((row) => row.operation === operation && row.priority === priority) ?? null;
}

const isSameRow = (one: HistoryRow, other: HistoryRow) =>
  one.row === other.row &&
  one.num === other.num &&
  one.module === other.module &&
  one.blendVersion === other.blendVersion &&
  isState(one, other);

export const isState = (row: RowState, state: RowState) =>
  row.enabled === state.enabled &&
  Buffer.compare(row.params, state.params) === 0 &&
  (state.blendParams === undefined || isBlending(row.blendParams, state.blendParams));

const isBlending = (one: RowState['blendParams'], other: RowState['blendParams']) =>
  one && other ? Buffer.compare(one, other) === 0 : (one ?? null) === (other ?? null);

/** What is unchanged is not written again: NULL and empty parameters are not the same. */
function updateRow(library: Database.Database, present: HistoryRow, after: RowState): void {
  const values: Record<string, number | Buffer> = { enabled: after.enabled ? 1 : 0 };
  if (Buffer.compare(present.params, after.params) !== 0) values.op_params = Buffer.from(after.params);
  if (after.blendParams && !isBlending(present.blendParams, after.blendParams))
    values.blendop_params = Buffer.from(after.blendParams);
  const columns = Object.keys(values).map((name) => `${name} = :${name}`);
  const { changes } = library
    .prepare(`UPDATE history SET ${columns.join(', ')} WHERE rowid = :row`)
    .run({ ...values, row: present.row });
  if (changes !== 1) throw new Error(`${changes} history rows were changed instead of one.`);
}

/** The modules that give the picture another shape. */
const RESHAPING: ReadonlySet<string> = new Set([
  'ashift',
  'borders',
  'clipping',
  'crop',
  'enlargecanvas',
  'flip',
  'rawprepare',
  'rotatepixels',
  'scalepixels',
]);

/** It is known again once a picture of the new history is there: see [Note: Who stores a shape]. */
export function forgetShape(library: Database.Database, imageId: number): void {
  prepared(library, 'UPDATE images SET aspect_ratio = 0 WHERE id = ?').run(imageId);
}

/** darktable rounds it to tenths (measured with 4.2.1). */
const shapeSql = 'UPDATE images SET aspect_ratio = round(:ratio, 1) WHERE id = :imageId';

/**
 * Stores the width by height that a picture with this history has. false: it has another history by now. Like `writeHistoryRow`, synchronous, and only
 * for a library that no darktable has open.
 */
export function writeShape({
  file,
  imageId,
  historyKey,
  ratio,
  guard,
}: Pick<HistoryWrite, 'file' | 'imageId' | 'guard'> & { historyKey: string; ratio: number }): boolean {
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    beginWrite(library);
    guard();
    const now = library.prepare(historyKeySql).get({ id: imageId }) as Pick<ImageRow, 'history_key'> | undefined;
    if (now?.history_key !== historyKey) return false;
    library.prepare(shapeSql).run({ imageId, ratio });
    library.exec('COMMIT');
    return true;
  } finally {
    library.close();
  }
}

const thumbnailColumnsSql =
  "SELECT count(*) FROM pragma_table_info('images') WHERE name IN ('thumb_timestamp', 'thumb_maxmip')";
const hashSql = `INSERT INTO history_hash (imgid, current_hash, mipmap_hash) VALUES (:imageId, :hash, NULL)
  ON CONFLICT (imgid) DO UPDATE SET current_hash = excluded.current_hash, mipmap_hash = NULL`;

/**
 * Sets when an image was changed, in Unix milliseconds (null: never, undefined: as it is), and that its thumbnails are outdated.
 */
export function touchImage(library: Database.Database, imageId: number, now: number | null | undefined): void {
  // darktable 5's crawler visits rows whose thumbnails seem never to have been made.
  const thumbnails = hasThumbnailColumns(library) ? ', thumb_timestamp = -1, thumb_maxmip = 0' : '';
  const changed = now === undefined ? 'change_timestamp' : ':now';
  prepared(library, `UPDATE images SET change_timestamp = ${changed}${thumbnails} WHERE id = :imageId`).run({
    imageId,
    ...(now === undefined ? {} : { now: now === null ? null : BigInt(now) * 1000n + EPOCH_US }),
  });
}

/** By connection: no darktable changes its tables while one of ours is open. */
const withThumbnailColumns = new WeakMap<Database.Database, boolean>();
function hasThumbnailColumns(library: Database.Database): boolean {
  let has = withThumbnailColumns.get(library);
  if (has === undefined) {
    has = prepared(library, thumbnailColumnsSql).pluck().get() === 2;
    withThumbnailColumns.set(library, has);
  }
  return has;
}

/** Stores the hash of the history as it is, without one of a thumbnail. */
export function renewHash(library: Database.Database, imageId: number): void {
  const hash = historyHash({
    rows: prepared(library, hashRowsSql).all({ id: imageId }) as HashSource['rows'],
    order: prepared(library, hashOrderSql).get({ id: imageId }) as HashSource['order'],
  });
  if (hash === null) {
    // With every module off there is no hash, and darktable keeps the last one (measured with 4.2.1). So do we; the
    // thumbnails are outdated.
    prepared(library, 'UPDATE history_hash SET mipmap_hash = NULL WHERE imgid = :imageId').run({ imageId });
    return;
  }
  prepared(library, hashSql).run({ imageId, hash });
}
