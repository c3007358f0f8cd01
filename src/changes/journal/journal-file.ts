import type Database from 'better-sqlite3';
import { migrate, openPrivateDatabase, versionOf } from '../../settings/private-database.ts';
import { TABLES } from './tables.ts';

/**
 * The connection to `<data-dir>/journal.db`, opened at its first use, so that a damaged file does not prevent the start. Whoever cannot open it tries
 * again with the next call.
 */
export class JournalFile {
  readonly path: string;
  readonly #library: () => string;
  #opened: Database.Database | null = null;

  /** `library`: the file whose changes are read and written. */
  constructor(path: string, library: () => string) {
    this.path = path;
    this.#library = library;
  }

  get library(): string {
    return this.#library();
  }

  /** Throws SQLite's errors. */
  get database(): Database.Database {
    return (this.#opened ??= openJournal(this.path));
  }

  /** One transaction that is on disk when this returns. Others are not: the library shows their outcome, too. Throws SQLite's errors. */
  durably<T>(write: (database: Database.Database) => T): T {
    const { database } = this;
    database.pragma('synchronous = FULL');
    try {
      return database.transaction(() => write(database))();
    } finally {
      database.pragma('synchronous = NORMAL');
    }
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }
}

/** What makes a journal of each version from that of the one before: the first of an empty file. */
const MIGRATIONS: readonly ((database: Database.Database) => void)[] = [
  (database) => {
    database.exec(TABLES);
    addBlending(database);
  },
];

/** For whoever needs a connection of their own. Throws SQLite's errors, and an error for the journal of a newer Safelight. */
export const openJournal = (file: string): Database.Database =>
  openPrivateDatabase(file, (database) => {
    const version = versionOf(database, MIGRATIONS);
    makeShrinkable(database, file);
    // Safelights of version 1 added tables and columns under that number: whatever is missing is made.
    migrate(database, MIGRATIONS, version === 1 ? 0 : version);
  });

/** Journals that could not be made shrinkable. */
const unshrinkable = new Set<string>();

/** Whatever is dropped later gives its space back bit by bit. Once, for journals that were made before, the whole file is written anew. */
function makeShrinkable(database: Database.Database, file: string): void {
  if (unshrinkable.has(file) || database.pragma('auto_vacuum', { simple: true }) !== 0) return;
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch {
    // The disk may be too full for that, or somebody else has it open. It takes long: only the next start tries again.
    unshrinkable.add(file);
  }
}

/** A journal of Safelight 0.1 lacks these columns. */
function addBlending(database: Database.Database): void {
  const there = database.prepare("SELECT name FROM pragma_table_info('edit')").pluck().all();
  for (const column of ['blend_version INTEGER', 'before_blend BLOB', 'after_blend BLOB'])
    if (!there.includes(column.split(' ')[0])) database.exec(`ALTER TABLE edit ADD COLUMN ${column}`);
}
