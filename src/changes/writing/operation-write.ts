import Database from 'better-sqlite3';
import { beginWrite } from '../../library/begin-write.ts';
import type { RowChange } from './row-changes.ts';

/** In this order; `settled`: the journal knows that it is stored. */
export const OPERATION_STEPS = ['begun', 'written', 'journaled', 'committed', 'settled'] as const;
export type OperationStep = (typeof OPERATION_STEPS)[number];

export interface OperationWrite<Planned extends { rows: readonly RowChange[] }> {
  /** library.db */
  file: string;
  /** Its data.db. */
  data: string;
  /** Does it and returns what it did. Throwing rolls everything back. */
  operate: (library: Database.Database) => Planned;
  /** Called once nobody else can start writing. Throwing rolls everything back. */
  guard: () => void;
  /** Called before the commit if there is something to commit. Throwing rolls everything back. */
  journal: (planned: Planned) => void;
  onStep?: ((step: OperationStep) => void) | undefined;
}

const BUSY_MS = 1_000;

/**
 * Runs an operation on a library that no darktable has open, in one transaction of library.db and data.db. The journal has its rows before
 * it is committed. Synchronous from the first lock to the last, like `writeHistoryRow`.
 */
export function writeOperation<Planned extends { rows: readonly RowChange[] }>(
  write: OperationWrite<Planned>,
): Planned {
  const { file, data, operate, guard, journal, onStep } = write;
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    library.prepare('ATTACH ? AS data').run(data);
    library.pragma('foreign_keys = ON');
    beginWrite(library);
    // A row may come before one it refers to; at the commit all must exist.
    library.pragma('defer_foreign_keys = ON');
    onStep?.('begun');
    guard();
    const planned = operate(library);
    onStep?.('written');
    if (planned.rows.length === 0) return planned;
    journal(planned);
    onStep?.('journaled');
    library.exec('COMMIT');
    onStep?.('committed');
    return planned;
  } finally {
    // Closing rolls back what was not committed.
    library.close();
  }
}
