import type Database from 'better-sqlite3';
import type { RowState } from '../../library/history-write.ts';
import type { JournalFile } from './journal-file.ts';

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

const ofImage = "library = :library AND image_id = :imageId AND state = 'stored'";

/** The edits of modules, in all libraries. Methods throw SQLite's errors; the next call tries again. */
export class EditJournal {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get #database(): Database.Database {
    return this.#file.database;
  }

  /** Synced to disk on return, so that the edit is known even after a power cut. */
  begin(edit: NewEdit): number {
    const { lastInsertRowid } = this.#file.durably((database) =>
      database
        .prepare(
          `INSERT INTO edit (library, image_id, operation, multi_priority, num, module, before_enabled, before_params,
           after_enabled, after_params, blend_version, before_blend, after_blend, client, route, time, undoes, state)
         VALUES (:library, :imageId, :operation, :priority, :num, :module, :beforeEnabled, :beforeParams,
           :afterEnabled, :afterParams, :blendVersion, :beforeBlend, :afterBlend, :client, :route, :time, :undoes, 'begun')`,
        )
        .run({
          library: this.#file.library,
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
        }),
    );
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
      .all(this.#file.library);
    return (rows as StoredEdit[]).map(journaledEdit);
  }

  /** Newest first. */
  list(
    imageId: number,
    { limit, offset }: { limit: number; offset: number },
  ): { items: JournaledEdit[]; total: number } {
    const names = { library: this.#file.library, imageId };
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
      .get({ library: this.#file.library, imageId, operation, priority: priority ?? null }) as StoredEdit | undefined;
    return row ? journaledEdit(row) : null;
  }

  /** The parameters that a version of a module had in an image before an edit: what was stored may be stored again. */
  held(imageId: number, { operation, module }: Pick<JournaledEdit, 'operation' | 'module'>): Buffer[] {
    return this.#database
      .prepare(
        `SELECT DISTINCT before_params FROM edit WHERE ${ofImage} AND operation = :operation AND module = :module`,
      )
      .pluck()
      .all({ library: this.#file.library, imageId, operation, module }) as Buffer[];
  }
}

const blobOf = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes) : null);

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
  enabled: enabled !== 0,
  params,
  ...(blend && { blendParams: blend }),
});
