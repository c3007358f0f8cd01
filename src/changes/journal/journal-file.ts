import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { refuseOtherThanFile } from '../../platform/ordinary-file.ts';
import { makePrivateFile } from '../../settings/private-file.ts';
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
export function openJournal(file: string): Database.Database {
  refuseOtherThanFile(file);
  makePrivateFile(file);
  const database = new Database(file, { timeout: 2_000 });
  try {
    chmodSync(file, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma(`journal_size_limit = ${WAL_BYTES}`);
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    const version = database.pragma('user_version', { simple: true }) as number;
    if (version < 0 || version > MIGRATIONS.length)
      throw new Error(`it was written by a newer Safelight (version ${version})`);
    makeShrinkable(database, file);
    // Safelights of version 1 added tables and columns under that number: whatever is missing is made.
    for (const migrate of MIGRATIONS.slice(version === 1 ? 0 : version)) migrate(database);
    database.pragma(`user_version = ${MIGRATIONS.length}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What is written since stays in a file of its own, which is cut to this when it was taken over. */
const WAL_BYTES = 1_000_000;

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
