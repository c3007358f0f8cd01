import { existsSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { migrate, openPrivateDatabase } from '../../settings/private-database.ts';
import { setDamagedAside } from '../../settings/private-file.ts';

// `undone` is of former versions: the journal tells.
const TABLES = `
CREATE TABLE selection (id INTEGER PRIMARY KEY AUTOINCREMENT, client TEXT NOT NULL, library TEXT NOT NULL, images BLOB NOT NULL, words TEXT NOT NULL);
CREATE TABLE plan (
  id INTEGER PRIMARY KEY AUTOINCREMENT, client TEXT NOT NULL, library TEXT NOT NULL, tool TEXT NOT NULL, args TEXT NOT NULL, items TEXT NOT NULL,
  out TEXT NOT NULL DEFAULT '[]', state TEXT NOT NULL DEFAULT 'open', made INTEGER NOT NULL
);
CREATE TABLE change (
  id INTEGER PRIMARY KEY AUTOINCREMENT, client TEXT NOT NULL, library TEXT NOT NULL, tool TEXT NOT NULL, changes TEXT NOT NULL,
  pictures INTEGER NOT NULL, time INTEGER NOT NULL, undone INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX change_client ON change (client, time);
CREATE TABLE call (
  client TEXT NOT NULL, tool TEXT NOT NULL, key TEXT NOT NULL, args TEXT NOT NULL, answer TEXT, time INTEGER NOT NULL, PRIMARY KEY (client, tool, key)
) WITHOUT ROWID;
CREATE TABLE agent (
  client TEXT PRIMARY KEY, name TEXT, tool TEXT NOT NULL, summary TEXT NOT NULL, time INTEGER NOT NULL, asks INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
`;
const MIGRATIONS = [
  (database: Database.Database) => database.exec(TABLES),
  (database: Database.Database) => database.exec('ALTER TABLE plan ADD COLUMN result TEXT'),
];

/** agents.db. It is opened at its first use, so that whoever has no agent has no such file. A damaged one is kept aside. */
export class DeskFile {
  readonly #file: string;
  readonly #log: Log;
  /** By their text: preparing one costs more than running it. */
  readonly #statements = new Map<string, Database.Statement>();
  #opened: Database.Database | null = null;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /** What only looks makes no file. */
  get isThere(): boolean {
    return this.#opened !== null || existsSync(this.#file);
  }

  prepare<Values extends unknown[], Row = unknown>(text: string): Database.Statement<Values, Row> {
    this.#opened ??= this.#open();
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.#opened.prepare(text)));
    return statement as Database.Statement<Values, Row>;
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
    this.#statements.clear();
  }

  #open(): Database.Database {
    try {
      return opened(this.#file);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      const kept = setDamagedAside(this.#file);
      for (const end of ['-wal', '-shm']) rmSync(`${this.#file}${end}`, { force: true });
      this.#log.warn(
        { kept, reason: reasonOf(error) },
        'The record of agents is damaged. It is kept, and begins anew.',
      );
      return opened(this.#file);
    }
  }
}

const opened = (file: string): Database.Database =>
  openPrivateDatabase(file, (database) => {
    migrate(database, MIGRATIONS);
    const found = database.pragma('quick_check(1)', { simple: true }) as string;
    if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' });
    // Safelight ended while it ran. What was done is another picture by now, and is refused when it is run again.
    database.prepare(`UPDATE plan SET state = 'open' WHERE state = 'run' AND result IS NULL`).run();
  });

const isDamaged = (error: unknown) => {
  const { code } = error as { code?: string };
  return code === undefined ? false : code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
};
