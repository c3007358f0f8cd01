import Database from 'better-sqlite3';
import { hashOrderSql, hashRowsSql, historyHash, type HashSource } from './history-hash.ts';
import { HISTORY_COLUMNS, historyRow, type HistoryRow, type StoredHistoryRow } from './history.ts';

/** What an edit changes of a history row. */
export interface RowState {
  enabled: boolean;
  params: Uint8Array;
}

/** Which history row. `num` alone is not enough: nothing in the schema keeps it unique. */
export type RowKey = Pick<HistoryRow, 'num' | 'operation' | 'priority' | 'module'> & { imageId: number };

/** How a write ended. `changed`: the row is not what the edit was made from any more; `present` is what is there now, or null. */
export type WriteResult = { status: 'stored' } | { status: 'changed'; present: HistoryRow | null };

export interface HistoryWrite {
  /** library.db */
  file: string;
  key: RowKey;
  /** The row must still be this. */
  before: RowState;
  after: RowState;
  /** Asked once more when nobody else can begin to write. Throwing undoes everything. */
  guard: () => void;
  /** For tests of what a power cut leaves behind: told what has just been done. */
  onStep?: ((step: WriteStep) => void) | undefined;
  /** Unix milliseconds. */
  now?: number;
}

export type WriteStep = 'opened' | 'begun' | 'row' | 'image' | 'hash' | 'committed' | 'verified';

const rowSql = `
SELECT ${HISTORY_COLUMNS} FROM history
WHERE imgid = :imageId AND num = :num AND operation = :operation AND coalesce(multi_priority, 0) = :priority AND module = :module
  AND num < (SELECT history_end FROM images WHERE id = :imageId)`;

const updateRowSql = `
UPDATE history SET op_params = :params, enabled = :enabled
WHERE imgid = :imageId AND num = :num AND operation = :operation AND coalesce(multi_priority, 0) = :priority AND module = :module`;

/** Microseconds from 0001-01-01, darktable's zero, to 1970-01-01. */
const EPOCH_US = 62_135_596_800_000_000n;
/** How long another program may keep its lock before an edit is refused. */
const BUSY_MS = 1_000;

/**
 * Writes one history row of a library that no darktable has open, in one transaction: the row, `images.change_timestamp`, the
 * hash of the history (with no hash for the thumbnails, so that darktable takes them for old) and, where the schema has
 * them, the columns that make darktable look at its thumbnails again. Then reads the row back through a connection of its own.
 *
 * Synchronous from the first lock to the last: nothing else in this process may close a descriptor of library.db
 * meanwhile, as that would drop the lock (POSIX). Throws what SQLite throws; then the row is what it was.
 */
export function writeHistoryRow({
  file,
  key,
  before,
  after,
  guard,
  onStep,
  now = Date.now(),
}: HistoryWrite): WriteResult {
  const names = {
    imageId: key.imageId,
    num: key.num,
    operation: key.operation,
    priority: key.priority,
    module: key.module,
  };
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    onStep?.('opened');
    library.pragma('foreign_keys = ON');
    library.exec('BEGIN IMMEDIATE');
    onStep?.('begun');
    guard();
    const present = readRow(library, names);
    if (!present || !isState(present, before)) {
      library.exec('ROLLBACK');
      return { status: 'changed', present };
    }
    library.prepare(updateRowSql).run({ ...names, params: Buffer.from(after.params), enabled: after.enabled ? 1 : 0 });
    onStep?.('row');
    touchImage(library, key.imageId, now);
    onStep?.('image');
    storeHash(library, key.imageId);
    onStep?.('hash');
    library.exec('COMMIT');
    onStep?.('committed');
  } finally {
    // Closing rolls back what was not committed.
    library.close();
  }
  verify(file, names, after);
  onStep?.('verified');
  return { status: 'stored' };
}

function readRow(library: Database.Database, names: Record<string, unknown>): HistoryRow | null {
  const row = library.prepare(rowSql).get(names) as StoredHistoryRow | undefined;
  return row ? historyRow(row) : null;
}

export const isState = (row: RowState, state: RowState) =>
  row.enabled === state.enabled && Buffer.compare(row.params, state.params) === 0;

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
  library
    .prepare(
      `INSERT INTO history_hash (imgid, current_hash, mipmap_hash) VALUES (:imageId, :hash, NULL)
       ON CONFLICT (imgid) DO UPDATE SET current_hash = excluded.current_hash, mipmap_hash = NULL`,
    )
    .run({ imageId, hash });
}

/** An edit counts as stored only when it was read back. */
function verify(file: string, names: Record<string, unknown>, after: RowState): void {
  const library = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    const row = readRow(library, names);
    if (!row || !isState(row, after)) throw new Error('The library does not hold what was written to it.');
  } finally {
    library.close();
  }
}

/** Rolls back what a process that died in the middle of `writeHistoryRow` left in the rollback journal. */
export function recoverInterruptedWrite(file: string): void {
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    // The first read finds the journal and plays it back.
    library.prepare('SELECT count(*) FROM history_hash').get();
  } finally {
    library.close();
  }
}
