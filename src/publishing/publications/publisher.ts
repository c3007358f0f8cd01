import { isDeepStrictEqual } from 'node:util';
import type { PublicationRun, PublicationState } from '../../contract/publications.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { Turns } from '../../renderer/turns.ts';
import type { Destination } from '../destinations/destination.ts';
import { attemptRun, type AttemptOptions } from './attempt-run.ts';
import { type StoredPublication, UNASKED, type WantedRun } from './ledger.ts';
import { type Pause, pauseFor, pauseMs } from './pause.ts';
import { SayOnce } from './say-once.ts';

export interface PublisherOptions extends AttemptOptions {
  /** null: there is none. Whoever opens one closes it. */
  openDestination: (id: number) => Destination | null;
  /** Told whenever something about a publication is another. */
  onProgress: (id: number) => void;
  /** A run has done what it was asked for, or was stopped. */
  onEnd: (id: number) => void;
  log: Log;
}

/** How a publication's run is, in this process. */
type Progress = Pick<PublicationState, 'state' | 'done' | 'of' | 'problem'> & {
  nextTryMs: number | null;
  tries: number;
};

const LOOK_MS = 2_000;
const IDLE: Progress = { state: 'idle', done: 0, of: 0, problem: null, nextTryMs: null, tries: 0 };

/**
 * Does what publications want: those of one destination one after the other, and several destinations beside each other, so that a slow one
 * keeps nobody else waiting. What was begun goes on after a restart.
 */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #stopping = new AbortController();
  readonly #progress = new Map<number, Progress>();
  /** Their runs end after the picture that is on its way. */
  readonly #stopped = new Set<number>();
  /** By publication, what is tried last: pictures that fail each time keep no other step waiting. */
  readonly #late = new Map<number, Set<string>>();
  /** Somebody else works with what they have there. */
  readonly #held = new Set<number>();
  /** Wanted once more while they run, since their plan was made before. */
  readonly #again = new Set<number>();
  readonly #turns: Turns;
  readonly #trouble: SayOnce;
  /** The work for each destination that has some. */
  readonly #lanes = new Map<number, Promise<void>>();

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#trouble = new SayOnce(options.log, 'Publications cannot go on');
    this.#turns = new Turns({
      take: () => {
        this.#take();
        return Promise.resolve();
      },
      onError: (error) => this.#trouble.failed(error),
      lookMs: LOOK_MS,
      soonMs: LOOK_MS,
      stopping: this.#stopping.signal,
    });
    this.#turns.wake();
  }

  progressOf(id: number): Progress {
    return this.#progress.get(id) ?? IDLE;
  }

  /** Somebody wants a run, or has mended what stopped one. */
  wake(id: number): void {
    this.#stopped.delete(id);
    const { state } = this.progressOf(id);
    if (state === 'running') this.#again.add(id);
    if (state === 'waiting') this.#progress.delete(id);
    this.#turns.wake();
  }

  /** The library has changed: what waits goes on waiting. */
  wakeUnlessWaiting(id: number): void {
    const { state } = this.progressOf(id);
    if (state === 'waiting') return;
    if (state === 'running') this.#again.add(id);
    this.#turns.wake();
  }

  stop(id: number): void {
    if (this.progressOf(id).state === 'running') this.#stopped.add(id);
    else {
      this.#progress.delete(id);
      this.#options.ledger.want(id, null);
    }
  }

  /** Resolves when nothing is on its way to the destination. */
  async quiet(destination: number): Promise<void> {
    await this.#lanes.get(destination);
  }

  /** Keeps it from running until `work` is done. Throws `conflict` while it runs. */
  async hold<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    if (this.progressOf(id).state === 'running' || this.#held.has(id))
      throw new AppError('conflict', 'Pictures are on their way. Wait until it is done, or stop it first.');
    this.#held.add(id);
    try {
      return await work();
    } finally {
      this.#held.delete(id);
      this.#turns.wake();
    }
  }

  async settled(): Promise<void> {
    await this.#turns.taken();
    while (this.#lanes.size > 0) {
      await Promise.all(this.#lanes.values());
      await this.#turns.taken();
    }
  }

  async close(): Promise<void> {
    this.#turns.close();
    this.#stopping.abort(new Error('Safelight is closing.'));
    await this.settled();
  }

  #take(): void {
    const publications = this.#options.ledger.list();
    this.#trouble.succeeded();
    for (const { destination } of publications) {
      if (this.#lanes.has(destination)) continue;
      const work = this.#workFor(destination).catch((error: unknown) => this.#trouble.failed(error));
      const lane = work.then((hasWorked) => {
        this.#lanes.delete(destination);
        // What was wanted meanwhile.
        if (hasWorked === true) this.#turns.wake();
      });
      this.#lanes.set(destination, lane);
    }
  }

  /** Whether there was anything to do. */
  async #workFor(destination: number): Promise<boolean> {
    const { ledger, library, mayWork } = this.#options;
    let hasWorked = false;
    for (const { id } of ledger.list()) {
      if (this.#stopping.signal.aborted || !mayWork()) break;
      // The run before it may have taken hours, in which this one was changed, stopped or deleted.
      const publication = ledger.find(id);
      if (publication?.destination !== destination || publication.library !== library.file) continue;
      if (!publication.wanted || !this.#isDue(id) || this.#held.has(id)) continue;
      hasWorked = true;
      await this.#carryOut(publication, publication.wanted);
    }
    return hasWorked;
  }

  #isDue(id: number): boolean {
    const { nextTryMs, problem } = this.progressOf(id);
    return nextTryMs === null ? problem === null : nextTryMs <= Date.now();
  }

  async #carryOut(publication: StoredPublication, wanted: WantedRun): Promise<void> {
    const { id } = publication;
    const began = new Date().toISOString();
    const counts = { done: 0, failed: 0 };
    this.#again.delete(id);
    this.#tell(id, { state: 'running', done: 0, of: 0, problem: null, nextTryMs: null });
    const pause = await this.#attempt(publication, wanted, counts);
    // The next start goes on with it.
    if (this.#stopping.signal.aborted) return;
    const run = { began, ended: new Date().toISOString(), ...counts, problem: pause?.reason ?? null };
    try {
      this.#conclude(id, wanted, run, pause);
    } catch (error) {
      // A full disk: whatever is made until there is space is made in vain.
      this.#wait(id, pauseFor(error), 0);
    }
  }

  /** null: everything was done that may be done. */
  async #attempt(
    publication: StoredPublication,
    wanted: WantedRun,
    counts: { done: number; failed: number },
  ): Promise<Pause | null> {
    const { id } = publication;
    const destination = this.#options.openDestination(publication.destination);
    const late = this.#late.get(id) ?? new Set();
    this.#late.set(id, late);
    const attempt = {
      publication,
      wanted,
      destination,
      counts,
      late,
      isStopped: () => this.#stopped.has(id),
      onProgress: (change: Partial<Progress>) => this.#tell(id, change),
      signal: this.#stopping.signal,
    };
    try {
      return await attemptRun(attempt, this.#options);
    } catch (error) {
      return pauseFor(error);
    } finally {
      await destination?.close();
    }
  }

  #conclude(id: number, wanted: WantedRun, run: PublicationRun, pause: Pause | null): void {
    const { ledger, onProgress, onEnd } = this.#options;
    const wasStopped = this.#stopped.delete(id);
    const now = ledger.find(id);
    // It was deleted meanwhile.
    if (!now) {
      this.#late.delete(id);
      return void this.#progress.delete(id);
    }
    if (run.done + run.failed > 0 || pause?.isForPeople) ledger.addRun(id, run);
    if (pause === null || wasStopped) {
      // What this run was asked for is done, and its yes with it.
      const next = isDeepStrictEqual(now.wanted, wanted) ? UNASKED : now.wanted;
      ledger.want(id, this.#again.has(id) && !wasStopped ? next : null);
      this.#progress.delete(id);
      onProgress(id);
      onEnd(id);
      return;
    }
    this.#wait(id, pause, run.done);
  }

  #wait(id: number, pause: Pause, done: number): void {
    // Whatever went through shows that it is not all in vain.
    const before = done > 0 ? 0 : this.progressOf(id).tries;
    this.#tell(id, {
      state: 'waiting',
      problem: pause.reason,
      tries: before + 1,
      nextTryMs: pause.isForPeople ? null : Date.now() + pauseMs(pause, before),
    });
  }

  #tell(id: number, change: Partial<Progress>): void {
    this.#progress.set(id, { ...this.progressOf(id), ...change });
    this.#options.onProgress(id);
  }
}
