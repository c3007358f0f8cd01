import { existsSync } from 'node:fs';
import { openJournal } from './journal-file.ts';

/**
 * [Note: The journal after a restore] Changes since the backup are not in the restored library: to take one back would
 * make of it what it never was, and what waits of them is not wanted. But they are in the pair that was kept, and count
 * again when that one is restored. So they get its path as their library, and those with the path of the pair that is
 * restored get their library back.
 */
export interface Restored {
  /** library.db */
  library: string;
  /** The path of the backup; null: unknown. */
  backup: string | null;
  /** Changes from this moment on are not in it, Unix milliseconds. */
  sinceMs: number;
  /** The folder of the pair that was there before. */
  kept: string;
}

/** Every table that says when somebody asked for something, of which library. */
const tablesSql = `SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND columns.name IN ('library', 'time') GROUP BY tables.name HAVING count(*) = 2`;

/**
 * Begins to let `<data-dir>/journal.db` follow a restore; nothing is stored before `commit`. Nobody else may write to it.
 * Throws SQLite's errors.
 */
export function followRestore(journal: string, restored: Restored): { commit(): void; rollback(): void } {
  if (!existsSync(journal)) return { commit: () => undefined, rollback: () => undefined };
  const database = openJournal(journal);
  const end = (sql: 'COMMIT' | 'ROLLBACK') => () => {
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
  };
  try {
    database.pragma('synchronous = FULL');
    database.exec('BEGIN IMMEDIATE');
    for (const table of database.prepare(tablesSql).pluck().all() as string[]) {
      database
        .prepare(`UPDATE ${table} SET library = :kept WHERE library = :library AND time >= :sinceMs`)
        .run({ kept: restored.kept, library: restored.library, sinceMs: restored.sinceMs });
      database
        .prepare(`UPDATE ${table} SET library = :library WHERE library = :backup`)
        .run({ library: restored.library, backup: restored.backup });
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return { commit: end('COMMIT'), rollback: end('ROLLBACK') };
}
