import { createHash, randomUUID } from 'node:crypto';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { Semaphore } from '../../previews/semaphore.ts';
import { asRoom, JobFailure, NotByWorkers } from '../job-failure.ts';
import type { Made, PictureOrder } from '../picture-maker.ts';
import { type Broker, StoreFull } from './broker.ts';
import type { FarmWorkers } from './farm-workers.ts';
import { Job, pack } from './protocol.ts';
import { SettingsAtBroker } from './settings-at-broker.ts';
import { SourceChanged, Sources } from './sources.ts';
import { jobSubject, type Lane } from './subjects.ts';

/** A job that was given to the workers. */
export interface JobOut {
  /** Of this order: the same job may be wanted again soon. */
  id: string;
  job: Job;
  lane: Lane;
  drafts: readonly string[];
  least: PictureOrder['least'];
  /** `waits`: it is being prepared. `out`: at the broker. `arrived`: a result is being checked or put in place. */
  stage: 'waits' | 'out' | 'arrived';
  publishedMs: number;
  /** Its source is at the broker because of it. */
  usesSource: boolean;
  end: (outcome: { made: Made } | { error: unknown }) => void;
}

export interface JobPublisherOptions {
  broker: Broker;
  workers: FarmWorkers;
  /** For its own files. */
  folder: string;
  /** The folder with the user's darktable settings. */
  userConfig: () => string;
  /** The version of darktable that makes the pictures; null: any. */
  darktable: () => Promise<string | null>;
  /** Takes the result that an earlier run left for this job; false: there is none. */
  hearEarly: (out: JobOut) => boolean;
  /** A job is out no more. */
  onChange: () => void;
  log: Log;
}

/** So many are hashed and published at once. */
const PREPARED_AT_ONCE = 8;
/** A job that comes back so often is done here. */
const MOST_ATTEMPTS = 10;

/** Gives jobs to the broker, with the photographs and settings that they need, and knows which of them are out. */
export class JobPublisher {
  /** The photographs of the jobs. */
  readonly sources: Sources;
  readonly #options: JobPublisherOptions;
  readonly #settings: SettingsAtBroker;
  readonly #out = new Map<string, JobOut>();
  readonly #preparing = new Semaphore(PREPARED_AT_ONCE);
  readonly #stopping = new AbortController();
  #isFull = false;

  constructor(options: JobPublisherOptions) {
    this.#options = options;
    this.sources = new Sources(options.broker, (isFull) => void (this.#isFull = isFull));
    this.#settings = new SettingsAtBroker({ folder: options.folder, sources: this.sources });
  }

  /** How many are out. */
  get size(): number {
    return this.#out.size;
  }

  /** Whether the broker had no room for a job or a photograph. */
  get isFull(): boolean {
    return this.#isFull;
  }

  noteRoom(): void {
    this.#isFull = false;
  }

  get(key: string): JobOut | undefined {
    return this.#out.get(key);
  }

  all(): Iterable<JobOut> {
    return this.#out.values();
  }

  /**
   * Lets a worker make the pictures. Rejects with JobFailure, NoRoom, NotByWorkers, and the reason of `signal`. Many of them wait at once, so
   * the order is not kept.
   */
  make(order: PictureOrder, drafts: readonly string[], lane: Lane, signal: AbortSignal): Promise<Made> {
    const { promise, resolve, reject } = Promise.withResolvers<Made>();
    // Counts at once.
    const id = randomUUID();
    const place = `preparing ${id}`;
    const ending = new AbortController();
    const isOver = AbortSignal.any([signal, this.#stopping.signal, ending.signal]);
    const end: JobOut['end'] = (outcome) => {
      ending.abort();
      if ('made' in outcome) resolve(outcome.made);
      else reject(outcome.error);
    };
    const stop = () => end({ error: signal.reason });
    signal.addEventListener('abort', stop, { once: true });
    const { least } = order;
    const out: JobOut = {
      id,
      job: NO_JOB,
      lane,
      drafts,
      least,
      stage: 'waits',
      publishedMs: 0,
      usesSource: false,
      end,
    };
    this.#out.set(place, out);
    this.#preparing
      .take(async () => {
        isOver.throwIfAborted();
        out.job = await this.#jobOf(order, isOver);
        this.#out.delete(place);
        if (this.#out.has(out.job.key)) throw new NotByWorkers('it is being made already', { isForGood: false });
        this.#out.set(out.job.key, out);
        await this.#prepare(out, isOver);
      })
      .catch((error: unknown) => end({ error: this.#asOutcome(error) }));
    return promise.finally(() => {
      signal.removeEventListener('abort', stop);
      this.#out.delete(place);
      const { key } = out.job;
      if (this.#out.get(key) === out) this.#out.delete(key);
      if (out.usesSource) this.sources.release(out.job.source);
      this.#options.onChange();
    });
  }

  /** Gives the job to a worker once more. `needsSource`: the last one did not find the photograph. */
  async again(out: JobOut, { needsSource }: { needsSource: boolean }): Promise<void> {
    const { job } = out;
    if (job.attempt >= MOST_ATTEMPTS) {
      out.end({ error: new NotByWorkers('it came back too often', { isForGood: true }) });
      return;
    }
    job.attempt++;
    const { signal } = this.#stopping;
    await this.#preparing
      .take(async () => {
        if (needsSource) await this.#bringSource(out, signal);
        else if (job.attempt > 2) await rest(signal);
        if (this.#out.get(job.key) === out) await this.#publish(out, signal);
      })
      .catch((error: unknown) => out.end({ error: this.#asOutcome(error) }));
  }

  /** Those jobs are done here. What comes back later is thrown away, or taken if it was asked for again. */
  giveUp(): void {
    const given = [...this.#out.values()].filter(({ stage }) => stage !== 'arrived');
    if (given.length === 0) return;
    this.#options.log.warn({ jobs: given.length }, 'No other machine renders now: its jobs are done here');
    for (const out of given) out.end({ error: new NotByWorkers('no worker is there', { isForGood: false }) });
  }

  close(): void {
    this.#stopping.abort(new NotByWorkers('the connection to other machines ends', { isForGood: false }));
    for (const out of [...this.#out.values()]) out.end({ error: this.#stopping.signal.reason });
  }

  async #jobOf(order: PictureOrder, signal: AbortSignal): Promise<Job> {
    const { job, imageId, picture, sidecar, development, isComplete, boxes, quality } = order;
    const { workers, userConfig } = this.#options;
    const source = await this.sources.factsOf(picture);
    const settings = await this.#settings.bring(userConfig(), signal);
    const darktable = await this.#options.darktable();
    workers.wantedVersion = darktable;
    const what = { job, imageId, source, settings, sidecar, isComplete, boxes: [...boxes], quality };
    const key = createHash('sha1')
      .update(JSON.stringify({ ...what, darktable }))
      .digest('hex');
    return { ...what, key, attempt: 1, development, darktable, notBy: [] };
  }

  /** A result may be there already. */
  async #prepare(out: JobOut, signal: AbortSignal): Promise<void> {
    const { workers, hearEarly } = this.#options;
    if (hearEarly(out)) return;
    if (!workers.allRead(out.job.source.path)) await this.#bringSource(out, signal);
    signal.throwIfAborted();
    await this.#publish(out, signal);
  }

  async #bringSource(out: JobOut, signal: AbortSignal): Promise<void> {
    if (!out.usesSource) {
      out.usesSource = true;
      this.sources.use(out.job.source);
    }
    await this.sources.bring(out.job.source, { signal, mayWait: () => this.#roomWillCome() });
  }

  /** The broker stores a message with the same id once in an hour. */
  async #publish(out: JobOut, signal: AbortSignal): Promise<void> {
    const { key, attempt } = out.job;
    const id = `${out.id}.${attempt}`;
    const data = pack(out.job);
    for (;;) {
      try {
        // A result of an earlier attempt may have come meanwhile.
        if (out.stage === 'arrived') return;
        await this.#options.broker.store(jobSubject(out.lane, key), data, { id, signal });
        break;
      } catch (error) {
        if (!(error instanceof StoreFull) || !this.#roomWillCome()) throw error;
        this.#isFull = true;
        await rest(signal);
      }
    }
    if (out.stage === 'waits') out.stage = 'out';
    out.publishedMs = performance.now();
  }

  /** A full store gets room when the jobs that are at the broker are done. */
  #roomWillCome(): boolean {
    return [...this.#out.values()].some(({ stage }) => stage !== 'waits');
  }

  /** What the renderer is told. */
  #asOutcome(error: unknown): unknown {
    if (error instanceof SourceChanged) return new NotByWorkers(error.message, { isForGood: false });
    if (error instanceof StoreFull) return new NotByWorkers(error.message, { isForGood: true });
    if (error instanceof JobFailure || error instanceof NotByWorkers) return error;
    if (this.#stopping.signal.aborted) return this.#stopping.signal.reason;
    return asRoom(error) ?? new NotByWorkers(reasonOf(error), { isForGood: true });
  }
}

/** Before it is known. */
const NO_JOB: Job = {
  key: '',
  attempt: 1,
  job: 'refresh',
  imageId: 0,
  sidecar: '',
  development: null,
  isComplete: true,
  boxes: [],
  source: { path: '', name: '', size: 0, modifiedMs: 0, sha256: '' },
  settings: { subject: '', size: 0, sha256: '' },
  quality: 0,
  darktable: null,
  notBy: [],
};

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
