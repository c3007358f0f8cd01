import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { LibrarySchema } from '../library/schema.ts';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { makePrivateFile } from '../settings/private-file.ts';
import { DIVIDER, fold } from './fold.ts';
import { historyIndexSql, INDEX_VERSION, type StateRow, stateSql, tablesSql } from './index-schema.ts';
import { mirrorTablesSql, workTablesSql } from './mirror.ts';

type Values = Record<string, SQLInputValue>;

/** index.db, opened by the indexer for writing. */
export class IndexFile {
  readonly path: string;
  #db: DatabaseSync | null = null;
  #inode = 0n;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.path = path;
  }

  /** false: it is closed, or somebody deleted or replaced the file. */
  isThere(): boolean {
    const stats = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return this.#db !== null && stats?.ino === this.#inode;
  }

  /** Opens or creates the file. Throws SQLite's and the file system's errors. */
  open(): void {
    const folder = dirname(this.path);
    if (!existsSync(folder)) mkdirSync(folder);
    refuseOtherThanFile(this.path);
    makePrivateFile(this.path);
    const db = new DatabaseSync(this.path, { timeout: 5000 });
    this.#db = db;
    try {
      // A page of pictures is read in fewer pieces than with SQLite's 4096. It counts for a new file only.
      db.exec(`
        PRAGMA page_size = 16384;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA cache_size = -4000;
        PRAGMA journal_size_limit = 16000000;
        PRAGMA foreign_keys = OFF`);
      db.exec(workTablesSql);
      db.function('folded', { deterministic: true }, (text) => fold(String(text ?? '')));
      db.function('folded_lines', { deterministic: true, varargs: true }, (...texts) =>
        texts.map((text) => fold(String(text ?? ''))).join(DIVIDER),
      );
      this.#inode = statSync(this.path, { bigint: true }).ino;
      if (this.state()) db.exec(historyIndexSql);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  prepare(sql: string): StatementSync {
    return this.#opened.prepare(sql);
  }

  exec(sql: string): void {
    this.#opened.exec(sql);
  }

  /** Returns the number of rows changed. */
  run(sql: string, values: Values = {}): number {
    return Number(this.#prepared(sql).run(values).changes);
  }

  get(sql: string, values: Values = {}): Record<string, SQLOutputValue> | undefined {
    return this.#prepared(sql).get(values);
  }

  /** The first number of the first row, if there is a row. */
  find(sql: string, values: Values = {}): number | undefined {
    const [value] = Object.values(this.get(sql, values) ?? {});
    return value === undefined ? undefined : Number(value);
  }

  /** For a query that always returns a number, such as a count. */
  number(sql: string, values: Values = {}): number {
    return this.find(sql, values) ?? 0;
  }

  /** 0: the file is empty. */
  get version(): number {
    return this.number('PRAGMA user_version');
  }

  /** undefined: the file is empty, or was written by another version of Safelight. */
  state(): StateRow | undefined {
    if (this.version !== INDEX_VERSION) return undefined;
    return this.get(stateSql) as StateRow | undefined;
  }

  /** Empties the file and creates the tables for this library. Call it inside a transaction. */
  begin(library: string, schema: LibrarySchema): StateRow {
    const rows = this.#opened.prepare(`SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view')`).all();
    for (const { type, name } of rows) {
      if (!String(name).startsWith('sqlite_')) this.exec(`DROP ${String(type)} "${String(name)}"`);
    }
    this.exec(`${tablesSql}; ${historyIndexSql}; ${mirrorTablesSql(schema)}`);
    this.run(
      `INSERT INTO state (one, incarnation, library, library_schema, generation, names_generation, gone_since, complete)
        VALUES (1, :incarnation, :library, :schema, :generation, 0, 0, 0)`,
      // From the clock, so that no earlier index ever had this generation.
      { incarnation: randomUUID(), library, schema: schema.version, generation: Date.now() },
    );
    return this.state()!;
  }

  /** Folds the write-ahead log into the file. */
  tidy(): void {
    this.get('PRAGMA main.wal_checkpoint(TRUNCATE)');
  }

  /** Whether SQLite finds our tables in order. Slow: only for a suspected fault. */
  isSound(): boolean {
    try {
      return this.get('PRAGMA main.quick_check(1)')?.quick_check === 'ok';
    } catch {
      return false;
    }
  }

  close(): void {
    this.#statements.clear();
    try {
      this.#db?.close();
    } finally {
      this.#db = null;
    }
  }

  delete(): void {
    try {
      this.close();
    } finally {
      for (const suffix of ['', '-wal', '-shm']) rmSync(this.path + suffix, { force: true });
    }
  }

  get isInTransaction(): boolean {
    return this.#db?.isTransaction ?? false;
  }

  get #opened(): DatabaseSync {
    if (!this.#db) throw new Error('index.db is not open');
    return this.#db;
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#opened.prepare(sql)));
    return statement;
  }
}
