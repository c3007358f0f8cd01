import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockTable, type Look, StampedFile } from './stamp.ts';

/**
 * [Note: Reading can lose a rating] darktable waits for nobody: if anyone holds a read lock on library.db when it
 * commits, darktable silently drops that change. So nothing here takes a lock. SQLite reads with `nolock=1`, and
 * afterwards the stamp of the files tells whether the data can be trusted: it must be unchanged since before the
 * connection was opened (measured with darktable 4.2.1, 5.0.1 and 5.4.1). A connection is good for one stamp only,
 * because without locks SQLite never checks whether its pages are stale.
 */

/**
 * Time between two equal stamps of a file that is at rest. Longer than darktable needs from one page of a commit to the
 * next.
 */
const STILL_MS = 3;

/** The coarsest clock with which file systems stamp files on a usual kernel ticks every 10 ms. */
const COARSE_CLOCK_MS = 30;

/** Why the files cannot be read at the moment. */
export class NotAtRest extends Error {
  readonly hotJournal: string | null;

  constructor(hotJournal: string | null) {
    super(hotJournal ? `There is an unfinished change: ${hotJournal}` : 'The library keeps changing');
    this.hotJournal = hotJournal;
  }
}

/** library.db and its data.db, as one thing with one stamp. */
export class LibraryFiles {
  readonly library: StampedFile;
  readonly data: StampedFile;
  #settledAt = 0;
  /** The stamp after our own last commit. */
  #ours: string | null = null;

  constructor(library: string, data: string) {
    this.library = new StampedFile(resolve(library));
    this.data = new StampedFile(resolve(data));
  }

  look(): { library: Look; data: Look } {
    return { library: this.library.look(), data: this.data.look() };
  }

  /** Changes with every commit to one of the files. null when one of them is missing or cannot be read. */
  stamp(): string | null {
    const { library, data } = this.look();
    return library.kind === 'file' && data.kind === 'file' ? `${library.stamp} ${data.stamp}` : null;
  }

  /** Whether library.db alone is unchanged since this stamp. */
  isLibraryStill(stamp: string): boolean {
    const library = this.library.look();
    return library.kind === 'file' && stamp.startsWith(`${library.stamp} `);
  }

  /**
   * The stamp of files at rest; null as for `stamp`. Throws `NotAtRest` when the files do not come to rest in that time
   * (a writer that never stops, or an unfinished change that another program left behind).
   */
  async settled(withinMs = 2000): Promise<string | null> {
    const deadline = performance.now() + withinMs;
    let stamp = this.stamp();
    while (stamp !== null) {
      await sleep(STILL_MS);
      if (this.#hasRested(stamp)) return stamp;
      stamp = this.stamp();
      if (performance.now() > deadline) throw new NotAtRest(this.#hotJournal());
    }
    return null;
  }

  /**
   * Like `settled`, right after a commit of our own: nobody else could begin one before ours ended. null when somebody
   * has begun since: then only waiting helps.
   *
   * [Note: Our own commit] This function and `isStill` do not read the lock table: unless it was read within the last
   * few milliseconds, the kernel takes 6 to 14 ms to answer (6.18). Without it one case goes unnoticed: a program that
   * began a change within the same tick of the file system's clock, at most 10 ms, and a change so large that it was
   * written before its end.
   */
  settledByUs(): string | null {
    const stamp = this.stamp();
    if (stamp === null || this.#hotJournal() !== null) return null;
    this.#settledAt = performance.now();
    return (this.#ours = stamp);
  }

  /** Like `settled`, for the start: blocks the thread, so only for a moment. */
  settledNow(withinMs = 60): string | null {
    const deadline = performance.now() + withinMs;
    let stamp = this.stamp();
    while (stamp !== null) {
      Atomics.wait(pause, 0, 0, STILL_MS);
      if (this.#hasRested(stamp)) return stamp;
      stamp = this.stamp();
      if (performance.now() > deadline) throw new NotAtRest(this.#hotJournal());
    }
    return null;
  }

  /**
   * Asked after reading: whether everything read since `settled` returned this stamp belongs to one state of the files.
   */
  isStill(stamp: string): boolean {
    if (this.stamp() !== stamp) return false;
    // A commit too large for darktable's memory writes pages before the counter. Where the file system's clock is
    // coarse, only its lock tells it from the commit just before. ([Note: Our own commit])
    return stamp === this.#ours || performance.now() - this.#settledAt > COARSE_CLOCK_MS || !this.#isInMotion();
  }

  /**
   * Like `isStill`, and nobody is in the middle of a change either: an error from SQLite is about the files themselves.
   */
  isAtRest(stamp: string): boolean {
    return this.stamp() === stamp && !this.#isInMotion();
  }

  close(): void {
    this.library.close();
    this.data.close();
  }

  #hasRested(stamp: string): boolean {
    const isRested = this.isAtRest(stamp);
    if (isRested) this.#settledAt = performance.now();
    return isRested;
  }

  #hotJournal(): string | null {
    const file = [this.library, this.data].find((each) => each.hasHotJournal());
    return file?.journal ?? null;
  }

  #isInMotion(): boolean {
    const locks = lockTable();
    return [this.library, this.data].some((file) => file.isBeingCommitted(locks) || file.hasHotJournal());
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * What `DatabaseSync` and `ATTACH` of node:sqlite need to read a file without a lock. A file in write-ahead logging
 * mode (set by another program) is the exception: its new content is in a second file, and its readers block nobody.
 */
export const readingUri = (file: string, isWal = false) => `${fileUri(file)}?mode=ro${isWal ? '' : '&nolock=1'}`;

/** A path as SQLite's URIs want it: `C:\Fotos` is `file:///C:/Fotos`, `\\nas\fotos` is `file:////nas/fotos`. */
export function fileUri(file: string, separator: '/' | '\\' = process.platform === 'win32' ? '\\' : '/'): string {
  const parts = file.split(separator).map(encodeURIComponent);
  if (separator === '\\' && /^[A-Za-z]:/.test(file)) return `file:///${parts.join('/').replace('%3A', ':')}`;
  return `file://${parts.join('/')}`;
}
