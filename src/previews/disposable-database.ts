import Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { makePrivateFile } from '../settings/private-file.ts';

/**
 * A file whose content can be made again: a damaged one is replaced. If it cannot be opened or written, this is logged once, and nothing is
 * found in it. Opened with the first use.
 */
export class DisposableDatabase<Statements> {
  readonly #file: string;
  readonly #schema: string;
  readonly #prepare: (database: Database.Database) => Statements;
  readonly #log: Pick<Log, 'warn'>;
  #opened: { database: Database.Database; statements: Statements } | null = null;
  #isUsable = true;

  constructor(
    file: string,
    {
      schema,
      prepare,
      log,
    }: { schema: string; prepare: (database: Database.Database) => Statements; log: Pick<Log, 'warn'> },
  ) {
    this.#file = file;
    this.#schema = schema;
    this.#prepare = prepare;
    this.#log = log;
  }

  use<Result>(work: (statements: Statements) => Result): Result | null {
    if (!this.#isUsable) return null;
    try {
      return work((this.#opened ??= this.#openOrBeginAnew()).statements);
    } catch (error) {
      this.#log.warn({ file: this.#file, reason: reasonOf(error) }, 'This file cannot be used');
      this.close();
      return null;
    }
  }

  close(): void {
    this.#isUsable = false;
    this.#opened?.database.close();
    this.#opened = null;
  }

  #openOrBeginAnew() {
    try {
      return this.#open();
    } catch (error) {
      if (!/^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')) throw error;
      for (const ending of ['', '-wal', '-shm']) rmSync(this.#file + ending, { force: true });
      return this.#open();
    }
  }

  #open() {
    refuseOtherThanFile(this.#file);
    makePrivateFile(this.#file);
    const database = new Database(this.#file);
    try {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = NORMAL');
      database.exec(this.#schema);
      return { database, statements: this.#prepare(database) };
    } catch (error) {
      database.close();
      throw error;
    }
  }
}
