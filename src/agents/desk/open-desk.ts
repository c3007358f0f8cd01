import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { AgentChange, AgentRights, AgentSeen, Desk, Outlook, Plan } from './desk.ts';
import { DeskFile } from './desk-file.ts';

/** The oldest go first. */
const MOST = { plan: 100, change: 10_000, call: 2_000 };
/** Of all selections together: one of 100,000 pictures takes 400 kB. When they take more, the newest half stays. */
const MOST_SELECTION_BYTES = 32_000_000;
/** What a selection takes beside its pictures, at most about. */
const SELECTION_ROW_BYTES = 500;
/** After what an agent did last, the owner is told so soon. */
const SEEN_MS = 200;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

type PlanRow = Omit<Plan, 'args' | 'items' | 'out' | 'result'> & {
  args: string;
  items: string;
  out: string;
  result: string | null;
};
type ChangeRow = Omit<AgentChange, 'changes' | 'isUndone'> & { changes: string };

interface DeskOptions {
  file: string;
  rights: () => AgentRights;
  log: Log;
  /** Path of the library that is shown: ids are of it alone. */
  library: () => string;
  /** Those of these changes of its journal that are not taken back. */
  standing: (changes: readonly number[]) => ReadonlySet<number>;
  /** Something that the owner sees is different. `asking`: how many agents ask to be allowed to change things. */
  onChange: (asking: number) => void;
  /** Unix milliseconds. */
  now?: () => number;
}

/** The desk in `<data-dir>/agents.db`. */
export const openDesk = (options: DeskOptions): Desk => new StoredDesk(options);

class StoredDesk implements Desk {
  readonly #options: DeskOptions;
  readonly #file: DeskFile;
  readonly #now: () => number;
  /** When each picture left. */
  readonly #pixels = new Map<string, number[]>();
  /** What agents did since it was last written. */
  readonly #seen = new Map<string, Omit<AgentSeen, 'asks'>>();
  /** Bytes that selections may take before they are counted again. */
  #selectionRoom = 0;
  #later: NodeJS.Timeout | null = null;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#file = new DeskFile(options.file, options.log);
    this.#now = options.now ?? Date.now;
  }

  rights(): AgentRights {
    return this.#options.rights();
  }

  keepSelection(client: string, imageIds: readonly number[], words: string): string {
    const images = Buffer.from(Int32Array.from(imageIds).buffer);
    const { lastInsertRowid } = this.#file
      .prepare('INSERT INTO selection (client, library, images, words) VALUES (?, ?, ?, ?)')
      .run(client, this.#library, images, words);
    this.#makeRoom(images.length + SELECTION_ROW_BYTES);
    return `s${lastInsertRowid}`;
  }

  selection(client: string, name: string): readonly number[] | null {
    const images = this.#file
      .prepare<unknown[], Buffer>('SELECT images FROM selection WHERE id = ? AND client = ? AND library = ?')
      .pluck()
      .get(/^s(\d{1,15})$/.exec(name)?.[1] ?? -1, client, this.#library);
    return images === undefined
      ? null
      : Array.from({ length: images.length / 4 }, (_, at) => images.readInt32LE(4 * at));
  }

  makePlan({ client, tool, args, items }: Pick<Plan, 'client' | 'tool' | 'args' | 'items'>): Plan {
    const { lastInsertRowid } = this.#file
      .prepare('INSERT INTO plan (client, library, tool, args, items, made) VALUES (?, ?, ?, ?, ?, ?)')
      .run(client, this.#library, tool, JSON.stringify(args), JSON.stringify(items), this.#now());
    this.#keepNewest('plan');
    this.#tell();
    return this.plan(Number(lastInsertRowid))!;
  }

  plan(id: number): Plan | null {
    if (!this.#file.isThere) return null;
    const row = this.#file
      .prepare<unknown[], PlanRow>('SELECT * FROM plan WHERE id = ? AND library = ?')
      .get(id, this.#library);
    return row ? planOf(row) : null;
  }

  plans(): Plan[] {
    if (!this.#file.isThere) return [];
    return this.#file
      .prepare<unknown[], PlanRow>('SELECT * FROM plan WHERE library = ? ORDER BY id DESC')
      .all(this.#library)
      .map(planOf);
  }

  settlePlan(id: number, { state, out, result }: Parameters<Desk['settlePlan']>[1]): Plan {
    this.#file
      .prepare(
        'UPDATE plan SET state = coalesce(?, state), out = coalesce(?, out), result = coalesce(?, result) WHERE id = ?',
      )
      .run(state ?? null, out ? JSON.stringify(out) : null, result ? JSON.stringify(result) : null, id);
    this.#tell();
    return this.plan(id)!;
  }

  picturesLeft(client: string): number {
    const changed = this.#file
      .prepare<unknown[], number>('SELECT coalesce(sum(pictures), 0) FROM change WHERE client = ? AND time > ?')
      .pluck()
      .get(client, this.#now() - HOUR_MS)!;
    return Math.max(0, this.rights().picturesPerHour - changed);
  }

  takePixels(client: string, pictures: number): boolean {
    const now = this.#now();
    const left = (this.#pixels.get(client) ?? []).filter((time) => time > now - MINUTE_MS && time <= now);
    const isAllowed = left.length + pictures <= this.rights().pixelsPerMinute;
    if (isAllowed) left.push(...Array<number>(pictures).fill(now));
    this.#pixels.set(client, left);
    return isAllowed;
  }

  beginChange({ client, tool, pictures }: Pick<AgentChange, 'client' | 'tool' | 'pictures'>): number {
    const { lastInsertRowid } = this.#file
      .prepare('INSERT INTO change (client, library, tool, changes, pictures, time) VALUES (?, ?, ?, ?, ?, ?)')
      .run(client, this.#library, tool, '[]', pictures, this.#now());
    this.#keepNewest('change');
    return Number(lastInsertRowid);
  }

  growChange(id: number, changes: readonly number[]): void {
    if (changes.length === 0) return;
    const known = this.#file.prepare<[number], string>('SELECT changes FROM change WHERE id = ?').pluck().get(id)!;
    const all = JSON.stringify([...(JSON.parse(known) as number[]), ...changes]);
    this.#file.prepare('UPDATE change SET changes = ? WHERE id = ?').run(all, id);
    this.#tell();
  }

  endChange(id: number, pictures: number): void {
    this.#file.prepare('UPDATE change SET pictures = ? WHERE id = ?').run(pictures, id);
    this.#file.prepare(`DELETE FROM change WHERE id = ? AND changes = '[]'`).run(id);
    this.#tell();
  }

  agentChanges(client: string | null, since = 0): AgentChange[] {
    if (!this.#file.isThere) return [];
    const made = this.#file
      .prepare<unknown[], ChangeRow>(
        `SELECT id, client, tool, changes, pictures, time FROM change
         WHERE library = ? AND time >= ? AND (? IS NULL OR client = ?) AND changes <> '[]' ORDER BY id DESC`,
      )
      .all(this.#library, since, client, client)
      .map((row) => ({ ...row, changes: JSON.parse(row.changes) as number[] }));
    if (made.length === 0) return [];
    const standing = this.#options.standing(made.flatMap(({ changes }) => changes));
    return made.map((change) => ({ ...change, isUndone: !change.changes.some((id) => standing.has(id)) }));
  }

  undone(): void {
    if (this.#file.isThere) this.#tell();
  }

  beginCall(client: string, tool: string, key: string, args: string): ReturnType<Desk['beginCall']> {
    const former = this.#file
      .prepare<unknown[], { args: string; answer: string | null; time: number }>(
        'SELECT args, answer, time FROM call WHERE client = ? AND tool = ? AND key = ?',
      )
      .get(client, tool, key);
    if (!former) {
      this.#file
        .prepare('INSERT INTO call (client, tool, key, args, time) VALUES (?, ?, ?, ?, ?)')
        .run(client, tool, key, args, this.#now());
      this.#file
        .prepare('DELETE FROM call WHERE time < (SELECT time FROM call ORDER BY time DESC LIMIT 1 OFFSET ?)')
        .run(MOST.call);
      return { is: 'new' };
    }
    if (former.args !== args) return { is: 'other' };
    return former.answer === null ? { is: 'cut', since: former.time } : { is: 'ended', answer: former.answer };
  }

  endCall(client: string, tool: string, key: string, answer: string): void {
    this.#file
      .prepare('UPDATE call SET answer = ? WHERE client = ? AND tool = ? AND key = ?')
      .run(answer, client, tool, key);
  }

  dropCall(client: string, tool: string, key: string): void {
    this.#file.prepare('DELETE FROM call WHERE client = ? AND tool = ? AND key = ?').run(client, tool, key);
  }

  seen({ client, name, tool, summary }: Omit<AgentSeen, 'time' | 'asks'>): void {
    const known = name ?? this.#seen.get(client)?.name ?? null;
    this.#seen.set(client, { client, name: known, tool, summary, time: this.#now() });
    // An agent looks at many things in a second; who watches it needs the last of them.
    this.#later ??= setTimeout(() => this.#tellSeen(), SEEN_MS).unref();
  }

  #tellSeen(): void {
    try {
      this.#tell();
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'The list of agents cannot be written');
    }
  }

  #writeSeen(): void {
    for (const { client, name, tool, summary, time } of this.#seen.values())
      this.#file
        .prepare(
          `INSERT INTO agent (client, name, tool, summary, time) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET name = coalesce(excluded.name, name), tool = excluded.tool, summary = excluded.summary, time = excluded.time`,
        )
        .run(client, name, tool, summary, time);
    this.#seen.clear();
  }

  askOwner(client: string): void {
    this.#file
      .prepare(
        `INSERT INTO agent (client, tool, summary, time, asks) VALUES (?, '', '', ?, 1) ON CONFLICT DO UPDATE SET asks = 1`,
      )
      .run(client, this.#now());
    this.#tell();
  }

  answered(): void {
    this.#file.prepare('UPDATE agent SET asks = 0').run();
    this.#tell();
  }

  agents(): AgentSeen[] {
    this.#writeSeen();
    if (!this.#file.isThere) return [];
    return this.#file
      .prepare<[], Omit<AgentSeen, 'asks'> & { asks: number }>('SELECT * FROM agent ORDER BY time DESC')
      .all()
      .map(({ asks, ...agent }) => ({ ...agent, asks: asks === 1 }));
  }

  close(): void {
    this.#forgetLater();
    this.#writeSeen();
    this.#file.close();
  }

  get #library(): string {
    return this.#options.library();
  }

  /** The newest selections stay. */
  #makeRoom(bytes: number): void {
    this.#selectionRoom -= bytes;
    if (this.#selectionRoom > 0) return;
    this.#file
      .prepare(
        `DELETE FROM selection WHERE id IN (
         SELECT id FROM (SELECT id, sum(length(images) + ?) OVER (ORDER BY id DESC) AS bytes FROM selection) WHERE bytes > ?)`,
      )
      .run(SELECTION_ROW_BYTES, MOST_SELECTION_BYTES / 2);
    this.#selectionRoom = MOST_SELECTION_BYTES / 2;
  }

  #forgetLater(): void {
    clearTimeout(this.#later ?? undefined);
    this.#later = null;
  }

  #tell(): void {
    this.#forgetLater();
    this.#options.onChange(this.agents().filter(({ asks }) => asks).length);
  }

  #keepNewest(table: 'plan' | 'change'): void {
    this.#file.prepare(`DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`).run(MOST[table]);
  }
}

function planOf({ args, items, out, result, id, client, tool, state, made }: PlanRow): Plan {
  return {
    id,
    client,
    tool,
    state,
    made,
    args: JSON.parse(args) as Plan['args'],
    items: JSON.parse(items) as Outlook[],
    out: JSON.parse(out) as number[],
    result: result === null ? null : (JSON.parse(result) as Plan['result']),
  };
}
