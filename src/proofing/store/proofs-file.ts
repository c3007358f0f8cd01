import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { migrate, openPrivateDatabase } from '../../settings/private-database.ts';

const TABLES = `
CREATE TABLE proof (
  id INTEGER PRIMARY KEY AUTOINCREMENT, library TEXT NOT NULL, rules TEXT NOT NULL, guests TEXT NOT NULL, source TEXT NOT NULL,
  password TEXT, era TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL, has_lapsed INTEGER NOT NULL DEFAULT 0, ended INTEGER
);
CREATE TABLE picture (
  proof INTEGER NOT NULL REFERENCES proof ON DELETE CASCADE, key TEXT NOT NULL, place INTEGER NOT NULL, image_id INTEGER NOT NULL,
  facts TEXT NOT NULL, is_out INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (proof, key)
) WITHOUT ROWID;
CREATE TABLE link (
  id INTEGER PRIMARY KEY AUTOINCREMENT, proof INTEGER NOT NULL REFERENCES proof ON DELETE CASCADE, name TEXT, secret BLOB UNIQUE,
  created INTEGER NOT NULL
);
CREATE INDEX link_proof ON link (proof);
CREATE TABLE guest (
  id INTEGER PRIMARY KEY AUTOINCREMENT, proof INTEGER NOT NULL REFERENCES proof ON DELETE CASCADE,
  link INTEGER NOT NULL REFERENCES link ON DELETE CASCADE, name TEXT NOT NULL, final_text TEXT NOT NULL DEFAULT '', done INTEGER,
  seen INTEGER, seen_before INTEGER
);
CREATE INDEX guest_proof ON guest (proof);
CREATE TABLE mark (
  guest INTEGER NOT NULL REFERENCES guest ON DELETE CASCADE, picture TEXT NOT NULL, favorite INTEGER NOT NULL, stars INTEGER NOT NULL,
  verdict TEXT, version INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (guest, picture)
) WITHOUT ROWID;
CREATE TABLE comment (
  id INTEGER PRIMARY KEY AUTOINCREMENT, guest INTEGER NOT NULL REFERENCES guest ON DELETE CASCADE, sent_id TEXT NOT NULL,
  picture TEXT NOT NULL, text TEXT NOT NULL, point TEXT, made_on TEXT, at INTEGER NOT NULL, UNIQUE (guest, sent_id)
);
CREATE TABLE visit (
  proof INTEGER NOT NULL REFERENCES proof ON DELETE CASCADE, day TEXT NOT NULL, visits INTEGER NOT NULL, PRIMARY KEY (proof, day)
) WITHOUT ROWID;
`;
const MIGRATIONS = [(database: Database.Database) => database.exec(TABLES)];

/**
 * `<data-dir>/proofs.db`. It is made with the first proof and opened at its first use, so that a damaged file does not prevent the start. What
 * a guest is told is stored is on disk: nobody would say it again.
 */
export class ProofsFile {
  readonly #file: string;
  /** By their text: preparing one costs more than running it. */
  readonly #statements = new Map<string, Database.Statement>();
  #opened: Database.Database | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  rows<Row>(text: string, ...values: unknown[]): Row[] {
    // Nobody has a proof: nothing is made for it.
    if (!this.#opened && !existsSync(this.#file)) return [];
    return this.#tried(() => this.#prepare(text).all(...values) as Row[]);
  }

  run(text: string, ...values: unknown[]): Database.RunResult {
    return this.#tried(() => this.#prepare(text).run(...values));
  }

  /** All of it or nothing; what it reads stays true until its end. */
  together<Result>(work: () => Result): Result {
    return this.#tried(() => this.#database().transaction(work).immediate());
  }

  close(): void {
    this.#statements.clear();
    this.#opened?.close();
    this.#opened = null;
  }

  #prepare(text: string): Database.Statement {
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.#database().prepare(text)));
    return statement;
  }

  #database(): Database.Database {
    return (this.#opened ??= opened(this.#file));
  }

  #tried<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('storage_error', `${this.#file} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  }
}

const opened = (file: string): Database.Database =>
  openPrivateDatabase(file, (database) => {
    database.pragma('synchronous = FULL');
    migrate(database, MIGRATIONS);
  });
