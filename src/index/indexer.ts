import { setImmediate as breath } from 'node:timers/promises';
import { busy, damaged, examine, refusalOf } from '../library/library-state.ts';
import { type LibraryFiles, NotAtRest, readingUri } from '../library/lock-free.ts';
import { type LibrarySchema, readSchema } from '../library/schema.ts';
import { IndexFile } from './index-file.ts';
import type { StateRow } from './index-schema.ts';
import * as mirror from './mirror.ts';
import { renderSql } from './render-sql.ts';
import { diskTrouble, libraryTrouble, SQLITE, sqliteCode, Trouble } from './trouble.ts';

/** What the indexer tells about its work. */
export type IndexerNews =
  /** Another index than before; null: none at the moment. */
  | { kind: 'opened'; incarnation: string | null }
  | { kind: 'progress'; done: number; total: number }
  /**
   * Everything that was in the library when the pass began is in the index. `stamp` is the state that it holds, or null when the
   * library changed so fast that it was read in pieces (each image in one piece).
   */
  | { kind: 'synced'; stamp: string | null; generation: number; images: number; tookMs: number }
  | { kind: 'log'; level: 'info' | 'warn'; message: string };

type IndexerOptions = { file: string; library: LibraryFiles; tell: (news: IndexerNews) => void };

/** Below and above every id. */
const BEFORE_ALL = -1;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** How many images are compared before the stamp is looked at again and messages are answered. */
const RANGE = { most: 20_000, least: 200 };
/** How many images are rendered before messages are answered. */
const RENDER_AT_ONCE = 5000;
/** How often a library that moves is tried to be read in one go, before it is read in pieces. */
const TRIES_IN_ONE_GO = 2;
/** Deleted images are remembered for readers up to this number. */
const GONE_REMEMBERED = 10_000;

/**
 * Keeps index.db in step with the library. Alone in its process, as it blocks.
 *
 * [Note: Copy, verify, render, commit] While the library is at rest, what differs is copied into the mirror: no rendering yet, as the
 * shorter this takes, the less often a commit of darktable comes in between. Then the stamp is looked at: only if the library has not
 * moved, the copy counts. Records are rendered from the mirror afterwards, and everything becomes visible in one commit.
 */
export class Indexer {
  readonly #index: IndexFile;
  readonly #library: LibraryFiles;
  readonly #tell: (news: IndexerNews) => void;
  #rangeSize = RANGE.most;
  /** How often in a row the library moved while it was read in one go. */
  #torn = 0;

  constructor({ file, library, tell }: IndexerOptions) {
    this.#index = new IndexFile(file);
    this.#library = library;
    this.#tell = tell;
  }

  /** false: somebody deleted or replaced our file, and the next `sync` makes a new one. */
  isFileThere(): boolean {
    return this.#index.isThere();
  }

  /** One pass over the library. Throws `Trouble`; what was there before stays. */
  async sync(): Promise<void> {
    const started = performance.now();
    try {
      this.#open();
      for (;;) {
        const passed = await this.#pass();
        if (!passed) continue;
        this.#tell({ kind: 'synced', ...passed, tookMs: performance.now() - started });
        return;
      }
    } catch (error) {
      throw this.#troubleOf(error);
    }
  }

  /** Throws everything away; the next `sync` begins from nothing. */
  rebuild(reason: string): void {
    this.#tell({ kind: 'log', level: 'warn', message: `The index is built anew: ${reason}` });
    this.#tell({ kind: 'opened', incarnation: null });
    this.#index.delete();
  }

  close(): void {
    this.#index.close();
  }

  #open(): void {
    if (this.#index.isThere()) return;
    this.#index.close();
    this.#index.open();
    // Asked here, as a damaged file shows itself with the first question.
    this.#tell({ kind: 'opened', incarnation: this.#index.state()?.incarnation ?? null });
  }

  /** null: the library moved or turned out to be another one, so begin anew. */
  async #pass(): Promise<{ stamp: string | null; generation: number; images: number } | null> {
    const inPieces = this.#torn >= TRIES_IN_ONE_GO;
    const stamps = new Set<string>();
    for (let first = BEFORE_ALL; first < AFTER_ALL;) {
      const stamp = await this.#atRest();
      stamps.add(stamp);
      const next = await this.#window(stamp, { first, inPieces, isWhole: stamps.size === 1 });
      if (next === null) return null;
      first = next;
    }
    const [stamp] = stamps;
    if (stamps.size === 1) this.#torn = 0;
    const { generation } = this.#index.state()!;
    return {
      stamp: stamps.size === 1 ? stamp! : null,
      generation,
      images: this.#index.number('SELECT count(*) FROM entry'),
    };
  }

  async #atRest(): Promise<string> {
    const stamp = await this.#library.settled();
    if (stamp !== null) return stamp;
    throw libraryTrouble(examine(this.#library));
  }

  /**
   * Reads on from an id for as long as the library stays at rest, and commits that. Gives the id to go on from. null: nothing was
   * committed, begin anew.
   */
  async #window(stamp: string, o: { first: number; inPieces: boolean; isWhole: boolean }): Promise<number | null> {
    const index = this.#index;
    try {
      this.#attach(stamp);
      index.exec('BEGIN IMMEDIATE');
      const schema = readSchema({ prepare: (sql) => this.#index.prepare(sql) }, mirror.LIBRARY);
      const refusal = refusalOf(this.#library.library.path, schema);
      if (refusal || !schema) {
        if (!this.#library.isStill(stamp)) return null;
        throw libraryTrouble(refusal!);
      }
      const state = this.#stateFor(schema, o.first);
      if (!state) return null;
      const isBuilding = state.complete === 0;
      const read = await this.#readRanges(schema, stamp, { ...o, inOneGo: !o.inPieces && !isBuilding });
      // A reader shall not see half of a change, so as long as there is hope to read all in one go, nothing less is committed.
      if (read.next < AFTER_ALL && !o.inPieces && !isBuilding) {
        this.#torn++;
        return null;
      }
      await this.#finish(schema, state, { ...read, stamp: o.isWhole ? stamp : null });
      return read.next;
    } catch (error) {
      const code = sqliteCode(error);
      if (code === null || code === SQLITE.FULL || code === SQLITE.READONLY || this.#library.isStill(stamp))
        throw error;
      // What was torn may look damaged.
      this.#torn++;
      return null;
    } finally {
      if (index.isInTransaction) index.exec('ROLLBACK');
      this.#detach();
    }
  }

  /**
   * The state to go on from: that of an empty index, when the file holds something else or the library is another one. null: that
   * happened in the middle of a pass, which then is to begin anew.
   */
  #stateFor(schema: LibrarySchema, first: number): StateRow | null {
    const index = this.#index;
    const library = this.#library.library.path;
    const state = index.state();
    const isOurs = state?.library === library && state.library_schema === schema.version;
    if (first !== BEFORE_ALL) return isOurs ? state : null;
    if (isOurs && this.#isSameLibrary()) return state;
    const former = index.number('PRAGMA user_version');
    if (state)
      this.#tell({ kind: 'log', level: 'info', message: `The index is built anew: ${library} is another library` });
    else if (former !== 0) {
      this.#tell({
        kind: 'log',
        level: 'info',
        message: `The index is built anew: it was made by another Safelight (${former})`,
      });
    }
    const begun = index.begin(library, schema);
    // Readers learn of it now, before anything of the new library is there.
    index.exec('COMMIT; BEGIN IMMEDIATE');
    this.#tell({ kind: 'opened', incarnation: begun.incarnation });
    return begun;
  }

  #isSameLibrary(): boolean {
    const { known, shared } = this.#index.get(mirror.kinshipSql)!;
    return Number(known) < 3 || Number(shared) > 0;
  }

  /** Copies what differs, range by range, until all is read or the library moves. Only verified ranges stay. */
  async #readRanges(schema: LibrarySchema, stamp: string, o: { first: number; inPieces: boolean; inOneGo: boolean }) {
    const index = this.#index;
    const { inOneGo } = o;
    let next = o.first;
    let namesChanged = false;
    for (let ranges = 0; next < AFTER_ALL; ranges++) {
      const size = inOneGo ? RANGE.most : this.#rangeSize;
      index.exec('SAVEPOINT range');
      const last = index.find(mirror.rangeEndSql, { first: next, size });
      const range = { first: next, last: last === undefined ? AFTER_ALL : last - 1 };
      const renamed = this.#copyNames(schema);
      this.#copyRange(schema, range, !inOneGo);
      const isLast = last === undefined;
      if (isLast && inOneGo) this.#copyRemovals();
      if (!this.#library.isStill(stamp)) {
        index.exec('ROLLBACK TO range; RELEASE range');
        // The rest between two commits is shorter than this range takes.
        if (ranges === 0) this.#rangeSize = Math.max(RANGE.least, this.#rangeSize >> 1);
        break;
      }
      index.exec('RELEASE range');
      namesChanged ||= renamed;
      next = isLast ? AFTER_ALL : last;
      if (ranges >= 3) this.#rangeSize = Math.min(RANGE.most, this.#rangeSize * 2);
      if (!inOneGo && index.number('SELECT count(*) FROM touched') >= RANGE.most) break;
      await breath();
    }
    return { next, namesChanged };
  }

  #copyNames(schema: LibrarySchema): boolean {
    let changed = false;
    for (const { find, apply } of mirror.nameSteps(schema)) {
      if (this.#index.run(find) === 0) continue;
      for (const sql of apply) this.#index.run(sql);
      changed = true;
    }
    return changed;
  }

  #copyRange(schema: LibrarySchema, range: { first: number; last: number }, withRemovals: boolean): void {
    const index = this.#index;
    const images = mirror.imageSteps(schema);
    if (index.run(images.find, range) > 0) this.#apply([images.apply]);
    for (const { findNew, findGone, apply } of mirror.partSteps) {
      const found = index.run(findNew, range) + (withRemovals ? index.run(findGone, range) : 0);
      if (found > 0) this.#apply(apply);
    }
    if (withRemovals) index.run(mirror.findLostSql, range);
  }

  /** What is gone from the library, once all that came is there: the numbers of rows tell whether to look for it. */
  #copyRemovals(): void {
    const index = this.#index;
    const all = { first: BEFORE_ALL, last: AFTER_ALL };
    const isLess = (table: string) => {
      const { theirs, ours } = index.get(mirror.countSql(table))!;
      return Number(theirs) < Number(ours);
    };
    for (const { table, findGone, apply } of mirror.partSteps) {
      if (isLess(table) && index.run(findGone, all) > 0) this.#apply(apply);
    }
    if (isLess('images')) index.run(mirror.findLostSql, all);
  }

  #apply(statements: readonly string[]): void {
    for (const sql of statements) this.#index.run(sql);
    this.#index.run(mirror.touchDifferingSql);
    this.#index.run('DELETE FROM differing');
  }

  /** Renders what was touched, notes what is gone, and commits. */
  async #finish(
    schema: LibrarySchema,
    state: StateRow,
    read: { next: number; namesChanged: boolean; stamp: string | null },
  ): Promise<void> {
    const index = this.#index;
    const generation = state.generation + 1;
    index.run(`DELETE FROM touched WHERE id IN lost`);
    let changes = 0;
    for (let first = BEFORE_ALL; ;) {
      const end = index.find('SELECT id FROM touched WHERE id > :first ORDER BY id LIMIT 1 OFFSET :size', {
        first,
        size: RENDER_AT_ONCE,
      });
      const range = { first: first + 1, last: end ?? AFTER_ALL };
      index.run(renderSql(schema), { generation, ...range });
      changes += index.number('SELECT count(*) FROM touched WHERE id BETWEEN :first AND :last', range);
      if (end === undefined) break;
      first = end;
      await breath();
    }
    index.run('DELETE FROM gone WHERE id IN touched');
    const lost = index.run('INSERT OR REPLACE INTO gone (id, generation) SELECT id, :generation FROM lost', {
      generation,
    });
    if (lost > 0) {
      for (const sql of mirror.dropLostSql) index.run(sql);
      if (index.number('SELECT count(*) FROM gone') > GONE_REMEMBERED) {
        index.run('DELETE FROM gone');
        index.run('UPDATE state SET gone_since = :generation', { generation });
      }
    }
    index.run('DELETE FROM touched');
    index.run('DELETE FROM lost');
    const isDone = read.next === AFTER_ALL;
    if (changes + lost > 0 || read.namesChanged) index.run('UPDATE state SET generation = :generation', { generation });
    if (read.namesChanged) index.run('UPDATE state SET names_generation = :generation', { generation });
    if (isDone && state.complete === 0) index.run('UPDATE state SET complete = 1');
    const stamp = isDone ? read.stamp : null;
    if (state.stamp !== stamp) index.run('UPDATE state SET stamp = :stamp', { stamp });
    if (state.complete === 0) {
      const total = index.number('SELECT count(*) FROM lib.images');
      this.#tell({ kind: 'progress', done: index.number('SELECT count(*) FROM entry'), total });
    }
    index.exec('COMMIT');
  }

  #attach(stamp: string): void {
    const { library, data } = this.#library;
    try {
      for (const [file, name] of [
        [library, 'lib'],
        [data, 'libdata'],
      ] as const) {
        const look = file.look();
        this.#index.prepare(`ATTACH ? AS ${name}`).run(readingUri(file.path, look.kind === 'file' && look.isWal));
      }
    } catch (error) {
      if (!this.#library.isStill(stamp)) throw error;
      throw libraryTrouble(damaged(library.path, error), error);
    }
  }

  #detach(): void {
    for (const name of ['lib', 'libdata']) {
      try {
        this.#index.exec(`DETACH ${name}`);
      } catch {
        // Was not attached.
      }
    }
  }

  #troubleOf(error: unknown): Error {
    if (error instanceof Trouble) return error;
    if (error instanceof NotAtRest) return libraryTrouble(busy(this.#library.library.path, error), error);
    const code = sqliteCode(error);
    if (code === SQLITE.CORRUPT || code === SQLITE.NOTADB) {
      if (!this.#index.isSound()) return new BrokenIndex(error);
      return libraryTrouble(damaged(this.#library.library.path, error), error);
    }
    return diskTrouble(this.#index.path, error) ?? (error as Error);
  }
}

/** index.db is damaged: to be rebuilt. */
export class BrokenIndex extends Error {
  constructor(cause: unknown) {
    super('index.db is damaged', { cause });
  }
}
