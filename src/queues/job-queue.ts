import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AppError, queueError } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { ordinaryFile, ordinaryFileSeen } from '../platform/ordinary-file.ts';
import { watchFolder } from '../platform/watch-folder.ts';
import { appendIds, whyNotAppended } from './append-ids.ts';
import {
  clearFailures,
  clearSomeFailures,
  failureId,
  moveFailures,
  readFailures,
  type FailedJob,
} from './failed-jobs.ts';
import { PendingIds, readIds, stampOf } from './pending-ids.ts';
import { filesInHand, jobFiles, queueFiles } from './queue-files.ts';

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

const settleMs = 100;

export function openJobQueue(options: {
  name: 'refresh' | 'export';
  file: string;
  /** The user chose this folder. If it is missing, its disk is not connected, and no new one is created. Default false. */
  isFolderChosen?: boolean;
  /** Jobs were added. */
  onAdded?: (() => void) | undefined;
  events: Events;
  log: Log;
}): JobQueue {
  const { name, events, log, onAdded, isFolderChosen = false } = options;
  const file = resolve(options.file);
  const pending = new PendingIds([...filesInHand(file), file]);
  const inHand = new PendingIds(filesInHand(file));
  const complaints = { read: '', written: '' };
  const refusal = (what: keyof typeof complaints, error: unknown): AppError => {
    if (error instanceof AppError) return error;
    const refused = queueError(`The ${name} queue ${file} cannot be ${what}: ${whyNotAppended(error)}.`, error);
    // Logged once: a gallery requests hundreds of pictures.
    if (refused.message !== complaints[what]) log.warn(refused.message);
    complaints[what] = refused.message;
    return refused;
  };
  const reading = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw refusal('read', error);
    }
  };
  const readFailed = failuresOf(file);
  const failures = () => reading(readFailed);

  const orKnown = (read: () => number, known: number): number => {
    try {
      return reading(read);
    } catch {
      return known;
    }
  };
  const depthNow = () => orKnown(() => pending.count(), known);
  const failedNow = () => orKnown(() => readFailed().length, failed);
  let [known, failed] = [0, 0];
  [known, failed] = [depthNow(), failedNow()];
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const [depth, failures] = [depthNow(), failedNow()];
      if (depth === known && failures === failed) return;
      if (failures > failed) events.emit('queue.failed', { name, failures: failures - failed });
      [known, failed] = [depth, failures];
      events.emit('queue.changed', { name, depth });
    }, settleMs).unref();
  };
  const watch = watchFolder(dirname(file), (changed) => {
    if (changed === null || changed.startsWith(basename(file))) look();
  });

  const waiting = () => reading(() => pending.ids());
  const offered = new Set<number>();
  const add = async (ids: readonly number[]) => {
    for (const id of ids) offered.delete(id);
    await appendIds(file, ids, isFolderChosen);
    onAdded?.();
  };

  const writing = <T>(work: () => T): T => {
    const refuse = (error: unknown): never => {
      throw refusal('written', error);
    };
    const accept = (result: Awaited<T>) => {
      complaints.written = '';
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
    append: (id) => writing(() => add([id])),
    offer: (id) =>
      writing(async () => {
        const isNew = !waiting().includes(id);
        const added = add([id]);
        if (isNew) offered.add(id);
        await added;
      }),
    endOffer: (id) => offered.delete(id),
    appendMany: (ids) =>
      writing(async () => {
        const known = new Set(waiting());
        // A job in the queue file has not started. A job taken by a worker may be rendering an older state of the image.
        const untouched = new Set<number>();
        reading(() => readIds(file, untouched));
        for (const id of ids) offered.delete(id);
        await add(ids.filter((id) => !untouched.has(id)));
        const queued = ids.reduce((sum, id) => sum + Number(!known.has(id)), 0);
        return { queued, waiting: ids.length - queued };
      }),
    depth: depthNow,
    pending: waiting,
    isTaken: (id) => reading(() => inHand.ids()).includes(id),
    failures,
    retryFailed: () =>
      writing(async () => {
        const ids = new Set(
          failures()
            .map(({ job }) => job)
            .filter((job) => /^\d+$/.test(job)),
        );
        await add(Array.from(ids, Number));
        clearFailures(file);
        return ids.size;
      }),
    forgetFailed: () => writing(() => clearFailures(file)),
    retryFailure: (id) =>
      writing(async () => {
        const job = failures().find((failure) => failureId(failure) === id)?.job;
        if (job === undefined || !/^\d+$/.test(job)) return false;
        await add([Number(job)]);
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
        const { length } = waiting();
        // The waiting jobs first: a worker that takes the queue in between would bring them back.
        for (const each of jobFiles(file)) rmSync(each, { force: true });
        return length;
      }),
    takeOver: (from) =>
      writing(async () => {
        const old = resolve(from);
        if (old === file) return;
        const mine = queueFiles(old).moving;
        const bring = async () => {
          const ids = new Set<number>();
          reading(() => readIds(mine, ids));
          await add([...ids]);
          rmSync(mine, { force: true });
        };
        // First the rest of an interrupted move, which renaming would replace.
        await bring();
        if (ordinaryFile(old)) renameSync(old, mine);
        await bring();
        moveFailures(old, file);
      }),
    close() {
      watch.close();
      clearTimeout(timer);
    },
  };
}

/** Reads the failures of a queue, again only when their file changed. */
function failuresOf(queueFile: string): () => FailedJob[] {
  let known: { stamp: string; list: FailedJob[] } = { stamp: '-', list: [] };
  return () => {
    const stamp = stampOf(ordinaryFileSeen(queueFiles(queueFile).failed));
    if (stamp !== known.stamp) known = { stamp, list: readFailures(queueFile) };
    return known.list;
  };
}
