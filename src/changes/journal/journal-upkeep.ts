import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { openJournal } from './journal-file.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { takeInModuleEdits } from './module-edits.ts';

/** How long every change can be taken back, and how many of each library, whatever they take. */
const KEPT_MS = 24 * 3600 * 1000;
const KEPT_CHANGES = 10;
/** So much is left, that it is not over the limit again at once. */
const FILLED = 0.9;
/** Rows and pages that go at once: others need this thread, too. */
const ROWS = 500;
const PAGES = 100;
const MEGABYTE = 1_000_000;
const EVERY_MS = 3600 * 1000;
const FIRST_MS = 60_000;

/** Changes that must stay: unfinished, waiting for something, or new. */
const keptSql = `
SELECT id FROM change WHERE library <> '' AND (state = 'begun' OR time > :since)
UNION SELECT change_id FROM field_in_work UNION SELECT change_id FROM part_in_work UNION SELECT change_id FROM operation_plan
UNION SELECT change_id FROM undo_unfinished UNION SELECT change_id FROM reject_waiting UNION SELECT change_id FROM sidecars_due
UNION SELECT change_id FROM change_edit JOIN edit ON edit.undoes = edit_id WHERE edit.state = 'begun'
UNION SELECT change_id FROM postponed_as JOIN postponed ON postponed.id = postponed_id WHERE result IS NULL
UNION SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY library ORDER BY id DESC) AS place FROM change) WHERE place <= :newest`;

export interface JournalUpkeepOptions {
  /** `<data-dir>/journal.db` */
  file: string;
  megabytes: () => number;
  events: Events;
  log: Log;
  now?: () => number;
}

/**
 * Keeps the journal of changes below its limit: the oldest changes go first, a change and what took it back together, and the file gives back what is
 * free. All of it in small steps on the thread of the other connections, so that none of them ever waits for a lock.
 */
export class JournalUpkeep {
  readonly #options: JournalUpkeepOptions;
  readonly #timers: NodeJS.Timeout[];
  #isClosed = false;
  #work: Promise<unknown> | null = null;

  constructor(options: JournalUpkeepOptions) {
    this.#options = options;
    this.#timers = [setTimeout(this.#look, FIRST_MS).unref(), setInterval(this.#look, EVERY_MS).unref()];
    options.events.on('settings.changed', this.#follow);
  }

  /** How many changes were dropped. */
  async tidy(): Promise<number> {
    const { file, megabytes, log, now = Date.now } = this.#options;
    if (!existsSync(file)) return 0;
    const database = openJournal(file);
    try {
      const limit = megabytes() * MEGABYTE;
      const dropped = { changes: 0, until: 0 };
      await this.#remove(database, leftOvers(database));
      const groups = sizeOf(database) > limit ? groupsToDrop(database, now() - KEPT_MS) : [];
      for (const { ids, until } of groups) {
        if (this.#isClosed || sizeOf(database) <= FILLED * limit) break;
        if (!forget(database, ids)) continue;
        dropped.changes += ids.length;
        dropped.until = Math.max(dropped.until, until);
        await this.#remove(database, ids);
      }
      await this.#giveBack(database);
      if (dropped.changes > 0)
        log.info(
          { changes: dropped.changes, until: new Date(dropped.until).toISOString(), undoMegabytes: megabytes() },
          'The oldest changes can no longer be undone: the journal of changes has reached its limit',
        );
      return dropped.changes;
    } finally {
      database.close();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#options.events.off('settings.changed', this.#follow);
    await this.#work;
  }

  readonly #follow = ({ keys }: { keys: string[] }) => {
    if (keys.includes('undoMegabytes')) this.#look();
  };

  readonly #look = () => {
    const { file, log } = this.#options;
    this.#work ??= this.tidy()
      .catch((error: unknown) =>
        log.warn({ file, reason: reasonOf(error) }, 'The journal of changes could not be made smaller'),
      )
      .finally(() => (this.#work = null));
  };

  /** `ids`: newest first, as one refers to those that it took back. */
  async #remove(database: Database.Database, ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      for (const sql of rowsOfSql)
        while (!this.#isClosed && database.prepare(sql).run({ id, rows: ROWS }).changes > 0) await breathe();
      if (this.#isClosed) return;
      removeRow(database, 'change', id);
      await breathe();
    }
  }

  async #giveBack(database: Database.Database): Promise<void> {
    const free = () => database.pragma('freelist_count', { simple: true }) as number;
    let isAny = false;
    for (let left = free(); left > 0 && !this.#isClosed;) {
      database.pragma(`incremental_vacuum(${PAGES})`);
      const now = free();
      if (now === left) break;
      [left, isAny] = [now, true];
      await breathe();
    }
    if (isAny) database.pragma('wal_checkpoint(TRUNCATE)');
  }
}

interface Group {
  /** Newest first. */
  ids: number[];
  /** When the newest was made. */
  until: number;
}

/** What is in use, in bytes. */
function sizeOf(database: Database.Database): number {
  const of = (name: string) => database.pragma(name, { simple: true }) as number;
  return (of('page_count') - of('freelist_count')) * of('page_size');
}

/** Changes with what took them back, those that were touched longest ago first. */
function groupsToDrop(database: Database.Database, since: number): Group[] {
  for (const library of database.prepare('SELECT DISTINCT library FROM edit').pluck().all() as string[])
    takeInModuleEdits(database, library);
  const kept = new Set(database.prepare(keptSql).pluck().all({ since, newest: KEPT_CHANGES }) as number[]);
  const changes = database.prepare("SELECT id, undoes, time FROM change WHERE library <> '' ORDER BY id").all() as {
    id: number;
    undoes: number | null;
    time: number;
  }[];
  const ofChange = new Map<number, Group>();
  for (const { id, undoes, time } of changes) {
    const group = (undoes === null ? undefined : ofChange.get(undoes)) ?? { ids: [], until: 0 };
    group.ids.unshift(id);
    group.until = Math.max(group.until, time);
    ofChange.set(id, group);
  }
  const droppable = [...new Set(ofChange.values())].filter(({ ids }) => !ids.some((id) => kept.has(id)));
  return droppable.toSorted((one, other) => one.ids[0]! - other.ids[0]!);
}

/**
 * [Note: Dropped changes] Changes that are dropped belong to no library, so nobody finds half of one, also after a crash. false: one of them is being
 * taken back by now.
 */
function forget(database: Database.Database, ids: readonly number[]): boolean {
  const names = { ids: JSON.stringify(ids) };
  return database.transaction(() => {
    if (database.prepare(takenBackSql).get(names) !== undefined) return false;
    database.prepare(`UPDATE change SET library = '' WHERE id IN ${listed}`).run(names);
    // Or they would be taken in again.
    const edits = database.prepare(`SELECT edit_id FROM change_edit WHERE change_id IN ${listed} ORDER BY 1 DESC`);
    const editIds = edits.pluck().all(names) as number[];
    database.prepare(`DELETE FROM change_edit WHERE change_id IN ${listed}`).run(names);
    for (const id of editIds) removeRow(database, 'edit', id);
    return true;
  })();
}

/** An undo of it may have begun meanwhile. */
function removeRow(database: Database.Database, table: 'change' | 'edit', id: number): void {
  database.transaction(() => {
    database.prepare(`UPDATE ${table} SET undoes = NULL WHERE undoes = ?`).run(id);
    database.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
  })();
}

const listed = '(SELECT value FROM json_each(:ids))';
const takenBackSql = `SELECT 1 FROM change WHERE undoes IN ${listed} AND id NOT IN ${listed}
  UNION SELECT 1 FROM change_edit JOIN edit ON edit.undoes = edit_id WHERE change_id IN ${listed} AND edit.id NOT IN (SELECT edit_id FROM change_edit)`;

/** Those that were dropped and are not removed yet, newest first. See [Note: Dropped changes]. */
const leftOvers = (database: Database.Database) =>
  database.prepare("SELECT id FROM change WHERE library = '' ORDER BY id DESC").pluck().all() as number[];

const rowsOfSql = [
  `DELETE FROM change_field WHERE change_id = :id AND (image_id, field) IN
     (SELECT image_id, field FROM change_field WHERE change_id = :id LIMIT :rows)`,
  `DELETE FROM change_row WHERE change_id = :id AND number IN
     (SELECT number FROM change_row WHERE change_id = :id LIMIT :rows)`,
];
