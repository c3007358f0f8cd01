import Database from 'better-sqlite3';

/** How long another program may keep its lock. */
const BUSY_MS = 1_000;

/**
 * Rolls back what a process that died while it wrote left in the rollback journals of both files. Takes locks: only while
 * no darktable has the library open. Throws SQLite's errors.
 */
export function rollBackUnfinished({ library, data }: { library: string; data: string }): void {
  const database = new Database(library, { fileMustExist: true, timeout: BUSY_MS });
  try {
    // The first read of each file finds its journal and rolls it back.
    database.prepare('ATTACH ? AS data').run(data);
    database.prepare('SELECT (SELECT count(*) FROM main.color_labels), (SELECT count(*) FROM data.tags)').get();
  } finally {
    database.close();
  }
}
