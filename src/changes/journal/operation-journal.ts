import type Database from 'better-sqlite3';
import type { FieldValue } from '../../contract/image-change.ts';
import type { ListedField, NewChange } from './change-journal.ts';
import type { JournaledEdit } from './edit-journal.ts';
import type { JournalFile } from './journal-file.ts';
import { changeOfEdit, editOfChange, takeInModuleEdits } from './module-edits.ts';
import type { Operation, OperationKind, TagChange } from '../writing/operation.ts';
import type { BegunPlan, DonePlan } from '../writing/plugin-plan.ts';
import { madeOf } from './postponed-journal.ts';
import { decodedRow, encodedRow, type RowChange, type Table } from '../writing/row-changes.ts';

export interface JournaledOperation {
  id: number;
  kind: OperationKind;
  /** Names of a tag, or of a style. */
  tag: TagChange | null;
}

/** What a change is when it begins. */
export interface BegunAs {
  isUnfinished?: boolean | undefined;
  /** null: it was not postponed. */
  postponed?: number | null | undefined;
}

const columns = 'change_id AS id, kind, tag_before AS before, tag_after AS after';
interface Stored {
  id: number;
  kind: OperationKind;
  before: string | null;
  after: string | null;
}

/** Changes of tags, styles, versions, groups and histories, and removals. Throws like ChangeJournal. */
export class OperationJournal {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get #database(): Database.Database {
    return this.#file.database;
  }

  /**
   * `isUnfinished`: an undo of which more parts follow. `postponed`: what it was postponed as. On disk when this returns, so that it is known even
   * after a power cut.
   */
  begin(
    { kind, tag, rows, fields, ...change }: Operation,
    { isUnfinished = false, postponed = null }: BegunAs = {},
  ): number {
    return this.#file.durably((database) => {
      const id = this.#insert({ ...change, route: 'direct' }, kind, tag);
      this.#insertDone(id, { rows, fields });
      if (isUnfinished) database.prepare('INSERT INTO undo_unfinished VALUES (?)').run(id);
      if (kind === 'tag') database.prepare('INSERT INTO sidecars_due VALUES (?)').run(id);
      if (postponed !== null) madeOf(database, postponed, id);
      return id;
    });
  }

  /** The next part of one whose parts so far are stored. On disk when this returns. */
  addPart(id: number, part: Pick<Operation, 'rows' | 'fields'>): void {
    this.#file.durably((database) => {
      const next = database.prepare('SELECT coalesce(max(number) + 1, 0) FROM change_row WHERE change_id = ?');
      const first = next.pluck().get(id) as number;
      database.prepare('INSERT INTO part_in_work VALUES (?, ?)').run(id, first);
      this.#insertDone(id, part, first);
      const work = database.prepare('INSERT INTO field_in_work VALUES (?, ?, ?)');
      for (const { imageId, field } of part.fields) work.run(id, imageId, field);
    });
  }

  /** The last part of an undo is stored. */
  finished(id: number): void {
    this.#database.prepare('DELETE FROM undo_unfinished WHERE change_id = ?').run(id);
  }

  /** Begins one that the plugin does. `isUnfinished`: an undo of which a rest may be left. On disk when this returns. */
  beginPlan(
    change: Omit<NewChange, 'route'>,
    { tag, ...plan }: BegunPlan & { tag: TagChange | null },
    { isUnfinished = false, postponed = null }: BegunAs = {},
  ): number {
    return this.#file.durably((database) => {
      const id = this.#insert({ ...change, route: 'bridge' }, plan.kind, tag);
      database.prepare('INSERT INTO operation_plan VALUES (?, ?)').run(id, encodedPlan(plan));
      if (isUnfinished) database.prepare('INSERT INTO undo_unfinished VALUES (?)').run(id);
      if (postponed !== null) madeOf(database, postponed, id);
      return id;
    });
  }

  /** More of it, found while it was done. On disk when this returns. */
  extendPlan(id: number, plan: BegunPlan): void {
    this.#file.durably((database) =>
      database.prepare('UPDATE operation_plan SET plan = ? WHERE change_id = ?').run(encodedPlan(plan), id),
    );
  }

  /** null: it went straight into the library. */
  plan(id: number): BegunPlan | null {
    const text = this.#database.prepare('SELECT plan FROM operation_plan WHERE change_id = ?').pluck().get(id);
    return text === undefined ? null : decodedPlan(text as string);
  }

  /** What the plugin did. */
  done(id: number, made: DonePlan): void {
    const database = this.#database;
    database.transaction(() => {
      this.#insertDone(id, made);
      database.prepare('DELETE FROM operation_plan WHERE change_id = ?').run(id);
      this.stored(id);
    })();
  }

  #insert(change: NewChange, kind: OperationKind, tag: TagChange | null): number {
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO change (library, client, route, time, undoes, state)
           VALUES (:library, :client, :route, :time, :undoes, 'begun')`,
      )
      .run({ library: this.#file.library, ...change });
    const id = Number(lastInsertRowid);
    this.#database
      .prepare('INSERT INTO change_operation VALUES (?, ?, ?, ?)')
      .run(id, kind, tag?.before ?? null, tag?.after ?? null);
    return id;
  }

  #insertDone(id: number, { rows, fields }: Pick<Operation, 'rows' | 'fields'>, first = 0): void {
    const row = this.#database.prepare('INSERT INTO change_row VALUES (?, ?, ?, ?, ?)');
    for (const [number, { table, before, after }] of rows.entries())
      row.run(id, first + number, table, before && encodedRow(before), after && encodedRow(after));
    const field = this.#database.prepare('INSERT INTO change_field VALUES (?, ?, ?, ?, ?)');
    for (const { imageId, field: name, before, after } of fields)
      field.run(id, imageId, name, JSON.stringify(before), JSON.stringify(after));
  }

  /** All of it, so far. */
  stored(id: number): void {
    const database = this.#database;
    database.transaction(() => {
      database.prepare("UPDATE change SET state = 'stored' WHERE id = ?").run(id);
      for (const table of ['part_in_work', 'field_in_work'])
        database.prepare(`DELETE FROM ${table} WHERE change_id = ?`).run(id);
    })();
  }

  /** The library was not changed: by the current part, if there are others. */
  forget(id: number): void {
    const database = this.#database;
    database.transaction(() => {
      database.prepare("DELETE FROM change WHERE id = ? AND state = 'begun'").run(id);
      const first = this.#firstInWork(id);
      if (first === null) return;
      database.prepare('DELETE FROM change_row WHERE change_id = ? AND number >= ?').run(id, first);
      database
        .prepare(
          `DELETE FROM change_field WHERE change_id = :id AND (image_id, field) IN
             (SELECT image_id, field FROM field_in_work WHERE change_id = :id)`,
        )
        .run({ id });
      database.prepare('DELETE FROM part_in_work WHERE change_id = ?').run(id);
    })();
  }

  /** null: no part of it is in work. */
  #firstInWork(id: number): number | null {
    const first = this.#database.prepare('SELECT first_row FROM part_in_work WHERE change_id = ?').pluck().get(id);
    return (first as number | undefined) ?? null;
  }

  unfinished(): number[] {
    return this.#database
      .prepare(
        `SELECT id FROM change JOIN change_operation ON change_id = id WHERE library = ?
           AND (state = 'begun' OR id IN (SELECT change_id FROM part_in_work)) ORDER BY id`,
      )
      .pluck()
      .all(this.#file.library) as number[];
  }

  /** The operations among these stored changes of this library, by id. */
  among(ids: readonly number[]): Map<number, JournaledOperation> {
    const found = this.#database
      .prepare(
        `SELECT ${columns} FROM change_operation JOIN change ON change.id = change_id
         WHERE library = ? AND state = 'stored' AND change_id IN (SELECT value FROM json_each(?))`,
      )
      .all(this.#file.library, JSON.stringify(ids)) as Stored[];
    return new Map(
      found.map(({ id, kind, before, after }) => [
        id,
        { id, kind, tag: kind === 'tag' || kind === 'style' ? { before, after } : null },
      ]),
    );
  }

  /** Adds edits of modules stored since to the list of changes. */
  takeInModuleEdits(): void {
    takeInModuleEdits(this.#database, this.#file.library);
  }

  /** The module edit that this change stands for. */
  edit(changeId: number): JournaledEdit | null {
    return editOfChange(this.#database, changeId);
  }

  changeOfEdit(editId: number): number | null {
    return changeOfEdit(this.#database, editId);
  }

  /** The rows of which it is not known whether they are stored. */
  inWork(id: number): RowChange[] {
    return this.#rows(id, this.#firstInWork(id) ?? 0, Infinity);
  }

  #rows(id: number, from: number, below: number): RowChange[] {
    const rows = this.#database
      .prepare(
        'SELECT name, before, after FROM change_row WHERE change_id = ? AND number >= ? AND number < ? ORDER BY number',
      )
      .all(id, from, below) as { name: Table; before: string | null; after: string | null }[];
    return rows.map(({ name, before, after }) => ({
      table: name,
      before: before === null ? null : decodedRow(before),
      after: after === null ? null : decodedRow(after),
    }));
  }

  /** What an operation did, without a part that is in work, and the change that undid it, if that stands. */
  made(id: number): { rows: RowChange[]; fields: ListedField[]; undoneBy: number | null } {
    const fields = this.#database
      .prepare(
        `SELECT image_id, field, before, after FROM change_field WHERE change_id = :id AND (image_id, field) NOT IN
           (SELECT image_id, field FROM field_in_work WHERE change_id = :id) ORDER BY image_id, field`,
      )
      .all({ id }) as { image_id: number; field: string; before: string; after: string }[];
    const undoneBy = this.#undoneBy(id);
    return {
      rows: this.#rows(id, 0, this.#firstInWork(id) ?? Infinity),
      fields: fields.map((row) => ({
        imageId: row.image_id,
        field: row.field,
        before: JSON.parse(row.before) as FieldValue,
        after: JSON.parse(row.after) as FieldValue,
      })),
      undoneBy: undoneBy !== null && this.#stands(undoneBy) ? undoneBy : null,
    };
  }

  /** The images of which a change was taken back, each with the undo that stands: in parts, there may be several. */
  takenBack(id: number): Map<number, number> {
    const undos = this.#database.prepare(
      "SELECT id FROM change WHERE library = ? AND undoes = ? AND state = 'stored' ORDER BY id",
    );
    const images = this.#database.prepare('SELECT DISTINCT image_id FROM change_field WHERE change_id = ?').pluck();
    const taken = new Map<number, number>();
    for (const undo of undos.pluck().all(this.#file.library, id) as number[]) {
      const again = this.takenBack(undo);
      for (const image of images.all(undo) as number[]) if (!again.has(image)) taken.set(image, undo);
    }
    return taken;
  }

  #undoneBy(id: number): number | null {
    return this.#database
      .prepare("SELECT max(id) FROM change WHERE library = ? AND undoes = ? AND state = 'stored'")
      .pluck()
      .get(this.#file.library, id) as number | null;
  }

  #stands(id: number): boolean {
    const undoneBy = this.#undoneBy(id);
    return undoneBy === null || !this.#stands(undoneBy);
  }
}

interface StoredPlan extends Pick<BegunPlan, 'kind' | 'scopes'> {
  needed: { table: Table; row: string }[];
  before: { key: string; table: Table; row: string }[];
}

function encodedPlan({ kind, scopes, needed, before }: BegunPlan): string {
  const plan: StoredPlan = {
    kind,
    scopes,
    needed: needed.map(({ table, before: row }) => ({ table, row: encodedRow(row!) })),
    before: [...before].map(([key, { table, row }]) => ({ key, table, row: encodedRow(row) })),
  };
  return JSON.stringify(plan);
}

function decodedPlan(text: string): BegunPlan {
  const { kind, scopes, needed, before } = JSON.parse(text) as StoredPlan;
  return {
    kind,
    scopes,
    needed: needed.map(({ table, row }) => ({ table, before: decodedRow(row), after: decodedRow(row) })),
    before: new Map(before.map(({ key, table, row }) => [key, { table, row: decodedRow(row) }])),
  };
}
