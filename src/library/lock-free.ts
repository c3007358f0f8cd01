import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockTable, type Look, StampedFile } from './stamp.ts';

/**
 * [Note: Reading can lose a rating] darktable waits for nobody: whoever holds a read lock on library.db at the moment of its commit makes
 * darktable drop that change, unseen. So nothing here takes a lock. SQLite reads with `nolock=1`, and the stamp of the files tells
 * afterwards whether what was read can be trusted: unchanged since before the connection was opened (measured with darktable
 * 4.2.1, 5.0.1 and 5.4.1). A connection is good for one stamp only, as without locks SQLite never looks whether its pages are stale.
 */

/** Between two equal looks at a file that is at rest. Longer than darktable needs from one page of a commit to the next. */
const STILL_MS = 3;

/** The coarsest clock that file systems stamp their files with on a usual kernel is 10 ms. */
const COARSE_CLOCK_MS = 30;

/** Why the files cannot be read at the moment. */
export class NotAtRest extends Error {
  readonly hotJournal: string | null;

  constructor(hotJournal: string | null) {
    super(hotJournal ? `There is an unfinished change: ${hotJournal}` : 'The library changes all the time');
    this.hotJournal = hotJournal;
  }
}

/** library.db and the data.db that belongs to it, as one thing that has one stamp. */
export class LibraryFiles {
  readonly library: StampedFile;
  readonly data: StampedFile;
  #settledAt = 0;
  /** The stamp that our own last commit left. */
  #ours: string | null = null;

  constructor(library: string, data: string) {
    this.library = new StampedFile(resolve(library));
    this.data = new StampedFile(resolve(data));
  }

  look(): { library: Look; data: Look } {
    return { library: this.library.look(), data: this.data.look() };
  }

  /** Changes with every commit to one of the files. null when one of them is not there or cannot be read. */
  stamp(): string | null {
    const { library, data } = this.look();
    return library.kind === 'file' && data.kind === 'file' ? `${library.stamp} ${data.stamp}` : null;
  }

  /**
   * The stamp of files that are at rest. null as for `stamp`. Throws `NotAtRest` when the files do not come to rest within that time
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
   * As `settled`, right after a commit of our own: until that was through nobody else could begin one. null where somebody has begun
   * since: then only waiting helps.
   *
   * [Note: Our own commit] The table of locks is not asked, here and by `isStill`: unless it was asked within the last few
   * milliseconds, the kernel takes 6 to 14 ms to answer (6.18). Without it one thing is not noticed: a program that had begun
   * a change within the same tick of the file system's clock, at most 10 ms, and that change so large that it was written before its end.
   */
  settledByUs(): string | null {
    const stamp = this.stamp();
    if (stamp === null || this.#hotJournal() !== null) return null;
    this.#settledAt = performance.now();
    return (this.#ours = stamp);
  }

  /** As `settled`, for a start: blocks the thread, so for a moment only. */
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

  /** To be asked after reading: whether all that was read since `settled` gave this stamp belongs to one state of the files. */
  isStill(stamp: string): boolean {
    if (this.stamp() !== stamp) return false;
    // A commit too large for darktable's memory writes pages before the counter. Where the clock of the file system is coarse, only
    // its lock tells it from the commit just before. ([Note: Our own commit])
    return stamp === this.#ours || performance.now() - this.#settledAt > COARSE_CLOCK_MS || !this.#isInMotion();
  }

  /** As `isStill`, and nobody is in the middle of a change either: an error of SQLite is about the files themselves. */
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
 * What `DatabaseSync` and `ATTACH` of node:sqlite take to read a file without a lock. A file in write-ahead logging (another
 * program has set it so) is the exception: what is new in it lies in a second file, and its readers block nobody.
 */
export const readingUri = (file: string, isWal = false) => `${fileUri(file)}?mode=ro${isWal ? '' : '&nolock=1'}`;

/** A path as SQLite's URIs want it: `C:\Fotos` is `file:///C:/Fotos`, `\\nas\fotos` is `file:////nas/fotos`. */
export function fileUri(file: string, separator: '/' | '\\' = process.platform === 'win32' ? '\\' : '/'): string {
  const parts = file.split(separator).map(encodeURIComponent);
  if (separator === '\\' && /^[A-Za-z]:/.test(file)) return `file:///${parts.join('/').replace('%3A', ':')}`;
  return `file://${parts.join('/')}`;
}
