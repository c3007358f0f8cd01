import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import type { RowState } from '../../library/history-write.ts';
import { refuseOtherThanFile } from '../../platform/ordinary-file.ts';
import { makePrivateFile } from '../../settings/private-file.ts';

export type EditRoute = 'direct' | 'bridge';

/** An edit in the journal. */
export interface JournaledEdit {
  id: number;
  imageId: number;
  operation: string;
  priority: number;
  num: number;
  module: number;
  /** Both states have a blending if the edit changed it. */
  before: RowState;
  after: RowState;
  /** Version of the blending. null: the edit did not change it. */
  blendVersion: number | null;
  client: string;
  route: EditRoute;
  /** Unix milliseconds. */
  time: number;
  /** The edit that this one undid. */
  undoes: number | null;
}

export type NewEdit = Omit<JournaledEdit, 'id'>;

/** A row of the table `edit`. */
export interface StoredEdit {
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
  blend_version: number | null;
  before_blend: Buffer | null;
  after_blend: Buffer | null;
  client: string;
  route: EditRoute;
  time: number;
  undoes: number | null;
}

/**
 * An edit is recorded as `begun` before the library is touched and as `stored` after it was read back. After a crash in between, the
 * library shows how it ended.
 */
export const EDIT_SCHEMA = `
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
  blend_version INTEGER,
  before_blend BLOB,
  after_blend BLOB,
  client TEXT NOT NULL,
  route TEXT NOT NULL,
  time INTEGER NOT NULL,
  undoes INTEGER REFERENCES edit (id),
  state TEXT NOT NULL CHECK (state IN ('begun', 'stored'))
);
CREATE INDEX IF NOT EXISTS edit_by_image ON edit (library, image_id, id);
CREATE INDEX IF NOT EXISTS edit_by_undone ON edit (undoes);`;

const ofImage = "library = :library AND image_id = :imageId AND state = 'stored'";

/**
 * `<data-dir>/journal.db`: all edits made by Safelight, in all libraries. Opened at its first use, so that a damaged file does not
 * prevent the start. Methods throw SQLite errors; the next call tries again.
 */
export class EditJournal {
  readonly file: string;
  readonly #library: () => string;
  #opened: Database.Database | null = null;

  /** `library`: the file that was edited. */
  constructor(file: string, library: () => string) {
    this.file = file;
    this.#library = library;
  }

  get #database(): Database.Database {
    return (this.#opened ??= openJournal(this.file, EDIT_SCHEMA));
  }

  /** Synced to disk on return, so that the edit is known even after a power cut. */
  begin(edit: NewEdit): number {
    const database = this.#database;
    database.pragma('synchronous = FULL');
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO edit (library, image_id, operation, multi_priority, num, module, before_enabled, before_params,
           after_enabled, after_params, blend_version, before_blend, after_blend, client, route, time, undoes, state)
         VALUES (:library, :imageId, :operation, :priority, :num, :module, :beforeEnabled, :beforeParams,
           :afterEnabled, :afterParams, :blendVersion, :beforeBlend, :afterBlend, :client, :route, :time, :undoes, 'begun')`,
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
        blendVersion: edit.blendVersion,
        beforeBlend: blobOf(edit.before.blendParams),
        afterBlend: blobOf(edit.after.blendParams),
        client: edit.client,
        route: edit.route,
        time: edit.time,
        undoes: edit.undoes,
      });
    // Not synced: the library shows the outcome, too.
    database.pragma('synchronous = NORMAL');
    return Number(lastInsertRowid);
  }

  stored(id: number): void {
    this.#database.prepare("UPDATE edit SET state = 'stored' WHERE id = ?").run(id);
  }

  /** The library was not changed. */
  forget(id: number): void {
    this.#database.prepare("DELETE FROM edit WHERE id = ? AND state = 'begun'").run(id);
  }

  /** Edits of this library whose outcome was not recorded. */
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

  /** The parameters that a version of a module had in an image before an edit: what was stored may be stored again. */
  held(imageId: number, { operation, module }: Pick<JournaledEdit, 'operation' | 'module'>): Buffer[] {
    return this.#database
      .prepare(
        `SELECT DISTINCT before_params FROM edit WHERE ${ofImage} AND operation = :operation AND module = :module`,
      )
      .pluck()
      .all({ library: this.#library(), imageId, operation, module }) as Buffer[];
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }
}

/** `journal.db` with the tables of `schema`, made where they are missing. */
export function openJournal(file: string, schema: string): Database.Database {
  refuseOtherThanFile(file);
  makePrivateFile(file);
  const database = new Database(file, { timeout: 2_000 });
  try {
    chmodSync(file, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma(`journal_size_limit = ${WAL_BYTES}`);
    database.pragma('synchronous = NORMAL');
    const version = database.pragma('user_version', { simple: true });
    if (version !== 0 && version !== 1)
      throw new Error(`it was written by a newer Safelight (version ${String(version)})`);
    makeShrinkable(database, file);
    database.exec(schema);
    addBlending(database);
    database.pragma('user_version = 1');
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

/** A journal of Safelight 0.1 may lack its columns. One that was just made for changes has no edits at all. */
function addBlending(database: Database.Database): void {
  const there = database.prepare("SELECT name FROM pragma_table_info('edit')").pluck().all();
  if (there.length === 0) return;
  for (const column of ['blend_version INTEGER', 'before_blend BLOB', 'after_blend BLOB'])
    if (!there.includes(column.split(' ')[0])) database.exec(`ALTER TABLE edit ADD COLUMN ${column}`);
}

const blobOf = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes) : null);

/** One transaction that is on disk when this returns. Others are not: the library shows their outcome, too. */
export function durably<T>(database: Database.Database, write: () => T): T {
  database.pragma('synchronous = FULL');
  try {
    return database.transaction(write)();
  } finally {
    database.pragma('synchronous = NORMAL');
  }
}

export const journaledEdit = (row: StoredEdit): JournaledEdit => ({
  id: row.id,
  imageId: row.image_id,
  operation: row.operation,
  priority: row.multi_priority,
  num: row.num,
  module: row.module,
  before: stateOf(row.before_enabled, row.before_params, row.before_blend),
  after: stateOf(row.after_enabled, row.after_params, row.after_blend),
  blendVersion: row.blend_version,
  client: row.client,
  route: row.route,
  time: row.time,
  undoes: row.undoes,
});

const stateOf = (enabled: number, params: Buffer, blend: Buffer | null): RowState => ({
  ...{ enabled: enabled !== 0, params },
  ...(blend && { blendParams: blend }),
});
