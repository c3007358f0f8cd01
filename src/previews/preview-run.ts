import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { PREVIEW_RUN_STATES, type PreviewProgress } from '../contract/preview-run.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile } from '../platform/replace-file.ts';
import type { DuePreviews } from './due-previews.ts';

const Stored = z.object({
  library: z.string(),
  state: z.enum(PREVIEW_RUN_STATES),
  done: z.int(),
  failed: z.int(),
  /** Images from this id on are done. */
  below: z.number(),
});

export interface PreviewRunOptions {
  /** Where the run is kept across restarts. */
  file: string;
  libraryFile: string;
  due: Pick<DuePreviews, 'ids' | 'isDue'>;
  /** There is more to do. */
  onMore: () => void;
  events: Events;
  log: Log;
}

/** The estimate is made of so many of the last pictures, and of no fewer than the second number. */
const MEASURED = 50;
const LEAST_MEASURED = 3;
const BEGIN: z.infer<typeof Stored> = {
  library: '',
  state: 'none',
  done: 0,
  failed: 0,
  below: Number.MAX_SAFE_INTEGER,
};

/** Previews for the whole library: which image is next, and how far it is. It survives a restart. */
export class LibraryPreviewRun {
  readonly #options: PreviewRunOptions;
  #now: z.infer<typeof Stored>;
  /** Still to be made. */
  #ids: number[] = [];
  /** Given to the queue and not finished. */
  readonly #underWay = new Set<number>();
  #counting: AbortController | null = null;
  #counted: Promise<void> = Promise.resolve();
  /** Between the ends of the last pictures. */
  #intervalsMs: number[] = [];
  #lastEndMs: number | null = null;

  constructor(options: PreviewRunOptions) {
    this.#options = options;
    this.#now = stored(options) ?? { ...BEGIN, library: options.libraryFile };
    if (['counting', 'running', 'paused'].includes(this.#now.state)) this.#count(this.#now.state === 'paused');
  }

  progress(): PreviewProgress {
    const { state, done, failed } = this.#now;
    return { state, total: done + failed + this.#ids.length + this.#underWay.size, done, failed };
  }

  /** null: unknown. */
  remainingSeconds(): number | null {
    if (this.#now.state !== 'running' || this.#intervalsMs.length < LEAST_MEASURED) return null;
    const mean = this.#intervalsMs.reduce((sum, ms) => sum + ms, 0) / this.#intervalsMs.length;
    return Math.ceil((mean * (this.#ids.length + this.#underWay.size)) / 1000);
  }

  /** Throws `conflict` when one is under way. */
  start(): void {
    if (this.#isUnderWay()) throw new AppError('conflict', 'Previews are already being made for the whole library.');
    this.#now = { ...BEGIN, library: this.#options.libraryFile };
    this.#count(false);
  }

  /** Throws `conflict` when there is none. */
  pause(isPaused: boolean): void {
    if (!this.#isUnderWay()) throw new AppError('conflict', 'No previews are being made for the whole library.');
    // Still counting: it is running or paused when that is done.
    if (this.#counting) this.#count(isPaused);
    else this.#become({ state: isPaused ? 'paused' : 'running' });
    this.#options.onMore();
  }

  cancel(): void {
    this.#counting?.abort(new Error('cancelled'));
    this.#ids = [];
    this.#underWay.clear();
    this.#become({ ...BEGIN, library: this.#options.libraryFile });
  }

  /** Takes the next image that still needs its preview. */
  async next(): Promise<number | null> {
    for (;;) {
      const id = this.#now.state === 'running' ? this.#ids.shift() : undefined;
      if (id === undefined) return null;
      this.#underWay.add(id);
      const isDue = await this.#options.due.isDue(id).catch(() => true);
      // Canceled meanwhile.
      if (!this.#underWay.has(id)) return null;
      if (isDue) return id;
      // Somebody has looked at it since.
      this.#end(id, 'done');
    }
  }

  /** A picture that `next` returned could not be queued. */
  giveBack(id: number): void {
    if (this.#underWay.delete(id)) this.#ids.unshift(id);
  }

  /** A picture that `next` returned has left the queue. */
  finished(id: number, hasFailed: boolean): void {
    if (!this.#underWay.has(id)) return;
    const now = performance.now();
    if (this.#lastEndMs !== null) this.#intervalsMs = [...this.#intervalsMs, now - this.#lastEndMs].slice(-MEASURED);
    this.#lastEndMs = now;
    this.#end(id, hasFailed ? 'failed' : 'done');
  }

  /** For tests. */
  async settled(): Promise<void> {
    await this.#counted;
  }

  close(): void {
    this.#counting?.abort(new Error('Safelight is closing'));
  }

  #isUnderWay(): boolean {
    return ['counting', 'running', 'paused'].includes(this.#now.state);
  }

  #end(id: number, how: 'done' | 'failed'): void {
    this.#underWay.delete(id);
    const isLast = this.#ids.length === 0 && this.#underWay.size === 0;
    this.#become({ [how]: this.#now[how] + 1, ...(isLast && { state: 'ended' as const }) });
  }

  #count(isPaused: boolean): void {
    this.#counting?.abort(new Error('counted anew'));
    const counting = (this.#counting = new AbortController());
    const { due, onMore, log } = this.#options;
    this.#become({ state: 'counting' });
    this.#counted = due.ids({ below: this.#now.below, signal: counting.signal }).then(
      (ids) => {
        this.#counting = null;
        this.#ids = ids;
        this.#become({ state: ids.length === 0 ? 'ended' : isPaused ? 'paused' : 'running' });
        onMore();
      },
      (error: unknown) => {
        if (counting.signal.aborted) return;
        this.#counting = null;
        log.warn({ reason: reasonOf(error) }, 'Previews for the whole library were not begun');
        this.#become({ state: 'none' });
      },
    );
  }

  #become(change: Partial<z.infer<typeof Stored>>): void {
    const before = this.#now.state;
    this.#now = { ...this.#now, ...change };
    if (this.#now.state !== before) {
      this.#intervalsMs = [];
      this.#lastEndMs = this.#now.state === 'running' ? performance.now() : null;
    }
    // Highest ids come first.
    if (this.#now.state !== 'counting') this.#now.below = Math.max(0, this.#ids[0] ?? 0, ...this.#underWay) + 1;
    const { file, log, events } = this.#options;
    try {
      if (this.#now.state === 'none') rmSync(file, { force: true });
      else replaceFile(file, JSON.stringify(this.#now));
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'How far the previews are is not kept');
    }
    events.emit('previews.progress', this.progress());
  }
}

function stored({ file, libraryFile }: PreviewRunOptions): z.infer<typeof Stored> | null {
  try {
    const found = Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
    return found.library === libraryFile ? found : null;
  } catch {
    return null;
  }
}
