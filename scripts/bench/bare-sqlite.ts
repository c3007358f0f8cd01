import { copyFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface BareSqlite {
  /** Two transactions that are on disk when it returns: so many entries in the journal, of so many bytes, and what `write` does. */
  commit(write: (library: DatabaseSync) => void, entries?: { count: number; bytes: number }): void;
  close(): void;
}

/**
 * SQLite alone, doing twice what makes a change wait for the disk: entries in a journal, then rows of a copy next to the library, with SQLite's full
 * safety. What a disk needs for that differs by ten times between disks.
 */
export function openBareSqlite(library: string): BareSqlite {
  const [copy, notes] = [`${library}-bare`, `${library}-bare-notes`];
  copyFileSync(library, copy);
  const journal = new DatabaseSync(notes);
  journal.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE note (id INTEGER PRIMARY KEY, row BLOB)',
  );
  const note = journal.prepare('INSERT INTO note (row) VALUES (zeroblob(?))');
  return {
    commit(write, { count, bytes } = { count: 1, bytes: 200 }) {
      journal.exec('BEGIN');
      for (let made = 0; made < count; made++) note.run(bytes);
      journal.exec('COMMIT');
      const file = new DatabaseSync(copy);
      try {
        file.exec('BEGIN IMMEDIATE');
        write(file);
        file.exec('COMMIT');
      } finally {
        file.close();
      }
    },
    close() {
      journal.close();
      for (const file of [copy, notes, `${notes}-wal`, `${notes}-shm`]) rmSync(file, { force: true });
    },
  };
}
