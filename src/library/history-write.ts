import Database from 'better-sqlite3';
import { hashOrderSql, hashRowsSql, historyHash, type HashSource } from './history-hash.ts';
import { activeHistorySql, historyRows, type HistoryRow } from './history.ts';

/** What an edit changes of a history row. */
export interface RowState {
  enabled: boolean;
  params: Uint8Array;
}

/** How a write ended. `changed`: the row is not what the edit was made from any more; `present` is what is there now, or null. */
export type WriteResult = { status: 'stored' } | { status: 'changed'; present: HistoryRow | null };

export interface HistoryWrite {
  /** library.db */
  file: string;
  imageId: number;
  /** The effective row of a module as it was read: it must still be this. */
  before: HistoryRow;
  after: RowState;
  /** Asked once more when nobody else can begin to write. Throwing undoes everything. */
  guard: () => void;
  /** For tests of what a power cut leaves behind: told what has just been done. */
  onStep?: ((step: WriteStep) => void) | undefined;
  /** Unix milliseconds. */
  now?: number;
}

/** In this order. */
export const WRITE_STEPS = ['opened', 'begun', 'row', 'image', 'hash', 'committed'] as const;
export type WriteStep = (typeof WRITE_STEPS)[number];

/** Microseconds from 0001-01-01, darktable's zero, to 1970-01-01. */
const EPOCH_US = 62_135_596_800_000_000n;
/** How long another program may keep its lock before an edit is refused. */
const BUSY_MS = 1_000;

/**
 * Writes one history row of a library that no darktable has open, in one transaction: the row, `images.change_timestamp`, the
 * hash of the history (with no hash for the thumbnails, so that darktable takes them for old) and, where the schema has
 * them, the columns that make darktable look at its thumbnails again. Committed is not yet proven: the caller reads it back.
 *
 * Synchronous from the first lock to the last: nothing else in this process may close a descriptor of library.db
 * meanwhile, as that would drop the lock (POSIX). Throws what SQLite throws; then the row is what it was, unless the very
 * end of the commit failed.
 */
export function writeHistoryRow(write: HistoryWrite): WriteResult {
  const { file, imageId, before, after, guard, onStep, now = Date.now() } = write;
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    onStep?.('opened');
    library.pragma('foreign_keys = ON');
    library.exec('BEGIN IMMEDIATE');
    onStep?.('begun');
    guard();
    const present = presentRow(library, imageId, before);
    if (!present || !isSameRow(present, before)) {
      library.exec('ROLLBACK');
      return { status: 'changed', present };
    }
    updateRow(library, present, after);
    onStep?.('row');
    touchImage(library, imageId, now);
    onStep?.('image');
    storeHash(library, imageId);
    onStep?.('hash');
    library.exec('COMMIT');
    onStep?.('committed');
    return { status: 'stored' };
  } finally {
    // Closing rolls back what was not committed.
    library.close();
  }
}

function presentRow(library: Database.Database, imageId: number, { operation, priority }: HistoryRow) {
  const rows = historyRows(library.prepare(activeHistorySql).all({ id: imageId }));
  return rows.find((row) => row.operation === operation && row.priority === priority) ?? null;
}

const isSameRow = (one: HistoryRow, other: HistoryRow) =>
  one.row === other.row && one.num === other.num && one.module === other.module && isState(one, other);

export const isState = (row: RowState, state: RowState) =>
  row.enabled === state.enabled && Buffer.compare(row.params, state.params) === 0;

/** Parameters that stay are not written again: none at all (NULL) is something else than none of them. */
function updateRow(library: Database.Database, present: HistoryRow, after: RowState): void {
  const names = { row: present.row, enabled: after.enabled ? 1 : 0 };
  const { changes } =
    Buffer.compare(present.params, after.params) === 0
      ? library.prepare('UPDATE history SET enabled = :enabled WHERE rowid = :row').run(names)
      : library
          .prepare('UPDATE history SET enabled = :enabled, op_params = :params WHERE rowid = :row')
          .run({ ...names, params: Buffer.from(after.params) });
  if (changes !== 1) throw new Error(`${changes} rows of the history were changed instead of one.`);
}

function touchImage(library: Database.Database, imageId: number, now: number): void {
  const columns = library.pragma('table_info(images)') as { name: string }[];
  const has = (name: string) => columns.some((column) => column.name === name);
  // The crawler of darktable 5 visits rows whose thumbnails it takes for never made.
  const thumbnails = has('thumb_timestamp') && has('thumb_maxmip') ? ', thumb_timestamp = -1, thumb_maxmip = 0' : '';
  library
    .prepare(`UPDATE images SET change_timestamp = :now${thumbnails} WHERE id = :imageId`)
    .run({ imageId, now: BigInt(now) * 1000n + EPOCH_US });
}

function storeHash(library: Database.Database, imageId: number): void {
  const hash = historyHash({
    rows: library.prepare(hashRowsSql).all({ id: imageId }) as HashSource['rows'],
    order: library.prepare(hashOrderSql).get({ id: imageId }) as HashSource['order'],
  });
  if (hash === null) {
    // With every module off there is no hash, and darktable keeps the last one (measured with 4.2.1). So do we; the thumbnails are old.
    library.prepare('UPDATE history_hash SET mipmap_hash = NULL WHERE imgid = :imageId').run({ imageId });
    return;
  }
  library
    .prepare(
      `INSERT INTO history_hash (imgid, current_hash, mipmap_hash) VALUES (:imageId, :hash, NULL)
       ON CONFLICT (imgid) DO UPDATE SET current_hash = excluded.current_hash, mipmap_hash = NULL`,
    )
    .run({ imageId, hash });
}

/**
 * Rolls back what a process that died in the middle of `writeHistoryRow` left in the rollback journal. Takes a lock on the
 * library: only while no darktable has it open.
 */
export function recoverInterruptedWrite(file: string): void {
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    // The first read finds the journal and plays it back.
    library.prepare('SELECT count(*) FROM history_hash').get();
  } finally {
    library.close();
  }
}
