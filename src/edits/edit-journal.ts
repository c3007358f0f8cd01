import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import type { RowState } from '../library/history-write.ts';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { makePrivateFile } from '../settings/private-file.ts';

export type EditRoute = 'direct' | 'bridge';

/** An edit as the journal keeps it. */
export interface JournaledEdit {
  id: number;
  imageId: number;
  operation: string;
  priority: number;
  num: number;
  module: number;
  before: RowState;
  after: RowState;
  client: string;
  route: EditRoute;
  /** Unix milliseconds. */
  time: number;
  /** The edit that this one took back. */
  undoes: number | null;
}

export type NewEdit = Omit<JournaledEdit, 'id'>;

interface StoredEdit {
  id: number;
  image_id: number;
  operation: string;
  multi_priority: number;
  num: number;
  module: number;
  before_enabled: number;
  before_params: Buffer;
  after_enabled: number;
  after_params: Buffer;
  client: string;
  route: EditRoute;
  time: number;
  undoes: number | null;
}

/**
 * An edit is written down as `begun` before the library is touched and as `stored` after it was read back, so that whatever
 * happens in between can be told from what the library then holds.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS edit (
  id INTEGER PRIMARY KEY,
  library TEXT NOT NULL,
  image_id INTEGER NOT NULL,
  operation TEXT NOT NULL,
  multi_priority INTEGER NOT NULL,
  num INTEGER NOT NULL,
  module INTEGER NOT NULL,
  before_enabled INTEGER NOT NULL,
  before_params BLOB NOT NULL,
  after_enabled INTEGER NOT NULL,
  after_params BLOB NOT NULL,
  client TEXT NOT NULL,
  route TEXT NOT NULL,
  time INTEGER NOT NULL,
  undoes INTEGER REFERENCES edit (id),
  state TEXT NOT NULL CHECK (state IN ('begun', 'stored'))
);
CREATE INDEX IF NOT EXISTS edit_by_image ON edit (library, image_id, id);
PRAGMA user_version = 1;`;

const ofImage = "library = :library AND image_id = :imageId AND state = 'stored'";

/**
 * `<data-dir>/journal.db`: every edit that Safelight made, of every library. Opened when it is needed first: one that cannot be
 * opened is no reason not to show pictures. Each method throws what SQLite says of a folder that cannot be written or a
 * damaged file, and the next call tries again.
 */
export class EditJournal {
  readonly file: string;
  readonly #library: () => string;
  #opened: Database.Database | null = null;

  /** `library`: the file whose edits are meant. */
  constructor(file: string, library: () => string) {
    this.file = file;
    this.#library = library;
  }

  get #database(): Database.Database {
    return (this.#opened ??= open(this.file));
  }

  /** On the disk when this returns: what was begun must be known even after a power cut. */
  begin(edit: NewEdit): number {
    const database = this.#database;
    database.pragma('synchronous = FULL');
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO edit (library, image_id, operation, multi_priority, num, module, before_enabled, before_params,
           after_enabled, after_params, client, route, time, undoes, state)
         VALUES (:library, :imageId, :operation, :priority, :num, :module, :beforeEnabled, :beforeParams,
           :afterEnabled, :afterParams, :client, :route, :time, :undoes, 'begun')`,
      )
      .run({
        library: this.#library(),
        imageId: edit.imageId,
        operation: edit.operation,
        priority: edit.priority,
        num: edit.num,
        module: edit.module,
        beforeEnabled: edit.before.enabled ? 1 : 0,
        beforeParams: Buffer.from(edit.before.params),
        afterEnabled: edit.after.enabled ? 1 : 0,
        afterParams: Buffer.from(edit.after.params),
        client: edit.client,
        route: edit.route,
        time: edit.time,
        undoes: edit.undoes,
      });
    // How it ended the library itself knows, too: that need not be waited for.
    database.pragma('synchronous = NORMAL');
    return Number(lastInsertRowid);
  }

  stored(id: number): void {
    this.#database.prepare("UPDATE edit SET state = 'stored' WHERE id = ?").run(id);
  }

  /** The library was not changed after all. */
  forget(id: number): void {
    this.#database.prepare("DELETE FROM edit WHERE id = ? AND state = 'begun'").run(id);
  }

  /** Edits of this library of which nobody wrote down how they ended. */
  unfinished(): JournaledEdit[] {
    const rows = this.#database
      .prepare("SELECT * FROM edit WHERE library = ? AND state = 'begun' ORDER BY id")
      .all(this.#library());
    return (rows as StoredEdit[]).map(journaledEdit);
  }

  /** Newest first. */
  list(
    imageId: number,
    { limit, offset }: { limit: number; offset: number },
  ): { items: JournaledEdit[]; total: number } {
    const names = { library: this.#library(), imageId };
    const { total } = this.#database.prepare(`SELECT count(*) AS total FROM edit WHERE ${ofImage}`).get(names) as {
      total: number;
    };
    const rows = this.#database
      .prepare(`SELECT * FROM edit WHERE ${ofImage} ORDER BY id DESC LIMIT :limit OFFSET :offset`)
      .all({ ...names, limit, offset }) as StoredEdit[];
    return { items: rows.map(journaledEdit), total };
  }

  /** The newest edit of a module; of one instance, or of any. */
  latest(imageId: number, operation: string, priority?: number): JournaledEdit | null {
    const row = this.#database
      .prepare(
        `SELECT * FROM edit WHERE ${ofImage} AND operation = :operation AND (:priority IS NULL OR multi_priority = :priority)
         ORDER BY id DESC LIMIT 1`,
      )
      .get({ library: this.#library(), imageId, operation, priority: priority ?? null }) as StoredEdit | undefined;
    return row ? journaledEdit(row) : null;
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }
}

function open(file: string): Database.Database {
  refuseOtherThanFile(file);
  makePrivateFile(file);
  const database = new Database(file, { timeout: 2_000 });
  try {
    chmodSync(file, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    const version = database.pragma('user_version', { simple: true });
    if (version !== 0 && version !== 1)
      throw new Error(`it was written by a newer Safelight (version ${String(version)})`);
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const journaledEdit = (row: StoredEdit): JournaledEdit => ({
  id: row.id,
  imageId: row.image_id,
  operation: row.operation,
  priority: row.multi_priority,
  num: row.num,
  module: row.module,
  before: { enabled: row.before_enabled !== 0, params: row.before_params },
  after: { enabled: row.after_enabled !== 0, params: row.after_params },
  client: row.client,
  route: row.route,
  time: row.time,
  undoes: row.undoes,
});
