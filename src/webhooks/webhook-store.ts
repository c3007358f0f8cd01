import type Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { MOST_DELIVERIES, MOST_WAITING, type NewWebhook, type WebhookDelivery } from '../contract/webhooks.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import { migrate, openPrivateDatabase } from '../settings/private-database.ts';
import type { Outcome } from './send-delivery.ts';

/** By the clock, which may be set: outside of the two nobody waits. */
export interface Pause {
  from: number;
  until: number;
}

export interface StoredWebhook extends NewWebhook {
  id: number;
  secret: string;
  former: { secret: string; until: number } | null;
  /** Its address answered that it is gone. */
  isGone: boolean;
  problem: string | null;
  /** In a row. */
  failures: number;
  pause: Pause | null;
  dropped: number;
}
export type NewStored = Omit<StoredWebhook, 'id'>;

/** What is to be sent, to all that want it. */
export interface Happened {
  type: WebhookDelivery['type'];
  data: object;
  at: number;
}

export interface Delivery extends WebhookDelivery {
  webhook: number;
  /** What was signed: the same at every attempt. */
  body: string;
  /** For the time after which it is given up. */
  since: number;
}

const TABLES = `
CREATE TABLE webhook (id INTEGER PRIMARY KEY AUTOINCREMENT, facts TEXT NOT NULL);
CREATE TABLE delivery (
  place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, webhook INTEGER NOT NULL REFERENCES webhook ON DELETE CASCADE,
  type TEXT NOT NULL, data TEXT NOT NULL, body TEXT NOT NULL, happened INTEGER NOT NULL, since INTEGER NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, tried INTEGER, duration INTEGER, status INTEGER, answer TEXT NOT NULL DEFAULT '', problem TEXT
);
CREATE INDEX delivery_state ON delivery (webhook, state, place);
CREATE INDEX delivery_data ON delivery (webhook, type, data) WHERE state = 'waiting';
`;
const MIGRATIONS = [(database: Database.Database) => database.exec(TABLES)];
/** What has ended is shown for so long. */
const KEPT_MS = 30 * 24 * 3600_000;
/** Only the newest of them says something. */
const NEWEST_COUNTS: ReadonlySet<string> = new Set(['library.changed']);

type Row = {
  id: string;
  webhook: number;
  type: WebhookDelivery['type'];
  body: string;
  happened: number;
  since: number;
  state: WebhookDelivery['state'];
  attempts: number;
  tried: number | null;
  duration: number | null;
  status: number | null;
  answer: string;
  problem: string | null;
};

/**
 * `<data-dir>/webhooks.db`: the webhooks with their secrets, and what each is told. It is made with the first webhook and opened at its first use, so
 * that a damaged file does not prevent the start. What a method stores is there after a crash of Safelight.
 */
export class WebhookStore {
  readonly #file: string;
  #opened: Database.Database | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  list(): StoredWebhook[] {
    if (!this.#opened && !existsSync(this.#file)) return [];
    return this.#use((database) =>
      database
        .prepare<[], { id: number; facts: string }>('SELECT id, facts FROM webhook ORDER BY id')
        .all()
        .map(({ id, facts }) => ({ ...(JSON.parse(facts) as NewStored), id })),
    );
  }

  find(id: number): StoredWebhook | null {
    return this.list().find((each) => each.id === id) ?? null;
  }

  add(webhook: NewStored): number {
    return this.#use((database) =>
      Number(database.prepare('INSERT INTO webhook (facts) VALUES (?)').run(JSON.stringify(webhook)).lastInsertRowid),
    );
  }

  /** Nothing happens when it was removed meanwhile. */
  change(id: number, change: Partial<NewStored>): void {
    this.#use(() => this.#change(id, change));
  }

  remove(id: number): void {
    this.#use((database) => database.prepare('DELETE FROM webhook WHERE id = ?').run(id));
  }

  /** For everybody who wants it. Returns the webhooks that have something to do now. */
  queue(all: readonly Happened[]): Set<number> {
    const told = new Set<number>();
    const webhooks = this.list().filter(({ enabled }) => enabled);
    if (webhooks.length === 0) return told;
    this.#use(() => {
      for (const webhook of webhooks) {
        const wanted = all.filter(({ type }) => (webhook.types as readonly string[]).includes(type));
        if (wanted.length === 0) continue;
        for (const each of wanted) this.#queue(webhook.id, each);
        this.#makeRoom(webhook.id);
        told.add(webhook.id);
      }
    });
    return told;
  }

  /** One that is not in the queue: nobody tries it again. */
  addTest(webhook: number, happened: Happened): Delivery {
    const id = this.#use(() => this.#insert(webhook, happened, 'failed'));
    return this.delivery(webhook, id)!;
  }

  /** The one whose turn it is. */
  next(webhook: number): Delivery | null {
    return this.#use((database) => {
      const row = database
        .prepare<[number], Row>("SELECT * FROM delivery WHERE webhook = ? AND state = 'waiting' ORDER BY place LIMIT 1")
        .get(webhook);
      return row ? deliveryOf(row) : null;
    });
  }

  waiting(webhook: number): number {
    return this.#use(() => this.#count(webhook));
  }

  delivery(webhook: number, id: string): Delivery | null {
    return this.#use((database) => {
      const row = database
        .prepare<[number, string], Row>('SELECT * FROM delivery WHERE webhook = ? AND id = ?')
        .get(webhook, id);
      return row ? deliveryOf(row) : null;
    });
  }

  /** What has been tried or given up: first what is tried again, then the newest. */
  deliveries(webhook: number): Delivery[] {
    return this.#use((database) =>
      database
        .prepare<[number, number], Row>(
          `SELECT * FROM delivery WHERE webhook = ? AND (attempts > 0 OR state <> 'waiting') ORDER BY state = 'waiting' DESC, place DESC LIMIT ?`,
        )
        .all(webhook, MOST_DELIVERIES)
        .map(deliveryOf),
    );
  }

  /** Before it is sent: whoever is killed then knows that it may have arrived. */
  begin(id: string, now: number): void {
    this.#use((database) =>
      database.prepare('UPDATE delivery SET attempts = attempts + 1, tried = ? WHERE id = ?').run(now, id),
    );
  }

  /** After an attempt, with what follows for its webhook. */
  settle(
    { id, webhook }: Pick<Delivery, 'id' | 'webhook'>,
    state: WebhookDelivery['state'],
    outcome: Outcome,
    change: Partial<NewStored>,
  ): void {
    const { durationMs, status, answer, problem } = outcome;
    this.#use((database) => {
      database
        .prepare('UPDATE delivery SET state = ?, duration = ?, status = ?, answer = ?, problem = ? WHERE id = ?')
        .run(state, durationMs, status, answer, problem, id);
      this.#change(webhook, change);
      this.#prune(webhook);
    });
  }

  /** What has waited since before this is given up. */
  giveUp(webhook: number, before: number): void {
    this.#use((database) =>
      database
        .prepare("UPDATE delivery SET state = 'failed' WHERE webhook = ? AND state = 'waiting' AND since < ?")
        .run(webhook, before),
    );
  }

  /** After all that waits; with the same id, by which a receiver knows that it has it. */
  replay(webhook: number, id: string, now: number): void {
    this.#use((database) => {
      database
        .prepare(
          `UPDATE delivery SET state = 'waiting', since = ?, place = (SELECT max(place) + 1 FROM delivery)
           WHERE webhook = ? AND id = ? AND state <> 'waiting'`,
        )
        .run(now, webhook, id);
      this.#makeRoom(webhook);
    });
  }

  /** Nothing waits for it any more. */
  clear(webhook: number): void {
    this.#use((database) =>
      database.prepare("DELETE FROM delivery WHERE webhook = ? AND state = 'waiting'").run(webhook),
    );
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  #queue(webhook: number, happened: Happened): void {
    const database = this.#database();
    const { type, at } = happened;
    const data = JSON.stringify(happened.data);
    const takes = NEWEST_COUNTS.has(type) ? '' : 'AND data = @data';
    // News that waits already, and that nobody has seen, is not told twice.
    const { changes } = database
      .prepare(
        `UPDATE delivery SET data = @data, body = @body, happened = @at
         WHERE webhook = @webhook AND type = @type AND state = 'waiting' AND attempts = 0 ${takes}`,
      )
      .run({ webhook, type, data, body: bodyOf(happened), at });
    if (changes === 0) this.#insert(webhook, happened, 'waiting');
  }

  #insert(webhook: number, happened: Happened, state: WebhookDelivery['state']): string {
    const { type, data, at } = happened;
    const id = `msg_${randomBytes(18).toString('base64url')}`;
    this.#database()
      .prepare(
        'INSERT INTO delivery (id, webhook, type, data, body, happened, since, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, webhook, type, JSON.stringify(data), bodyOf(happened), at, at, state);
    return id;
  }

  /** Of those that nobody has been sent. */
  #makeRoom(webhook: number): void {
    const tooMany = this.#count(webhook) - MOST_WAITING;
    if (tooMany <= 0) return;
    const { changes } = this.#database()
      .prepare(
        `DELETE FROM delivery WHERE place IN
           (SELECT place FROM delivery WHERE webhook = ? AND state = 'waiting' AND attempts = 0 ORDER BY place LIMIT ?)`,
      )
      .run(webhook, tooMany);
    this.#change(webhook, { dropped: (this.find(webhook)?.dropped ?? 0) + changes });
  }

  #prune(webhook: number): void {
    const database = this.#database();
    database
      .prepare(
        `DELETE FROM delivery WHERE webhook = ? AND state <> 'waiting' AND place NOT IN
           (SELECT place FROM delivery WHERE webhook = ? AND state <> 'waiting' ORDER BY place DESC LIMIT ?)`,
      )
      .run(webhook, webhook, MOST_DELIVERIES);
    database.prepare("DELETE FROM delivery WHERE state <> 'waiting' AND since < ?").run(Date.now() - KEPT_MS);
  }

  #count(webhook: number): number {
    return (
      this.#database()
        .prepare<[number], { count: number }>(
          "SELECT count(*) AS count FROM delivery WHERE webhook = ? AND state = 'waiting'",
        )
        .get(webhook)?.count ?? 0
    );
  }

  #change(id: number, change: Partial<NewStored>): void {
    const now = this.find(id);
    if (!now) return;
    const { id: _id, ...facts } = { ...now, ...change };
    this.#database().prepare('UPDATE webhook SET facts = ? WHERE id = ?').run(JSON.stringify(facts), id);
  }

  #database(): Database.Database {
    return (this.#opened ??= openPrivateDatabase(this.#file, (database) => migrate(database, MIGRATIONS)));
  }

  #use<T>(work: (database: Database.Database) => T): T {
    try {
      const database = this.#database();
      return database.transaction(() => work(database))();
    } catch (error) {
      throw new AppError('storage_error', `${this.#file} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  }
}

const bodyOf = ({ type, data, at }: Happened) => JSON.stringify({ type, timestamp: isoOf(at), data });

const isoOf = (ms: number) => new Date(ms).toISOString();

const deliveryOf = ({ duration, happened, tried, ...row }: Row): Delivery => ({
  id: row.id,
  webhook: row.webhook,
  body: row.body,
  since: row.since,
  type: row.type,
  happened: isoOf(happened),
  state: row.state,
  attempts: row.attempts,
  tried: tried === null ? null : isoOf(tried),
  duration_ms: duration,
  status: row.status,
  answer: row.answer,
  problem: row.problem,
});
