import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type LibraryFiles, readingUri } from './lock-free.ts';
import { isReadable } from './newer-schema.ts';
import { type LibrarySchema, readSchema } from './schema.ts';
import { WaitingRejects } from './waiting-rejects.ts';

export type Parameters = Record<string, SQLInputValue>;

/** Reads a library whose data.db is attached as `data`. Statements are prepared once and kept. */
export type LibraryReader = {
  readonly schema: LibrarySchema;
  /** See [Note: Rejects that wait]. */
  readonly waiting: string;
  /** The first row, or undefined. */
  get(sql: string, parameters?: Parameters): unknown;
  all(sql: string, parameters?: Parameters): unknown[];
  /** With integers as bigint: some of darktable's exceed 2^53. */
  allExact(sql: string, parameters?: Parameters): unknown[];
};

/** Both files, opened at one stamp. Stale as soon as the stamp changes. */
export class Connection implements LibraryReader {
  readonly stamp: string;
  readonly #waiting: WaitingRejects;
  /** Opened with locks, so it must be closed right after reading. */
  readonly isWal: boolean;
  readonly #schema: LibrarySchema | null;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Those with integers as bigint. */
  readonly #exact = new Map<string, StatementSync>();

  /** Throws SQLite's error for a torn or damaged file. */
  constructor(files: LibraryFiles, stamp: string, waiting = new WaitingRejects()) {
    this.stamp = stamp;
    this.#waiting = waiting;
    const look = files.look();
    const library = look.library.kind === 'file' && look.library.isWal;
    const data = look.data.kind === 'file' && look.data.isWal;
    this.isWal = library || data;
    this.#database = new DatabaseSync(readingUri(files.library.path, library), { readOnly: true, timeout: 200 });
    try {
      this.#database.prepare('ATTACH ? AS data').run(readingUri(files.data.path, data));
      if (this.isWal) this.#database.exec('BEGIN');
      this.#schema = readSchema(this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** null: this is not a darktable library. */
  get foundSchema(): LibrarySchema | null {
    return this.#schema;
  }

  get schema(): LibrarySchema {
    if (!this.#schema) throw new Error('This is not a darktable library');
    return this.#schema;
  }

  get waiting(): string {
    return this.#waiting.json;
  }

  /** See `isReadable`. */
  reads(schema: LibrarySchema): boolean {
    return isReadable(schema, (sql) => this.#prepare(sql));
  }

  get(sql: string, parameters: Parameters = {}): unknown {
    return this.#prepare(sql).get(parameters);
  }

  all(sql: string, parameters: Parameters = {}): unknown[] {
    return this.#prepare(sql).all(parameters);
  }

  allExact(sql: string, parameters: Parameters = {}): unknown[] {
    return this.#prepare(sql, true).all(parameters);
  }

  close(): void {
    this.#statements.clear();
    this.#exact.clear();
    this.#database.close();
  }

  #prepare(sql: string, isExact = false): StatementSync {
    const statements = isExact ? this.#exact : this.#statements;
    let statement = statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      statement.setReadBigInts(isExact);
      statements.set(sql, statement);
    }
    return statement;
  }
}
