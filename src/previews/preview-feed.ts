import { reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { JobQueue } from '../queues/job-queue.ts';
import type { DuePreviews } from './due-previews.ts';
import type { LibraryPreviewRun } from './preview-run.ts';
import type { VisibleImages } from './visible-images.ts';

export interface PreviewFeedOptions {
  queues: {
    refresh: Pick<JobQueue, 'pending' | 'failures' | 'append' | 'offer' | 'endOffer'>;
    exports: Pick<JobQueue, 'depth'>;
  };
  visible: VisibleImages;
  run: Pick<LibraryPreviewRun, 'next' | 'finished' | 'giveBack'>;
  due: Pick<DuePreviews, 'isDue'>;
  /** How many are queued at once; default: `FEW`. */
  most?: () => number;
  isReadOnly: () => boolean;
  events: Events;
  log: Log;
}

/** Enough that one renderer never waits for the next one, and so few that what somebody asks for is soon done. */
export const FEW = 3;
/** Other programs take jobs from the queue, too, and file events can be missed. */
const LOOK_MS = 2_000;

/**
 * Queues previews a few at a time: of what viewers see, then of the whole library. So what has left the screen is not made, and an export
 * or a picture that somebody asks for need not wait for thousands of others.
 */
export class PreviewFeed {
  readonly #options: PreviewFeedOptions;
  readonly #queued = new Map<number, 'visible' | 'run'>();
  #turn: Promise<void> | null = null;
  #isWoken = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PreviewFeedOptions) {
    this.#options = options;
    options.events.on('queue.changed', this.wake);
    options.events.on('read-only.changed', this.wake);
  }

  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isClosed) return;
    this.#turn ??= this.#turns().finally(() => {
      this.#turn = null;
      clearTimeout(this.#timer);
      if (this.#isClosed) return;
      if (this.#isWoken) this.wake();
      else if (this.#queued.size > 0) this.#timer = setTimeout(this.wake, LOOK_MS).unref();
    });
  };

  /** Replaces what this viewer saw before. */
  see(viewer: string, ids: readonly number[]): void {
    this.#options.visible.see(viewer, ids);
    this.wake();
  }

  /** Asked before a job is begun: false if it was queued only for viewers, and none of them sees the picture any more. */
  isWanted(id: number): boolean {
    const { queues, visible } = this.#options;
    return !queues.refresh.endOffer(id) || visible.isSeen(id);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#options.events.off('queue.changed', this.wake);
    this.#options.events.off('read-only.changed', this.wake);
    await this.#turn;
  }

  async #turns(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      const { most = () => FEW } = this.#options;
      try {
        this.#noteFinished();
        while (this.#queued.size < most() && (await this.#queueNext()));
      } catch (error) {
        // The queue cannot be written: it says so itself. The next look tries again.
        this.#options.log.debug({ reason: reasonOf(error) }, 'No previews are queued');
      }
    }
  }

  #noteFinished(): void {
    const { queues, run } = this.#options;
    if (this.#queued.size === 0) return;
    const pending = new Set(queues.refresh.pending());
    const failed = new Set(queues.refresh.failures().map(({ job }) => job));
    for (const [id, source] of this.#queued) {
      if (pending.has(id)) continue;
      this.#queued.delete(id);
      queues.refresh.endOffer(id);
      if (source === 'run') run.finished(id, failed.has(String(id)));
    }
  }

  async #queueNext(): Promise<boolean> {
    const { queues, visible, run, due, isReadOnly } = this.#options;
    if (this.#isClosed || isReadOnly()) return false;
    const seen = visible.next();
    if (seen !== null) {
      if (!this.#queued.has(seen) && (await due.isDue(seen))) await this.#queue(seen, 'visible');
      return true;
    }
    // Previews go before exports in the queues; these are not that urgent.
    const next = queues.exports.depth() === 0 ? await run.next() : null;
    if (next === null) return false;
    if (this.#queued.has(next)) run.finished(next, false);
    else await this.#queue(next, 'run');
    return true;
  }

  async #queue(id: number, source: 'visible' | 'run'): Promise<void> {
    const { queues, run } = this.#options;
    try {
      // A job for it may be there already: of another program, or because a page has asked for the picture.
      if (!queues.refresh.pending().includes(id))
        await (source === 'visible' ? queues.refresh.offer(id) : queues.refresh.append(id));
    } catch (error) {
      if (source === 'run') run.giveBack(id);
      throw error;
    }
    this.#queued.set(id, source);
  }
}
