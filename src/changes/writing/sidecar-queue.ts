import { setImmediate as breathe } from 'node:timers/promises';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { writeSidecars, type WriteSidecarsOptions, type WrittenSidecars } from '../../sidecars/write-sidecars.ts';
import type { Journal } from '../journal/journal.ts';

/** The retry interval while darktable has the library open, which may make our sidecars unnecessary. */
const TRY_AGAIN_MS = 5_000;
/** How many sidecars are written before those of newer changes. */
const AT_ONCE = 100;
/** How long an answer waits for sidecars. */
const PATIENCE_MS = 1_000;

export interface SidecarQueueOptions extends WriteSidecarsOptions {
  journal: Journal;
  log: Pick<Log, 'warn'>;
  /** Default: a second. */
  patienceMs?: number | undefined;
  /** Whether nothing may be written now. Default: no. */
  isReadOnly?: (() => boolean) | undefined;
}

/**
 * Writes the sidecars of stored changes in the background, the newest change first, since somebody may be waiting for it: a disk may sleep, or be a
 * slow network disk. Each sidecar gets what the library holds now, so the order does not matter to it. The journal records what is due, so the next
 * Safelight continues where this one ended.
 */
export class SidecarQueue {
  readonly #options: SidecarQueueOptions;
  readonly #waiting = new Map<number, (written: WrittenSidecars) => void>();
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isClosed = false;
  #tryAgain: NodeJS.Timeout | null = null;

  constructor(options: SidecarQueueOptions) {
    this.#options = options;
  }

  /** A change was stored. */
  wake(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#tryAgain ?? undefined);
    this.#isAskedAgain = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
      if (this.#isAskedAgain) this.wake();
    });
  }

  /** The result for this change's sidecars; null if it takes too long for an answer, or if they are not ours to write. */
  async written(changeId: number): Promise<WrittenSidecars | null> {
    if (this.#isClosed || !this.#isDue(changeId)) return null;
    const { promise, resolve } = Promise.withResolvers<WrittenSidecars | null>();
    this.#waiting.set(changeId, resolve);
    const timer = setTimeout(() => resolve(null), this.#options.patienceMs ?? PATIENCE_MS);
    this.wake();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(changeId);
    }
  }

  async ended(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#tryAgain ?? undefined);
    await this.#running;
  }

  #isDue(changeId: number): boolean {
    try {
      return this.#options.journal.changes.sidecarsDue().includes(changeId);
    } catch {
      return false;
    }
  }

  async #work(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        if (!(await this.#writeAllDue())) this.#later();
      }
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'Sidecars could not be written yet');
      this.#later();
    }
  }

  /** Those of the changes after this one, the newest first. false: try again. */
  async #writeAllDue(after = 0): Promise<boolean> {
    for (;;) {
      const [id] = this.#options.journal.changes.sidecarsDue();
      if (id === undefined || id <= after) return true;
      if (this.#isClosed || this.#options.isReadOnly?.() === true || !(await this.#writeThoseOf(id))) return false;
    }
  }

  /** null: darktable has the library open, or nothing may be written any more. */
  async #writeThoseOf(id: number): Promise<WrittenSidecars | null> {
    const { journal, log } = this.#options;
    const written: WrittenSidecars = { written: 0, left: [] };
    const imageIds = journal.changes.imageIds(id);
    for (let from = 0; from < imageIds.length; from += AT_ONCE) {
      if (from > 0 && !(await this.#writeAllDue(id))) return null;
      const some = await writeSidecars(imageIds.slice(from, from + AT_ONCE), this.#options);
      if (!some) return null;
      written.written += some.written;
      written.left.push(...some.left);
      // Where darktable writes no sidecars there is nothing to wait for.
      await breathe();
    }
    journal.changes.sidecarsDone(id);
    for (const [reason, images] of Map.groupBy(written.left, ({ reason }) => reason)) {
      const fields = { change: id, images: images.length, imageId: images[0]?.imageId, reason };
      log.warn(fields, 'A change is stored in the library, but not in all sidecars');
    }
    this.#waiting.get(id)?.(written);
    return written;
  }

  #later(): void {
    clearTimeout(this.#tryAgain ?? undefined);
    if (!this.#isClosed) this.#tryAgain = setTimeout(() => this.wake(), TRY_AGAIN_MS).unref();
  }
}
