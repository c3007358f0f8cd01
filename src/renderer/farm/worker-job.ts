import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../darktable/installation.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { CliMissing } from '../darktable-cli.ts';
import { asRoom, JobFailure, NoRoom } from '../job-failure.ts';
import { BlobDamaged, BlobGone, putFiles } from './blobs.ts';
import { type Broker, Interrupted, StoreFull } from './broker.ts';
import { type Blob, type Job, pack, type Result, unpackJob } from './protocol.ts';
import type { SourceCache } from './source-cache.ts';
import { type Lane, pictureSubject, resultSubject } from './subjects.ts';
import type { TakenJob } from './taken-job.ts';
import type { WorkerRenderer } from './worker-renderer.ts';

/** What a worker does its jobs with. */
export interface JobTools {
  /** The worker's. */
  name: string;
  broker: Broker;
  cache: SourceCache;
  renderer: Pick<WorkerRenderer, 'makerFor'>;
  decoder: PictureDecoder;
  installation: () => Promise<Installation | null>;
  /** For the pictures of this job alone, until they are sent. */
  folder: string;
  /** The worker ends. */
  signal: AbortSignal;
  /** This machine is at fault, not the job. */
  onTrouble: (reason: string) => void;
  log: Log;
}

const WORKING_MS = 10_000;
/** Of a job that has ended so many workers, or their machines, a fourth is spared. */
const MOST_DELIVERIES = 3;
const FULL_MS = 2_000;
const LAST_WORD_MS = 3_000;

/** Somebody else is to do it. `rests`: nothing is wrong. */
class GivenBack extends Error {
  readonly rests: boolean;

  constructor(reason: string, rests = false) {
    super(reason);
    this.rests = rests;
  }
}

/**
 * A job of the broker in this worker's hands, until it is answered: `fetch`, `render`, `answer`, in this order. None of them rejects before
 * the answer: what fails becomes the answer, and the steps after it do nothing.
 */
export class WorkerJob {
  readonly job: Job;
  readonly lane: Lane;
  readonly deliveries: number;
  /** How many jobs of the lane still waited when this one was given out. */
  readonly waiting: number;
  readonly #taken: TakenJob;
  readonly #tools: JobTools;
  readonly #working: NodeJS.Timeout;
  #picture: string | null = null;
  #made: { files: string[]; mayBeFiner: boolean; ms: number } | null = null;
  #result: Result | null = null;

  /** Throws when it cannot be read. */
  constructor(taken: TakenJob, tools: JobTools) {
    this.job = unpackJob(taken.data);
    this.lane = taken.lane;
    this.deliveries = taken.deliveries;
    this.waiting = taken.waiting;
    this.#taken = taken;
    this.#tools = tools;
    // Otherwise the broker thinks it lost.
    this.#working = setInterval(() => taken.working(), WORKING_MS);
  }

  /** Whether the photograph is here, or cannot be had. */
  get isFetched(): boolean {
    return this.#picture !== null || this.#result !== null;
  }

  /** Nothing more is done but the answer: somebody else gets it. */
  async giveBack(reason: string): Promise<void> {
    await this.#try(() => Promise.reject(new GivenBack(reason, true)));
    this.#release();
  }

  async fetch(): Promise<void> {
    await this.#try(async () => {
      const { job, deliveries } = this;
      const { name, cache, broker, installation, signal } = this.#tools;
      if (deliveries > MOST_DELIVERIES)
        throw new JobFailure(`gave up: ${deliveries - 1} workers began it, and none finished it`);
      if (job.notBy.includes(name)) throw new GivenBack('its picture of it was refused');
      const darktable = (await installation())?.version ?? null;
      if (job.darktable !== null && job.darktable !== darktable)
        throw new GivenBack(`it is for darktable ${job.darktable}, and here is ${darktable ?? 'none'}`);
      this.#picture = await cache.get(job.source, () => broker.connected(signal));
    });
  }

  async render(): Promise<void> {
    await this.#try(async () => {
      const { job, lane } = this;
      const { renderer, broker, folder, signal } = this.#tools;
      const picture = this.#picture!;
      const begun = performance.now();
      const before = await stat(picture);
      const link = () => broker.connected(signal);
      const maker = await renderer.makerFor(job.settings, { isAwaited: lane === 'fast', link });
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const files = job.boxes.map((_, at) => join(folder, `${at}.jpg`));
      const { imageId, sidecar, development, isComplete, boxes, quality } = job;
      const order = { job: job.job, imageId, picture, sidecar, development, isComplete, boxes, quality, least: null };
      const { mayBeFiner } = await maker.make(order, files, signal);
      const after = await stat(picture);
      if (after.mtimeMs !== before.mtimeMs || after.size !== before.size)
        throw new BlobDamaged('the photograph has changed meanwhile');
      this.#made = { files, mayBeFiner, ms: Math.round(performance.now() - begun) };
    });
    this.#release();
  }

  /**
   * First the answer, then the end of the job: whatever happens in between, the job is done twice rather than never. Rejects when the worker
   * ends before the broker has it.
   */
  async answer(): Promise<void> {
    const { name, broker, folder, signal } = this.#tools;
    try {
      await this.#try(async () => {
        const { files, mayBeFiner, ms } = this.#made!;
        this.#result = { ...(await this.#about()), is: 'done', ...(await this.#send(files)), mayBeFiner, ms };
      });
      const result = this.#result!;
      const subject = resultSubject(name, result.key);
      const soon = signal.aborted ? AbortSignal.timeout(LAST_WORD_MS) : signal;
      const id = randomUUID();
      for (;;) {
        try {
          await broker.store(subject, pack(result), { id, signal: soon });
          break;
        } catch (error) {
          if (!(error instanceof StoreFull)) throw error;
          await pause(FULL_MS, soon);
        }
      }
      await this.#taken.over(await broker.connected(soon));
    } finally {
      clearInterval(this.#working);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #try(work: () => Promise<void>): Promise<void> {
    if (this.#result) return;
    try {
      await work();
    } catch (error) {
      this.#result = await this.#asResult(error);
    }
  }

  async #asResult(error: unknown): Promise<Result> {
    const { signal, log, onTrouble } = this.#tools;
    const about = await this.#about();
    const returned = (reason: string, { needsSource = false, rests = false } = {}): Result => ({
      ...about,
      is: 'returned',
      reason,
      needsSource,
      rests,
    });
    if (signal.aborted) return returned('the worker ends', { rests: true });
    if (error instanceof GivenBack) return returned(error.message, error);
    if (error instanceof BlobGone || error instanceof BlobDamaged)
      return returned(error.message, { needsSource: true });
    if (error instanceof JobFailure) return { ...about, is: 'failed', reason: error.message.slice(0, 1000) };
    // This machine is at fault, not the job.
    const reason = reasonOf(error).slice(0, 1000);
    log.warn({ reason }, 'A job is given back');
    if (error instanceof NoRoom || error instanceof CliMissing || asRoom(error)) onTrouble(reason);
    return returned(reason);
  }

  async #about(): Promise<Pick<Result, 'key' | 'attempt' | 'imageId' | 'darktable'>> {
    const { key, attempt, imageId } = this.job;
    return { key, attempt, imageId, darktable: (await this.#tools.installation())?.version ?? null };
  }

  async #send(paths: readonly string[]): Promise<Pick<Extract<Result, { is: 'done' }>, 'blob' | 'pictures'>> {
    const pictures = [];
    for (const path of paths) {
      const { width, height } = await this.#tools.decoder.measure(path);
      pictures.push({ path, size: (await stat(path)).size, width, height });
    }
    const blob = await this.#put(pictures);
    return { blob, pictures: pictures.map(({ size, width, height }) => ({ size, width, height })) };
  }

  /** However often the connection is lost. What an attempt left at the broker is removed there. */
  async #put(files: readonly { path: string; size: number }[]): Promise<Blob> {
    const { name, broker, signal } = this.#tools;
    for (;;) {
      await broker.connected(signal);
      try {
        return await putFiles(broker, { subject: pictureSubject(name, randomUUID()), files });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Interrupted || error instanceof StoreFull)) throw error;
        await pause(error instanceof StoreFull ? FULL_MS : 200, signal);
      }
    }
  }

  #release(): void {
    if (this.#picture !== null) this.#tools.cache.release(this.job.source);
    this.#picture = null;
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });
