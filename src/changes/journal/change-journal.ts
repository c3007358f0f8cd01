import type Database from 'better-sqlite3';
import type { FieldValue } from '../../contract/image-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { JournalFile } from './journal-file.ts';
import type { ImageEdit } from '../marks/mark-transaction.ts';
import type { FieldEdit } from '../marks/fields.ts';

export type ChangeRoute = 'direct' | 'bridge';

/** A change in the journal. */
export interface JournaledChange {
  id: number;
  client: string;
  route: ChangeRoute;
  /** Unix milliseconds. */
  time: number;
  /** The number of images it changed. */
  images: number;
  undoes: number | null;
  undoneBy: number | null;
}

export type NewChange = Pick<JournaledChange, 'client' | 'route' | 'time' | 'undoes'>;

/** One field of one image, as the journal lists it. */
export type ListedField = FieldEdit & { imageId: number };

const isKnown = `NOT EXISTS (SELECT 1 FROM field_in_work AS work WHERE work.change_id = change_field.change_id
  AND work.image_id = change_field.image_id AND work.field = change_field.field)`;
const columns = `change.id, client, route, time, undoes,
  (SELECT count(DISTINCT image_id) FROM change_field WHERE change_id = change.id AND ${isKnown}) AS images,
  (SELECT max(again.id) FROM change AS again WHERE again.undoes = change.id AND again.library = change.library AND again.state = 'stored'
     AND again.id NOT IN (SELECT change_id FROM undo_unfinished)) AS undoneBy`;

/** A field of a change that was not stored, or may not have been. */
export type FieldOfImage = Pick<ListedField, 'imageId' | 'field'>;

/** What a piece of a change means for rejects that wait. */
export interface RejectsAfter {
  /** Those that wait from now on, and the present stars of images whose rejects wait. */
  waiting: readonly { imageId: number; stars: number }[];
  /** Images whose reject is not wanted any more. */
  dropped: readonly number[];
}

/** How a piece of a change ended, but for the fields that were stored. */
export interface PieceEnded extends RejectsAfter {
  lost: readonly FieldOfImage[];
  /** Whether these are stored is not known yet. */
  open: readonly FieldOfImage[];
}

/** The changes of all libraries. Each method throws SQLite's errors; the next call tries again. */
export class ChangeJournal {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get #database(): Database.Database {
    return this.#file.database;
  }

  /** On disk when this returns, so that it is known even after a power cut. */
  begin(change: NewChange, images: readonly ImageEdit[]): number {
    return this.#file.durably((database) => {
      const { lastInsertRowid } = database
        .prepare(
          `INSERT INTO change (library, client, route, time, undoes, state)
           VALUES (:library, :client, :route, :time, :undoes, 'begun')`,
        )
        .run({ library: this.#file.library, ...change });
      const id = Number(lastInsertRowid);
      this.#insert(database, id, change.route, images);
      return id;
    });
  }

  /** Whether a change has any fields left. */
  has(id: number): boolean {
    return this.#stateOf(id) !== undefined;
  }

  /** Adds to a change; on disk when this returns. */
  add(id: number, route: ChangeRoute, images: readonly ImageEdit[]): void {
    this.#file.durably((database) => {
      this.#insert(database, id, route, images);
      if (this.#stateOf(id) === 'begun') return;
      const insert = database.prepare('INSERT OR IGNORE INTO field_in_work VALUES (?, ?, ?)');
      for (const { imageId, edits } of images) for (const { field } of edits) insert.run(id, imageId, field);
    });
  }

  /** All fields of it. */
  stored(id: number, { waiting, dropped }: RejectsAfter = { waiting: [], dropped: [] }): void {
    this.#database.transaction(() => {
      const wait = this.#database.prepare(
        'INSERT INTO reject_waiting VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET stars = excluded.stars',
      );
      for (const { imageId, stars } of waiting) wait.run(this.#file.library, imageId, id, stars);
      this.dropRejects(dropped);
      this.#database.prepare("UPDATE change SET state = 'stored' WHERE id = ?").run(id);
      this.#database.prepare('DELETE FROM field_in_work WHERE change_id = ?').run(id);
    })();
  }

  /** The current piece was not stored. */
  forget(id: number): void {
    this.#database.transaction(() => {
      if (this.#stateOf(id) === 'begun') this.#database.prepare('DELETE FROM change WHERE id = ?').run(id);
      else this.#remove(id, this.#inWork(id));
    })();
  }

  /** The current piece is stored, except for some fields. */
  storedBut(id: number, { lost, open, ...rejects }: PieceEnded): void {
    this.#database.transaction(() => {
      this.#remove(id, lost);
      const left = this.#database.prepare('SELECT count(*) FROM change_field WHERE change_id = ?').pluck();
      const count = left.get(id) as number;
      if (count === 0) this.#database.prepare('DELETE FROM change WHERE id = ?').run(id);
      if (count === 0 || (count === open.length && this.#stateOf(id) === 'begun')) return;
      this.stored(id, rejects);
      const insert = this.#database.prepare('INSERT INTO field_in_work VALUES (?, ?, ?)');
      for (const { imageId, field } of open) insert.run(id, imageId, field);
    })();
  }

  /** Ids of this library's changes whose outcome is not recorded, oldest first. */
  unfinished(): { id: number; route: ChangeRoute }[] {
    return this.#database
      .prepare(
        `SELECT id, route FROM change WHERE library = ? AND id NOT IN (SELECT change_id FROM change_operation) AND (state = 'begun'
           OR EXISTS (SELECT 1 FROM field_in_work WHERE change_id = change.id)) ORDER BY id`,
      )
      .all(this.#file.library) as { id: number; route: ChangeRoute }[];
  }

  /** This library's stored changes whose sidecars Safelight still has to write, newest first. */
  sidecarsDue(): number[] {
    return this.#database
      .prepare(
        `SELECT id FROM sidecars_due CROSS JOIN change ON id = change_id WHERE library = ? AND state = 'stored' ORDER BY id DESC`,
      )
      .pluck()
      .all(this.#file.library) as number[];
  }

  sidecarsDone(id: number): void {
    this.#database.prepare('DELETE FROM sidecars_due WHERE change_id = ?').run(id);
  }

  /** This library's rejects that wait: the stars of their images. */
  waitingRejects(): Map<number, number> {
    const rows = this.#database
      .prepare('SELECT image_id, stars FROM reject_waiting WHERE library = ?')
      .raw()
      .all(this.#file.library) as [number, number][];
    return new Map(rows);
  }

  /** These are made, or not wanted any more. */
  dropRejects(imageIds: readonly number[]): void {
    const drop = this.#database.prepare('DELETE FROM reject_waiting WHERE library = ? AND image_id = ?');
    this.#database.transaction(() => {
      for (const imageId of imageIds) drop.run(this.#file.library, imageId);
    })();
  }

  /** The changes that these waiting rejects belong to get their sidecars from Safelight. */
  rejectsNeedSidecars(imageIds: readonly number[]): void {
    this.#database
      .prepare(
        `INSERT OR IGNORE INTO sidecars_due SELECT DISTINCT change_id FROM reject_waiting
         WHERE library = ? AND image_id IN (SELECT value FROM json_each(?))`,
      )
      .run(this.#file.library, JSON.stringify(imageIds));
  }

  /** The current piece of a change. */
  inWork(id: number): ImageEdit[] {
    return editsByImage(this.#inWork(id));
  }

  /** null: this library has no such change, or it was never stored. */
  get(id: number): JournaledChange | null {
    const row = this.#database
      .prepare(`SELECT ${columns} FROM change WHERE library = :library AND state = 'stored' AND id = :id`)
      .get({ library: this.#file.library, id }) as JournaledChange | undefined;
    return row ?? null;
  }

  /** Those of these changes that are not taken back. An undo that was taken back itself does not count. */
  standing(ids: readonly number[]): Set<number> {
    const rows = this.#database
      .prepare(
        `WITH RECURSIVE undo (change_id, id) AS (
           SELECT id, id FROM change WHERE library = :library AND state = 'stored' AND id IN (SELECT value FROM json_each(:ids))
           UNION ALL
           SELECT change_id, (SELECT max(again.id) FROM change AS again WHERE again.undoes = undo.id AND again.library = :library
             AND again.state = 'stored' AND again.id NOT IN (SELECT change_id FROM undo_unfinished)) FROM undo WHERE id IS NOT NULL)
         SELECT change_id FROM undo WHERE id IS NOT NULL GROUP BY change_id HAVING count(*) % 2 = 1`,
      )
      .pluck()
      .all({ library: this.#file.library, ids: JSON.stringify(ids) });
    return new Set(rows as number[]);
  }

  /** The images of a change, sorted by id. */
  imageIds(id: number): number[] {
    return this.#database
      .prepare(`SELECT DISTINCT image_id FROM change_field WHERE change_id = ? AND ${isKnown} ORDER BY image_id`)
      .pluck()
      .all(id) as number[];
  }

  /** What a change did to each of these images, sorted by id. */
  imageEdits(id: number, imageIds: readonly number[]): ImageEdit[] {
    const rows = this.#database
      .prepare(
        `SELECT image_id, field, before, after FROM change_field WHERE change_id = ? AND ${isKnown}
           AND image_id IN (SELECT value FROM json_each(?)) ORDER BY image_id, field`,
      )
      .all(id, JSON.stringify(imageIds)) as FieldRow[];
    return editsByImage(rows.map(listedField));
  }

  /** The first fields of a change. */
  fields(id: number, limit: number): ListedField[] {
    const rows = this.#database
      .prepare(
        `SELECT image_id, field, before, after FROM change_field WHERE change_id = ? AND ${isKnown}
         ORDER BY image_id, field LIMIT ?`,
      )
      .all(id, limit) as FieldRow[];
    return rows.map(listedField);
  }

  /** Newest first; `imageId`: only those of this image. */
  list({ imageId, limit, offset }: { imageId?: number | undefined; limit: number; offset: number }) {
    const names = { library: this.#file.library, imageId: imageId ?? null };
    const where = `library = :library AND state = 'stored' AND (:imageId IS NULL
      OR EXISTS (SELECT 1 FROM change_field WHERE change_id = change.id AND image_id = :imageId AND ${isKnown}))`;
    const total = this.#database.prepare(`SELECT count(*) FROM change WHERE ${where}`).pluck().get(names) as number;
    const items = this.#database
      .prepare(`SELECT ${columns} FROM change WHERE ${where} ORDER BY time DESC, id DESC LIMIT :limit OFFSET :offset`)
      .all({ ...names, limit, offset }) as JournaledChange[];
    return { items, total };
  }

  /** A field that the change already wrote and somebody changed meanwhile keeps its first value. */
  #insert(database: Database.Database, id: number, route: ChangeRoute, images: readonly ImageEdit[]): void {
    if (route === 'direct') database.prepare('INSERT OR IGNORE INTO sidecars_due VALUES (?)').run(id);
    const insert = database.prepare(
      'INSERT INTO change_field VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET after = excluded.after',
    );
    for (const { imageId, edits } of images)
      for (const { field, before, after } of edits)
        insert.run(id, imageId, field, JSON.stringify(before), JSON.stringify(after));
  }

  #remove(id: number, fields: readonly FieldOfImage[]): void {
    const remove = this.#database.prepare(
      'DELETE FROM change_field WHERE change_id = ? AND image_id = ? AND field = ?',
    );
    for (const { imageId, field } of fields) remove.run(id, imageId, field);
  }

  #stateOf(id: number): unknown {
    return this.#database.prepare('SELECT state FROM change WHERE id = ?').pluck().get(id);
  }

  #inWork(id: number): ListedField[] {
    const isInWork = this.#stateOf(id) === 'begun' ? 'TRUE' : `NOT ${isKnown}`;
    const rows = this.#database
      .prepare(
        `SELECT image_id, field, before, after FROM change_field WHERE change_id = ? AND ${isInWork}
         ORDER BY image_id, field`,
      )
      .all(id) as FieldRow[];
    return rows.map(listedField);
  }
}

type FieldRow = { image_id: number; field: string; before: string; after: string };

const listedField = (row: FieldRow): ListedField => ({
  imageId: row.image_id,
  field: row.field,
  before: JSON.parse(row.before) as FieldValue,
  after: JSON.parse(row.after) as FieldValue,
});

const editsByImage = (fields: readonly ListedField[]): ImageEdit[] =>
  [...Map.groupBy(fields, ({ imageId }) => imageId)].map(([imageId, ofImage]) => ({
    imageId,
    edits: ofImage.map(({ field, before, after }) => ({ field, before, after })),
  }));

export const noSuchChange = (id: number) => new AppError('not_found', `There is no change ${id} of this library.`);
