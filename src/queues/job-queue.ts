import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  clearFailures,
  clearSomeFailures,
  filesOfQueue,
  readFailures,
  type FailedJob,
} from '../darktable/bridge-files.ts';
import { queueError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import {
  appendOrdinaryFile,
  NotAnOrdinaryFile,
  openOrdinaryFile,
  ordinaryFile,
  readOrdinaryFile,
} from '../platform/ordinary-file.ts';
import { watchFolder } from '../platform/watch-folder.ts';

/** A text file with one image id a line, written here and emptied by the bridge. */
export interface JobQueue {
  readonly name: 'refresh' | 'export';
  readonly file: string;
  /** Adds a job. Throws queue_error, with the path and the reason, when it could not be written. */
  append(id: number): Promise<void>;
  /**
   * Adds a job for each of these different images, all with one write, and gives how many of them are new to the queue and how many
   * waited or were being worked on already. Throws queue_error, as above; then none was added.
   */
  appendMany(ids: readonly number[]): Promise<{ queued: number; waiting: number }>;
  /** How many different images wait or are being worked on: ids in the queue and in what the bridge has taken from it. */
  depth(): number;
  /** Their ids: what is being worked on first, then as they wait. */
  pending(): number[];
  /** Whether a worker has taken the job and not done it yet. */
  isTaken(id: number): boolean;
  /** What could not be done, the oldest first. */
  failures(): FailedJob[];
  /** Puts every failed job that names an image back into the queue and forgets the others. Gives how many. Throws queue_error. */
  retryFailed(): Promise<number>;
  forgetFailed(): void;
  /** The same for one job, by its `failureId`: however often it failed. Gives whether there was one; of a line that named no image, never. */
  retryFailure(id: string): Promise<boolean>;
  /** Gives whether there was one. Throws queue_error. */
  forgetFailure(id: string): boolean;
  /** Takes every job away that is not done. Gives how many. Throws queue_error. */
  clear(): number;
  /** Brings what waits in another queue file here, in its order, and what failed there. Throws queue_error. */
  takeOver(file: string): Promise<void>;
  close(): void;
}

/** Names a failed job: the number of its image, or a digest of a line that was none. */
export const failureId = ({ job }: Pick<FailedJob, 'job'>): string =>
  /^\d{1,15}$/.test(job) ? String(Number(job)) : `line-${createHash('sha1').update(job).digest('hex').slice(0, 16)}`;

const settleMs = 100;

export function openJobQueue(options: {
  name: 'refresh' | 'export';
  file: string;
  /** One that people chose was there: when it is gone its disk is, and nothing is made in its place. Default false. */
  isFolderChosen?: boolean;
  events: Events;
  log: Log;
}): JobQueue {
  const { name, events, log, isFolderChosen = false } = options;
  const file = resolve(options.file);
  // As they are worked off: taken last first, then the rest in hand, then what waits.
  const [waiting, working, taken, elsewhere] = filesOfQueue(file) as [string, string, string, string];
  const pending = new PendingIds([working, elsewhere, taken, waiting]);
  const inHand = new PendingIds([working, elsewhere, taken]);
  let known = pending.count();
  const failures = failuresOf(file);
  let failed = failures().length;
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const depth = pending.count();
      const failedNow = failures().length;
      if (depth === known && failedNow === failed) return;
      if (failedNow > failed) events.emit('queue.failed', { name, failures: failedNow - failed });
      known = depth;
      failed = failedNow;
      events.emit('queue.changed', { name, depth });
    }, settleMs).unref();
  };
  const watch = watchFolder(dirname(file), (changed) => {
    if (changed === null || changed.startsWith(basename(file))) look();
  });

  let complaint: string | null = null;
  const writing = <T>(work: () => T): T => {
    const refuse = (error: unknown): never => {
      const refusal = queueError(`The ${name} queue ${file} cannot be written: ${reasonForPeople(error)}.`, error);
      // A gallery asks for hundreds of pictures: what is the same need not be said each time.
      if (refusal.message !== complaint) log.warn(refusal.message);
      complaint = refusal.message;
      throw refusal;
    };
    const accept = (result: Awaited<T>) => {
      complaint = null;
      return result;
    };
    try {
      const result = work();
      return (result instanceof Promise ? result.then(accept, refuse) : accept(result as Awaited<T>)) as T;
    } catch (error) {
      return refuse(error);
    } finally {
      look();
    }
  };

  return {
    name,
    file,
    append: (id) => writing(() => appendLines(file, [id], isFolderChosen)),
    appendMany: (ids) =>
      writing(async () => {
        const known = new Set(pending.ids());
        // What stands in the queue itself nobody has begun. What a worker has taken may be half done, of an older state of the image.
        const untouched = new Set<number>();
        readIds(waiting, untouched);
        await appendLines(
          file,
          ids.filter((id) => !untouched.has(id)),
          isFolderChosen,
        );
        const queued = ids.reduce((sum, id) => sum + Number(!known.has(id)), 0);
        return { queued, waiting: ids.length - queued };
      }),
    depth: () => pending.count(),
    pending: () => pending.ids(),
    isTaken: (id) => inHand.ids().includes(id),
    failures,
    retryFailed: () =>
      writing(async () => {
        const ids = new Set(
          failures()
            .map(({ job }) => job)
            .filter((job) => /^\d+$/.test(job)),
        );
        await appendLines(file, Array.from(ids, Number), isFolderChosen);
        clearFailures(file);
        return ids.size;
      }),
    forgetFailed: () => writing(() => clearFailures(file)),
    retryFailure: (id) =>
      writing(async () => {
        const job = failures().find((failure) => failureId(failure) === id)?.job;
        if (job === undefined || !/^\d+$/.test(job)) return false;
        await appendLines(file, [Number(job)], isFolderChosen);
        clearSomeFailures(file, (each) => failureId({ job: each }) === id);
        return true;
      }),
    forgetFailure: (id) =>
      writing(() => {
        if (!failures().some((failure) => failureId(failure) === id)) return false;
        clearSomeFailures(file, (each) => failureId({ job: each }) === id);
        return true;
      }),
    clear: () =>
      writing(() => {
        const count = pending.count();
        // What waits first: a worker that takes the queue in between would bring it back.
        for (const each of [waiting, taken, elsewhere, working]) rmSync(each, { force: true });
        return count;
      }),
    takeOver: (from) =>
      writing(async () => {
        const old = resolve(from);
        if (old === file) return;
        const mine = `${old}.moving`;
        const bring = async () => {
          const ids = new Set<number>();
          readIds(mine, ids);
          await appendLines(file, [...ids], isFolderChosen);
          rmSync(mine, { force: true });
        };
        // What a move that was cut off has left there comes first: renaming would replace it.
        await bring();
        if (ordinaryFile(old)) renameSync(old, mine);
        await bring();
        if (!ordinaryFile(`${old}.failed`)) return;
        appendOrdinaryFile(`${file}.failed`, readOrdinaryFile(`${old}.failed`, 'utf8'));
        clearFailures(old);
      }),
    close() {
      watch.close();
      clearTimeout(timer);
    },
  };
}

const appending = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/**
 * One write of `ID\n` for each. Two things can go wrong with a plain append: a writer that crashed left a line without its end, which
 * would swallow our id; and the bridge takes the file (by renaming it) after we opened it, perhaps having read it already.
 * Then the jobs are written once more: they may run twice, never zero times.
 */
async function appendLines(file: string, ids: readonly number[], isFolderChosen: boolean): Promise<void> {
  if (ids.length === 0) return;
  for (let attempt = 0; attempt < 20; attempt++) {
    if (appendOnce(file, ids, isFolderChosen)) return;
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  throw new TakenAway();
}

/**
 * Whether the file that was written to still was the queue afterwards. Synchronous: it takes some 30 µs (100,000 ids: some 20 ms), and
 * nothing of ours comes between the look at the last line and the write.
 */
function appendOnce(file: string, ids: readonly number[], isFolderChosen: boolean): boolean {
  if (isFolderChosen && !existsSync(dirname(file))) throw new FolderGone();
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openOrdinaryFile(file, appending);
  try {
    const before = fstatSync(descriptor);
    const first = endsInLine(descriptor, before.size) ? '' : '\n';
    const lines = Buffer.from(first + jobLines(ids, before.size + first.length), 'latin1');
    const written = writeSync(descriptor, lines);
    if (written < lines.length) {
      // The disk filled up in the middle of a number, which would be another image's. Nobody else appended: take it back.
      if (fstatSync(descriptor).size === before.size + written) ftruncateSync(descriptor, before.size);
      throw new DiskFull();
    }
    const named = statSync(file, { throwIfNoEntry: false });
    return named?.ino === before.ino && named.dev === before.dev;
  } finally {
    closeSync(descriptor);
  }
}

/** Files grow in memory by pages of this size, or by several at once. */
const PAGE_BYTES = 4096;

/**
 * A line for each id, as they will stand from `start` on. A worker that has just taken the file may read it while a long write goes on,
 * and then sees it end at the edge of a page: in the middle of a line, that would be the number of another image. So no line of
 * several lies across an edge; empty ones, which are no jobs, fill the page.
 */
function jobLines(ids: readonly number[], start: number): string {
  if (ids.length === 1) return `${ids[0]}\n`;
  const lines: string[] = [];
  let left = PAGE_BYTES - (start % PAGE_BYTES);
  for (const id of ids) {
    const line = `${id}\n`;
    if (line.length > left) {
      lines.push('\n'.repeat(left));
      left = PAGE_BYTES;
    }
    lines.push(line);
    left -= line.length;
  }
  return lines.join('');
}

function endsInLine(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const end = Buffer.alloc(1);
  return readSync(descriptor, end, 0, 1, size - 1) === 0 || end[0] === 0x0a;
}

class DiskFull extends Error {}
class TakenAway extends Error {}
class FolderGone extends Error {}

const DISK_FULL = 'the disk is full; free some space and try again';

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only; make it writable and try again',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links go round in circles',
  ENOSPC: DISK_FULL,
  EDQUOT: 'the disk quota is used up; free some space and try again',
  EFBIG: DISK_FULL,
  ENXIO: 'it is not an ordinary file',
};

function reasonForPeople(error: unknown): string {
  if (error instanceof NotAnOrdinaryFile) return error.message;
  if (error instanceof DiskFull) return DISK_FULL;
  if (error instanceof FolderGone) return 'its folder is not there; connect its disk and try again';
  if (error instanceof TakenAway) return 'something keeps taking it away';
  const code = (error as NodeJS.ErrnoException).code;
  return (code === undefined ? undefined : reasons[code]) ?? reasonOf(error);
}

/** Reads the failures of a queue, again only when their file changed. */
function failuresOf(queueFile: string): () => FailedJob[] {
  let known: { stamp: string; list: FailedJob[] } = { stamp: '-', list: [] };
  return () => {
    const stamp = stampOf(ordinaryFile(`${queueFile}.failed`));
    if (stamp !== known.stamp) known = { stamp, list: readFailures(queueFile) };
    return known.list;
  };
}

/** The different ids in some files, read again only when a file changed. */
class PendingIds {
  readonly #files: string[];
  #stamp = '';
  #ids: number[] = [];

  constructor(files: string[]) {
    this.#files = files;
  }

  count(): number {
    return this.ids().length;
  }

  ids(): number[] {
    const stats = this.#files.map((file) => ordinaryFile(file));
    const stamp = stats.map(stampOf).join(' ');
    if (stamp !== this.#stamp) {
      const ids = new Set<number>();
      for (const [index, file] of this.#files.entries()) if (stats[index]) readIds(file, ids);
      this.#ids = [...ids];
      this.#stamp = stamp;
    }
    return this.#ids;
  }
}

const stampOf = (at: Stats | null) => (at ? `${at.ino}:${at.size}:${at.mtimeMs}` : '-');

function readIds(file: string, ids: Set<number>): void {
  try {
    for (const line of readOrdinaryFile(file, 'latin1').split('\n')) {
      const id = line.trim();
      if (/^\d+$/.test(id)) ids.add(Number(id));
    }
  } catch {
    // The bridge took it between the look and the read: the next change tells.
  }
}
