import Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { makePrivateFile } from '../settings/private-file.ts';

export interface StoredPlaceholder {
  /** The ETag of the picture that it was made from. */
  picture: string;
  webp: Buffer;
}

const VERSION = 1;
const SCHEMA = `
CREATE TABLE IF NOT EXISTS placeholder (image_id INTEGER PRIMARY KEY, picture TEXT NOT NULL, webp BLOB NOT NULL);
PRAGMA user_version = ${VERSION};`;

/**
 * `<data-dir>/placeholders.db`, about 110 bytes per image. Its content can be made again, so a damaged file is replaced. If it cannot be
 * opened or written, the gallery has no placeholders.
 */
export class PlaceholderFile {
  readonly #file: string;
  readonly #log: Log;
  #opened: ReturnType<typeof openOrBeginAnew> | null = null;
  #isUsable = true;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  get(imageId: number): StoredPlaceholder | null {
    return this.#try(({ get }) => get.get(imageId) ?? null);
  }

  put(imageId: number, { picture, webp }: StoredPlaceholder): void {
    this.#try(({ put }) => put.run(imageId, picture, webp));
  }

  close(): void {
    this.#isUsable = false;
    this.#opened?.database.close();
    this.#opened = null;
  }

  #try<Result>(work: (opened: ReturnType<typeof openOrBeginAnew>) => Result): Result | null {
    if (!this.#isUsable) return null;
    try {
      return work((this.#opened ??= openOrBeginAnew(this.#file)));
    } catch (error) {
      this.#log.warn({ file: this.#file, reason: reasonOf(error) }, 'Placeholders cannot be stored');
      this.close();
      return null;
    }
  }
}

function openOrBeginAnew(file: string) {
  try {
    return open(file);
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')) throw error;
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    return open(file);
  }
}

function open(file: string) {
  refuseOtherThanFile(file);
  makePrivateFile(file);
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.exec(SCHEMA);
    return {
      database,
      get: database.prepare<[imageId: number], StoredPlaceholder>(
        'SELECT picture, webp FROM placeholder WHERE image_id = ?',
      ),
      put: database.prepare('INSERT OR REPLACE INTO placeholder VALUES (?, ?, ?)'),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
