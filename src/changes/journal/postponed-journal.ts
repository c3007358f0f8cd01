import type Database from 'better-sqlite3';
import type { EditsResult } from '../../contract/history.ts';
import type { JournalFile } from './journal-file.ts';
import type { CopiedHistory } from '../rules/history-paste.ts';
import type { HistoryPaste, StyleApply } from '../histories/plans.ts';
import { decodedRow, encodedRow } from '../writing/row-changes.ts';

/** A change of histories that can wait, with what the image or the style held when it was asked for. */
export type PostponableChange = HistoryPaste | StyleApply;

/** A change that waits until no darktable has the library open, or did. */
export interface PostponedEntry {
  id: number;
  client: string;
  /** When it was asked for, Unix milliseconds. */
  time: number;
  change: PostponableChange;
  imageIds: readonly number[];
  /** null: it waits, perhaps after a part was done. */
  result: EditsResult | null;
}

/** How many that have ended are kept, for those who ask later how it went. */
const KEPT = 100;

interface Stored {
  id: number;
  client: string;
  time: number;
  wanted: string;
  images: string;
  result: string | null;
}

/** The postponed changes of all libraries. Throws like ChangeJournal. */
export class PostponedJournal {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get #database(): Database.Database {
    return this.#file.database;
  }

  /** On disk when this returns. */
  add({ client, time, change, imageIds }: Omit<PostponedEntry, 'id' | 'result'>): number {
    return this.#file.durably((database) => {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO postponed (library, client, time, wanted, images) VALUES (?, ?, ?, ?, ?)')
        .run(this.#file.library, client, time, encodedChange(change), JSON.stringify(imageIds));
      return Number(lastInsertRowid);
    });
  }

  /** In the order in which they were asked for. */
  list(): PostponedEntry[] {
    const rows = this.#database
      .prepare('SELECT * FROM postponed WHERE library = ? ORDER BY id')
      .all(this.#file.library);
    return (rows as Stored[]).map(entryOf);
  }

  get(id: number): PostponedEntry | null {
    const row = this.#database
      .prepare('SELECT * FROM postponed WHERE library = ? AND id = ?')
      .get(this.#file.library, id);
    return row === undefined ? null : entryOf(row as Stored);
  }

  /** The one that waits longest. */
  next(): PostponedEntry | null {
    const row = this.#database
      .prepare('SELECT * FROM postponed WHERE library = ? AND result IS NULL ORDER BY id LIMIT 1')
      .get(this.#file.library);
    return row === undefined ? null : entryOf(row as Stored);
  }

  waiting(): number {
    return this.#database
      .prepare('SELECT count(*) FROM postponed WHERE library = ? AND result IS NULL')
      .pluck()
      .get(this.#file.library) as number;
  }

  /** The changes that were made of it, oldest first, and the images that these changed. */
  made(id: number): { changes: { id: number; isDirect: boolean; isSettled: boolean }[]; imageIds: Set<number> } {
    const database = this.#database;
    const changes = database
      .prepare(
        `SELECT change.id, route = 'direct' AS isDirect,
           state = 'stored' AND change.id NOT IN (SELECT change_id FROM part_in_work) AS isSettled
         FROM postponed_as JOIN change ON change.id = change_id WHERE postponed_id = ? ORDER BY change.id`,
      )
      .all(id) as { id: number; isDirect: number; isSettled: number }[];
    const images = database
      .prepare(`SELECT DISTINCT image_id FROM change_field JOIN postponed_as USING (change_id) WHERE postponed_id = ?`)
      .pluck()
      .all(id) as number[];
    return {
      changes: changes.map((one) => ({ id: one.id, isDirect: one.isDirect === 1, isSettled: one.isSettled === 1 })),
      imageIds: new Set(images),
    };
  }

  /** Those of which a part became this change, and that still wait. */
  waitingOf(changeId: number): number[] {
    return this.#database
      .prepare(
        'SELECT id FROM postponed JOIN postponed_as ON postponed_id = id WHERE change_id = ? AND result IS NULL ORDER BY id',
      )
      .pluck()
      .all(changeId) as number[];
  }

  /** How it ended. Of all that have, the newest are kept. */
  end(id: number, result: EditsResult): void {
    const database = this.#database;
    database.transaction(() => {
      database.prepare('UPDATE postponed SET result = ? WHERE id = ?').run(JSON.stringify(result), id);
      database
        .prepare(
          `DELETE FROM postponed WHERE id IN (SELECT id FROM postponed WHERE library = ? AND result IS NOT NULL
             ORDER BY id DESC LIMIT -1 OFFSET ?)`,
        )
        .run(this.#file.library, KEPT);
    })();
  }

  remove(id: number): void {
    this.#database.prepare('DELETE FROM postponed WHERE id = ?').run(id);
  }
}

/** Records, in the transaction that begins a change, that it is what was postponed. */
export function madeOf(database: Database.Database, postponedId: number, changeId: number): void {
  database.prepare('INSERT INTO postponed_as VALUES (?, ?)').run(postponedId, changeId);
}

const entryOf = ({ wanted, images, result, ...row }: Stored): PostponedEntry => ({
  id: row.id,
  client: row.client,
  time: row.time,
  change: decodedChange(wanted),
  imageIds: JSON.parse(images) as number[],
  result: result === null ? null : (JSON.parse(result) as EditsResult),
});

interface TakenEdits {
  copied: string[];
  shapes?: string[];
  order?: CopiedHistory['order'];
  list?: string;
}

function encodedChange(change: PostponableChange): string {
  const copied = change.taken?.copied.map(encodedRow) ?? [];
  const taken: TakenEdits =
    change.do === 'paste'
      ? { copied, shapes: change.taken?.shapes.map(encodedRow) ?? [], order: change.taken?.order ?? null }
      : { copied, list: change.taken?.list ?? '' };
  return JSON.stringify({ ...change, taken });
}

function decodedChange(text: string): PostponableChange {
  const { taken, ...change } = JSON.parse(text) as PostponableChange & { taken: TakenEdits };
  const copied = taken.copied.map(decodedRow);
  return change.do === 'paste'
    ? { ...change, taken: { copied, shapes: (taken.shapes ?? []).map(decodedRow), order: taken.order ?? null } }
    : { ...change, taken: { copied, list: taken.list ?? '' } };
}
