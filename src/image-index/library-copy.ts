import { setImmediate as breath } from 'node:timers/promises';
import type { LibrarySchema } from '../library/schema.ts';
import type { IndexFile } from './index-file.ts';
import * as mirror from './mirror.ts';

/** Below and above every id. */
export const BEFORE_ALL = -1;
export const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** How many images are compared before the stamp is checked again and messages are answered. */
const RANGE = { most: 20_000, least: 400 };
/** A transaction that need not hold everything ends at this many touched images. */
const ENOUGH = 20_000;
/** How far around the last changes to look, in ids, and how often that range comes first. */
const AREA = { most: 1000, behind: 50, ahead: 200, everyMs: 40 };

/** What a pass reads: the library itself or its snapshot. See [Note: Whole states]. */
export type Source = {
  /** The state of the library. */
  stamp: string;
  /** URIs. */
  library: string;
  data: string;
  /** The library changes all the time: each range may be of another state. */
  isInPieces: boolean;
  /** Whether everything read since the stamp was taken belongs to that state. */
  isStill(): boolean;
};

export type Copied = {
  /** The id to continue from; AFTER_ALL when everything was read. */
  next: number;
  namesChanged: boolean;
  /** The source changed; only what was read before is copied. */
  isTorn: boolean;
};

/**
 * Copies the differences from the library into the mirror, and lists the ids in `touched` and `lost`. The library must
 * be attached and a transaction open.
 */
export class LibraryCopy {
  readonly #index: IndexFile;
  #size = RANGE.most;
  /** Where images changed lately: people work on neighboring images. */
  #area: { first: number; last: number } | null = null;
  #areaSeenMs = 0;

  constructor(index: IndexFile) {
    this.#index = index;
  }

  /**
   * Reads range by range from an id onwards until everything is read or the library changes. Only ranges read before a
   * change are kept. `inOneGo`: nothing counts unless all of it is read, so deleted images are looked for at the end,
   * where it costs less. In pieces, the range of the last changes comes first, again and again.
   */
  async run(
    schema: LibrarySchema,
    source: Source,
    { first, inOneGo }: { first: number; inOneGo: boolean },
  ): Promise<Copied> {
    const index = this.#index;
    const copied: Copied = { next: first, namesChanged: false, isTorn: false };
    const isDue = source.isInPieces && performance.now() - this.#areaSeenMs >= AREA.everyMs;
    const area = isDue ? this.#area : null;
    const isStill = this.#verified(source, () => {
      copied.namesChanged = this.#copyNames(schema);
      if (area) this.#copyRange(schema, area, true);
    });
    if (!isStill) return { next: first, namesChanged: false, isTorn: true };
    if (area) this.#areaSeenMs = performance.now();
    for (let ranges = 0; copied.next < AFTER_ALL; ranges++) {
      const from = copied.next;
      const next = index.find(mirror.nextRangeSql, { first: from, size: source.isInPieces ? this.#size : RANGE.most });
      const isStill = this.#verified(source, () => {
        this.#copyRange(schema, { first: from, last: next === undefined ? AFTER_ALL : next - 1 }, !inOneGo);
        if (inOneGo && next === undefined) this.#copyRemovals();
      });
      if (!isStill) {
        copied.isTorn = true;
        // The pause between two commits is shorter than this takes.
        if (ranges === 0) this.#size = Math.max(RANGE.least, this.#size >> 1);
        break;
      }
      if (ranges === 3) this.#size = Math.min(RANGE.most, this.#size * 2);
      copied.next = next ?? AFTER_ALL;
      if (!inOneGo && index.number('SELECT count(*) FROM touched') >= ENOUGH) break;
      await breath();
    }
    return copied;
  }

  /** Remembers the range of `touched`, with more room after it than before, unless it is scattered. */
  noteArea(): void {
    const { first, last } = this.#index.get('SELECT min(id) AS first, max(id) AS last FROM touched')!;
    const isSmall = Number(last) - Number(first) <= AREA.most;
    this.#area = isSmall ? { first: Number(first) - AREA.behind, last: Number(last) + AREA.ahead } : null;
  }

  /** Undoes what `read` did when the library changed meanwhile. */
  #verified(source: Source, read: () => void): boolean {
    this.#index.exec('SAVEPOINT range');
    read();
    const isStill = source.isStill();
    this.#index.exec(isStill ? 'RELEASE range' : 'ROLLBACK TO range; RELEASE range');
    return isStill;
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

  /** Finds what is gone from the library after everything new is copied: the row counts tell whether to look. */
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
}
