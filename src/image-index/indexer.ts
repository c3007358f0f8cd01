import { setImmediate as breath } from 'node:timers/promises';
import { busy, damaged, examine, refusalOf } from '../library/library-state.ts';
import { isReadable } from '../library/newer-schema.ts';
import { type LibraryFiles, NotAtRest, readingUri } from '../library/lock-free.ts';
import { type LibrarySchema, readSchema } from '../library/schema.ts';
import type { Look } from '../library/stamp.ts';
import { IndexFile } from './index-file.ts';
import { INDEX_VERSION, type StateRow } from './index-schema.ts';
import { AFTER_ALL, BEFORE_ALL, type Copied, LibraryCopy, type Source } from './library-copy.ts';
import { LibrarySnapshot } from './library-snapshot.ts';
import * as mirror from './mirror.ts';
import { renderSql } from './render-sql.ts';
import { diskTrouble, libraryTrouble, SQLITE, sqliteCode, Trouble } from './trouble.ts';

/** Messages about the indexer's work. */
export type IndexerNews =
  /** The incarnation of the opened index; null: none at the moment. */
  | { kind: 'opened'; incarnation: string | null }
  | { kind: 'progress'; done: number; total: number }
  /**
   * Everything in the library when the pass began is in the index. `stamp` is the state that it holds, or null when the
   * library changed so fast that it was read in pieces: each image in one piece, changes to several perhaps by halves.
   * `rejects`: the version of those that wait.
   */
  | { kind: 'synced'; stamp: string | null; rejects: number; generation: number; images: number; tookMs: number }
  | { kind: 'log'; level: 'info' | 'warn'; message: string; fields: object };

type IndexerOptions = { file: string; library: LibraryFiles; tell: (news: IndexerNews) => void };

/** How many images are rendered before messages are answered. */
const RENDER_AT_ONCE = 5000;
/** A library that changed while it was read is read from a snapshot until it has been at rest for this long. */
const RESTLESS_MS = 2000;
/** How long lists stay at their state when no whole one can be had, before the library is read in pieces. */
const PATIENCE_MS = 5000;
/** Up to this many deleted images are remembered for readers. */
const GONE_REMEMBERED = 10_000;

const nextTouchedSql = 'SELECT id FROM touched WHERE id >= :first ORDER BY id LIMIT 1 OFFSET :size';
const noteGoneSql = 'INSERT OR REPLACE INTO gone (id, generation) SELECT id, :generation FROM lost';

/**
 * Keeps index.db in step with the library. It has a process of its own because it blocks.
 *
 * [Note: Whole states] An image of the index may be compared with another one, so both should be of one state of the library. A
 * pass reads the library itself when that is at rest, else a snapshot. Only when no snapshot can be had for seconds, because the
 * pauses between two commits are shorter than the copying, is it read in pieces: otherwise lists would stand still for as long.
 *
 * [Note: Copy, verify, render, commit] While the library is at rest, the differences are copied into the mirror.
 * Nothing is rendered yet: the shorter this takes, the less often darktable commits in between. Then the stamp is
 * checked: the copy counts only if the library has not changed. Records are rendered from the mirror afterwards, and
 * everything becomes visible in one commit.
 */
export class Indexer {
  readonly #index: IndexFile;
  readonly #library: LibraryFiles;
  readonly #tell: (news: IndexerNews) => void;
  readonly #copy: LibraryCopy;
  readonly #snapshot: LibrarySnapshot;
  /** When the library last changed while it was read, in milliseconds of `performance`. */
  #tornMs = -Infinity;
  /** Since when no whole state could be read; null: the last attempt could. */
  #brokenSinceMs: number | null = null;
  #isStopping = false;
  /** Those that wait, see [Note: Rejects that wait]. keys null: as they were when the index was last written. */
  #rejects: { keys: string | null; version: number } = { keys: null, version: 0 };
  /** When the library last equalled the index, in Unix milliseconds; null: not since we opened the index. */
  #inStepMs: number | null = null;

  constructor({ file, library, tell }: IndexerOptions) {
    this.#index = new IndexFile(file);
    this.#library = library;
    this.#tell = tell;
    this.#copy = new LibraryCopy(this.#index);
    this.#snapshot = new LibrarySnapshot(file, library);
  }

  /** false: somebody deleted or replaced our file; the next `sync` creates a new one. */
  isFileThere(): boolean {
    return this.#index.isThere();
  }

  /** Whether the library still has this stamp, as reported by `sync`. */
  isInStep(stamp: string): boolean {
    const now = Date.now();
    const isInStep = this.#library.stamp() === stamp;
    if (isInStep) this.#inStepMs = now;
    if (!this.#isRestless) this.#snapshot.discard();
    return isInStep;
  }

  /** For the next pass. */
  setWaitingRejects(keys: string, version: number): void {
    this.#rejects = { keys, version };
  }

  /** One pass over the library. Throws `Trouble`; the previous index then stays. */
  async sync(): Promise<void> {
    const started = performance.now();
    try {
      this.#open();
      while (!this.#isStopping) {
        const { version } = this.#rejects;
        const passed = await this.#pass();
        if (!passed) continue;
        this.#tell({ kind: 'synced', rejects: version, ...passed, tookMs: performance.now() - started });
        return;
      }
    } catch (error) {
      throw this.#troubleOf(error);
    }
  }

  /** Discards everything; the next `sync` starts from nothing. */
  rebuild(reason: string, level: 'info' | 'warn' = 'warn'): void {
    this.#tell({ kind: 'log', level, message: 'Building a new index', fields: { reason } });
    this.#tell({ kind: 'opened', incarnation: null });
    this.#index.delete();
  }

  /** Ends a `sync` that waits for the library to come to rest. */
  stop(): void {
    this.#isStopping = true;
  }

  close(): void {
    this.#index.close();
    this.#snapshot.discard();
  }

  #open(): void {
    if (this.#index.isThere()) return;
    this.#index.close();
    this.#inStepMs = null;
    this.#index.open();
    const { version } = this.#index;
    if (version !== 0 && version !== INDEX_VERSION) {
      this.rebuild(`the old one is from another version of Safelight (${version})`, 'info');
      this.#index.open();
    }
    // Asked here because a damaged file shows itself at the first query.
    this.#tell({ kind: 'opened', incarnation: this.#index.state()?.incarnation ?? null });
  }

  /** null: the library changed or turned out to be another one, so start again. */
  async #pass(): Promise<{ stamp: string | null; generation: number; images: number } | null> {
    const begunMs = Date.now();
    const stamp = await this.#atRest();
    let source = this.#sourceOf(stamp);
    if (source === null) return null;
    const stamps = new Set<string>();
    for (let first = BEFORE_ALL; first < AFTER_ALL;) {
      stamps.add(source.stamp);
      const next = await this.#window(source, { first, isWhole: stamps.size === 1 });
      if (next === null) return null;
      first = next;
      if (source.isInPieces) source = this.#librarySource(await this.#atRest(), { isInPieces: true });
    }
    if (stamps.size === 1) {
      this.#brokenSinceMs = null;
      this.#inStepMs = begunMs;
    }
    if (this.#isRestless && this.#library.stamp() !== stamp) this.#tornMs = performance.now();
    const { generation } = this.#index.state()!;
    return {
      stamp: stamps.size === 1 ? stamp : null,
      generation,
      images: this.#index.number('SELECT count(*) FROM entry'),
    };
  }

  /** See [Note: Whole states]. null: it has changed again, and there is patience left. */
  #sourceOf(stamp: string): Source | null {
    const hasPatience = this.#brokenSinceMs === null || performance.now() - this.#brokenSinceMs < PATIENCE_MS;
    if (!this.#isRestless || (hasPatience && this.#isWal)) return this.#librarySource(stamp, { isInPieces: false });
    if (this.#snapshot.take(stamp)) return this.#snapshot.source(stamp);
    this.#tear();
    return hasPatience ? null : this.#librarySource(stamp, { isInPieces: true });
  }

  #librarySource(stamp: string, { isInPieces }: { isInPieces: boolean }): Source {
    const { library, data } = this.#library.look();
    return {
      stamp,
      library: readingUri(this.#library.library.path, isWal(library)),
      data: readingUri(this.#library.data.path, isWal(data)),
      isInPieces,
      isStill: () => this.#library.isStill(stamp),
    };
  }

  /** Part of such a library lies in a second file, so there is no snapshot of it. */
  get #isWal(): boolean {
    const { library, data } = this.#library.look();
    return isWal(library) || isWal(data);
  }

  get #isRestless(): boolean {
    return performance.now() - this.#tornMs < RESTLESS_MS;
  }

  #tear(): void {
    this.#tornMs = performance.now();
    this.#brokenSinceMs ??= this.#tornMs;
  }

  async #atRest(): Promise<string> {
    const stamp = await this.#library.settled();
    if (stamp !== null) return stamp;
    throw libraryTrouble(examine(this.#library));
  }

  /**
   * Reads from an id onwards for as long as the source stays as it is, and commits that. Returns the id to continue
   * from. null: start again.
   */
  async #window(source: Source, { first, isWhole }: { first: number; isWhole: boolean }): Promise<number | null> {
    const index = this.#index;
    const noticedMs = Date.now();
    try {
      this.#attach(source);
      index.exec('BEGIN IMMEDIATE');
      const schema = readSchema({ prepare: (sql) => this.#index.prepare(sql) }, mirror.LIBRARY);
      const refusal = refusalOf(this.#library.library.path, schema, (newer) =>
        isReadable(newer, (sql) => this.#index.prepare(sql), mirror.LIBRARY),
      );
      if (refusal || !schema) {
        if (!source.isStill()) return null;
        throw libraryTrouble(refusal!);
      }
      const state = this.#stateFor(schema, first);
      if (!state) return null;
      const isBuilding = state.complete === 0;
      const read = await this.#copy.run(schema, source, { first, inOneGo: !source.isInPieces && !isBuilding });
      const isTorn = read.isTorn && !source.isInPieces;
      if (isTorn) this.#tear();
      // Readers must not see half of a change; nobody reads what is still being built.
      if (isTorn && !isBuilding) return null;
      await this.#finish(schema, state, { ...read, noticedMs, stamp: isWhole ? source.stamp : null });
      return isTorn ? null : read.next;
    } catch (error) {
      const code = sqliteCode(error);
      if (code === null || code === SQLITE.FULL || code === SQLITE.READONLY || source.isStill()) throw error;
      // A torn read may look like damage.
      this.#tear();
      return null;
    } finally {
      if (index.isInTransaction) index.exec('ROLLBACK');
      this.#detach();
    }
  }

  /**
   * The state to continue from: that of an empty index when the file holds something else or the library is another
   * one. null: that happened during a pass, which must start again.
   */
  #stateFor(schema: LibrarySchema, first: number): StateRow | null {
    const index = this.#index;
    const library = this.#library.library.path;
    const state = index.state();
    const isOurs = state?.library === library && state.library_schema === schema.version;
    if (first !== BEFORE_ALL) return isOurs ? state : null;
    if (isOurs && this.#isSameLibrary()) return state;
    if (state)
      this.#tell({
        kind: 'log',
        level: 'info',
        message: 'Building a new index',
        fields: { reason: `${library} is a different library` },
      });
    const begun = index.begin(library, schema);
    // Readers learn of it now, before anything of the new library is there.
    index.exec('COMMIT; BEGIN IMMEDIATE');
    this.#tell({ kind: 'opened', incarnation: begun.incarnation });
    return begun;
  }

  #isSameLibrary(): boolean {
    // An empty library matches every index.
    if (this.#index.number('SELECT count(*) FROM lib.images') === 0) return true;
    const { known, shared } = this.#index.get(mirror.sharedImagesSql)!;
    return Number(known) < 3 || Number(shared) > 0;
  }

  /** Renders what was touched, records what is gone, and commits. */
  async #finish(
    schema: LibrarySchema,
    state: StateRow,
    read: Copied & { noticedMs: number; stamp: string | null },
  ): Promise<void> {
    const index = this.#index;
    const generation = state.generation + 1;
    const { keys } = this.#rejects;
    if (keys !== null) for (const sql of mirror.waitingRejectSteps) index.run(sql, { keys });
    const rendered = await this.#renderTouched(schema, { generation, noticed: read.noticedMs, former: this.#inStepMs });
    const lost = this.#dropLost(generation);
    if (rendered + lost > 0 || read.namesChanged)
      index.run('UPDATE state SET generation = :generation', { generation });
    if (read.namesChanged) index.run('UPDATE state SET names_generation = :generation', { generation });
    const isDone = read.next === AFTER_ALL;
    if (isDone && state.complete === 0) index.run('UPDATE state SET complete = 1');
    const stamp = isDone ? read.stamp : null;
    if (state.stamp !== stamp) index.run('UPDATE state SET stamp = :stamp', { stamp });
    const progress = state.complete === 0 ? this.#progress() : null;
    index.exec('COMMIT');
    if (!progress) return;
    this.#tell({ kind: 'progress', ...progress });
    // So that later reads need not go through a long write-ahead log.
    index.tidy();
  }

  /** Returns the number of images. */
  async #renderTouched(
    schema: LibrarySchema,
    change: { generation: number; noticed: number; former: number | null },
  ): Promise<number> {
    const index = this.#index;
    index.run(`DELETE FROM touched WHERE id IN lost`);
    const images = index.number('SELECT count(*) FROM touched');
    if (images === 0) return 0;
    this.#copy.noteArea();
    const { waiting } = index.get(mirror.waitingRejectsSql)!;
    let first: number | undefined = BEFORE_ALL;
    while (first !== undefined) {
      const next = index.find(nextTouchedSql, { first, size: RENDER_AT_ONCE });
      index.run(renderSql(schema), {
        ...change,
        waiting: String(waiting),
        first,
        last: next === undefined ? AFTER_ALL : next - 1,
      });
      first = next;
      await breath();
    }
    index.run('DELETE FROM gone WHERE id IN touched');
    index.run('DELETE FROM touched');
    return images;
  }

  /** Returns the number of images. */
  #dropLost(generation: number): number {
    const index = this.#index;
    const lost = index.run(noteGoneSql, { generation });
    if (lost === 0) return 0;
    for (const sql of mirror.dropLostSql) index.run(sql);
    index.run('DELETE FROM lost');
    if (index.number('SELECT count(*) FROM gone') > GONE_REMEMBERED) {
      index.run('DELETE FROM gone');
      index.run('UPDATE state SET gone_since = :generation', { generation });
    }
    return lost;
  }

  #progress(): { done: number; total: number } {
    const total = this.#index.number('SELECT count(*) FROM lib.images');
    return { done: this.#index.number('SELECT count(*) FROM entry'), total };
  }

  #attach(source: Source): void {
    try {
      for (const [uri, name] of [
        [source.library, 'lib'],
        [source.data, 'libdata'],
      ] as const)
        this.#index.prepare(`ATTACH ? AS ${name}`).run(uri);
    } catch (error) {
      if (!source.isStill()) throw error;
      throw libraryTrouble(damaged(this.#library.library.path, error), error);
    }
  }

  #detach(): void {
    for (const name of ['lib', 'libdata']) {
      try {
        this.#index.exec(`DETACH ${name}`);
      } catch {
        // It was not attached.
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

const isWal = (look: Look) => look.kind === 'file' && look.isWal;

/** index.db is damaged and must be rebuilt. */
export class BrokenIndex extends Error {
  constructor(cause: unknown) {
    super('index.db is damaged', { cause });
  }
}
