import { renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { ordinaryFile, ordinaryFileSeen } from '../platform/ordinary-file.ts';
import { appendIds } from './append-ids.ts';
import {
  clearFailures,
  clearSomeFailures,
  failureId,
  moveFailures,
  readFailures,
  type FailedJob,
} from './failed-jobs.ts';
import { PendingIds, readIds, stampOf } from './pending-ids.ts';
import { QueueAccess } from './queue-access.ts';
import { filesInHand, jobFiles, queueFiles } from './queue-files.ts';
import { QueueNews } from './queue-news.ts';

/**
 * A text file with one image id per line, written here and emptied by the plugin. Whatever reads its files throws queue_error when one cannot be read:
 * only a missing file is an empty one.
 */
export interface JobQueue {
  readonly name: 'refresh' | 'export';
  readonly file: string;
  /** Adds a job. Throws queue_error, with the path and the reason, when it could not be written. */
  append(id: number): Promise<void>;
  /** Adds a job that nobody waits for. It may be dropped. Throws like `append`. */
  offer(id: number): Promise<void>;
  /** Returns whether it was offered, and this program has not asked for it since; from now on it counts as asked for. */
  endOffer(id: number): boolean;
  /**
   * Adds a job for each of these different images with one write. Returns how many are new and how many were already waiting or in
   * progress. Throws queue_error; then none was added.
   */
  appendMany(ids: readonly number[]): Promise<{ queued: number; waiting: number }>;
  /** How many different images are waiting or in progress, to be shown: as many as last known when a file cannot be read. */
  depth(): number;
  /** Their ids: first those in progress, then the waiting ones in order. */
  pending(): number[];
  /** Whether a worker has taken the job and not finished it. */
  isTaken(id: number): boolean;
  /** The failed jobs, oldest first. */
  failures(): FailedJob[];
  /** Puts all failed jobs with an image id back into the queue and forgets the others. Returns how many. Throws queue_error. */
  retryFailed(): Promise<number>;
  forgetFailed(): void;
  /** The same for one job, by its `failureId`. Returns whether there was one with an image id. */
  retryFailure(id: string): Promise<boolean>;
  /** Returns whether there was one. Throws queue_error. */
  forgetFailure(id: string): boolean;
  /** Discards all unfinished jobs. Returns how many. Throws queue_error. */
  clear(): number;
  /** Moves the waiting and failed jobs of another queue file here, in order. Throws queue_error. */
  takeOver(file: string): Promise<void>;
  close(): void;
}

interface JobQueueOptions {
  name: 'refresh' | 'export';
  file: string;
  /** The user chose this folder. If it is missing, its disk is not connected, and no new one is created. Default false. */
  isFolderChosen?: boolean;
  /** Jobs were added. */
  onAdded?: (() => void) | undefined;
  events: Events;
  log: Log;
}

export const openJobQueue = (options: JobQueueOptions): JobQueue => new FileJobQueue(options);

class FileJobQueue implements JobQueue {
  readonly name: 'refresh' | 'export';
  readonly file: string;
  readonly #options: JobQueueOptions;
  readonly #access: QueueAccess;
  readonly #news: QueueNews;
  readonly #pending: PendingIds;
  readonly #inHand: PendingIds;
  readonly #readFailures: () => FailedJob[];
  readonly #offered = new Set<number>();

  constructor(options: JobQueueOptions) {
    this.name = options.name;
    this.file = resolve(options.file);
    this.#options = options;
    this.#access = new QueueAccess(this, options.log);
    this.#pending = new PendingIds([...filesInHand(this.file), this.file]);
    this.#inHand = new PendingIds(filesInHand(this.file));
    this.#readFailures = failuresOf(this.file);
    this.#news = new QueueNews({
      name: this.name,
      file: this.file,
      counts: {
        depth: (known) => this.#access.readingOr(known, () => this.#pending.count()),
        failures: (known) => this.#access.readingOr(known, () => this.#readFailures().length),
      },
      events: options.events,
    });
  }

  append(id: number): Promise<void> {
    return this.#writing(() => this.#add([id]));
  }

  offer(id: number): Promise<void> {
    return this.#writing(async () => {
      const isNew = !this.pending().includes(id);
      const added = this.#add([id]);
      if (isNew) this.#offered.add(id);
      await added;
    });
  }

  endOffer(id: number): boolean {
    return this.#offered.delete(id);
  }

  appendMany(ids: readonly number[]): Promise<{ queued: number; waiting: number }> {
    return this.#writing(async () => {
      const known = new Set(this.pending());
      // A job in the queue file has not started. A job taken by a worker may be rendering an older state of the image.
      const untouched = this.#idsIn(this.file);
      for (const id of ids) this.#offered.delete(id);
      await this.#add(ids.filter((id) => !untouched.has(id)));
      const queued = ids.reduce((sum, id) => sum + Number(!known.has(id)), 0);
      return { queued, waiting: ids.length - queued };
    });
  }

  depth(): number {
    return this.#news.depth();
  }

  pending(): number[] {
    return this.#access.reading(() => this.#pending.ids());
  }

  isTaken(id: number): boolean {
    return this.#access.reading(() => this.#inHand.ids()).includes(id);
  }

  failures(): FailedJob[] {
    return this.#access.reading(this.#readFailures);
  }

  retryFailed(): Promise<number> {
    return this.#writing(async () => {
      const jobs = this.failures().map(({ job }) => job);
      const ids = new Set(jobs.filter(isImageId).map(Number));
      await this.#add([...ids]);
      clearFailures(this.file);
      return ids.size;
    });
  }

  forgetFailed(): void {
    this.#writing(() => clearFailures(this.file));
  }

  retryFailure(id: string): Promise<boolean> {
    return this.#writing(async () => {
      const job = this.failures().find((failure) => failureId(failure) === id)?.job;
      if (job === undefined || !isImageId(job)) return false;
      await this.#add([Number(job)]);
      this.#clearFailure(id);
      return true;
    });
  }

  forgetFailure(id: string): boolean {
    return this.#writing(() => {
      if (!this.failures().some((failure) => failureId(failure) === id)) return false;
      this.#clearFailure(id);
      return true;
    });
  }

  clear(): number {
    return this.#writing(() => {
      const { length } = this.pending();
      // The waiting jobs first: a worker that takes the queue in between would bring them back.
      for (const each of jobFiles(this.file)) rmSync(each, { force: true });
      return length;
    });
  }

  takeOver(from: string): Promise<void> {
    return this.#writing(async () => {
      const old = resolve(from);
      if (old === this.file) return;
      const mine = queueFiles(old).moving;
      const bring = async () => {
        await this.#add([...this.#idsIn(mine)]);
        rmSync(mine, { force: true });
      };
      // First the rest of an interrupted move, which renaming would replace.
      await bring();
      if (ordinaryFile(old)) renameSync(old, mine);
      await bring();
      moveFailures(old, this.file);
    });
  }

  close(): void {
    this.#news.close();
  }

  async #add(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#offered.delete(id);
    await appendIds(this.file, ids, this.#options.isFolderChosen ?? false);
    this.#options.onAdded?.();
  }

  #writing<T>(write: () => T): T {
    try {
      return this.#access.writing(write);
    } finally {
      this.#news.look();
    }
  }

  #idsIn(file: string): Set<number> {
    const ids = new Set<number>();
    this.#access.reading(() => readIds(file, ids));
    return ids;
  }

  #clearFailure(id: string): void {
    clearSomeFailures(this.file, (job) => failureId({ job }) === id);
  }
}

/** Otherwise it is an invalid line. */
const isImageId = (job: string) => /^\d+$/.test(job);

/** Reads the failures of a queue, again only when their file changed. */
function failuresOf(queueFile: string): () => FailedJob[] {
  let known: { stamp: string; list: FailedJob[] } = { stamp: '-', list: [] };
  return () => {
    const stamp = stampOf(ordinaryFileSeen(queueFiles(queueFile).failed));
    if (stamp !== known.stamp) known = { stamp, list: readFailures(queueFile) };
    return known.list;
  };
}
