import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../darktable/installation.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { PictureDecoder } from '../../previews/picture-decoder.ts';
import { CliMissing } from '../darktable-cli.ts';
import { asRoom, JobFailure, NoRoom } from '../job-failure.ts';
import { BlobDamaged, BlobGone, putFiles } from './blobs.ts';
import { Broker, Interrupted, type Link, StoreFull } from './broker.ts';
import type { Credentials } from './credentials.ts';
import type { SharedFolder } from './path-map.ts';
import { type Blob, Heartbeat, HeartbeatAnswer, Job, pack, type Result, unpack } from './protocol.ts';
import { SourceCache } from './source-cache.ts';
import { heartbeatSubject, inboxPrefix, pictureSubject, resultSubject } from './subjects.ts';
import { takeJob, type TakenJob } from './taken-job.ts';
import { WorkerRenderer } from './worker-renderer.ts';

export interface WorkerOptions {
  /** The broker's address. */
  broker: string;
  credentials: Credentials;
  dataDir: string;
  sharedFolders: readonly SharedFolder[];
  installation: () => Promise<Installation | null>;
  /** Why this machine is not to work now, in words for people; null: it may. */
  whyRest: () => Promise<string | null>;
  log: Log;
  cacheBytes?: number;
  /** Default: darktable. */
  renderer?: Pick<WorkerRenderer, 'makerFor' | 'close'>;
  /** Default: a process of its own. */
  decoder?: PictureDecoder;
}

const HEARTBEAT_MS = 10_000;
/** A job that takes longer is told of. */
const SHORT_MS = 1_000;
/** While it must not work. */
const REST_MS = 1_000;
/** The coordinator's answer holds so long: jobs may take much less. */
const ANSWER_MS = 1_000;
/** After its own disk or darktable failed. */
const TROUBLE_MS = 30_000;
/** Of a job that has ended so many workers, or their machines, a fourth is spared. */
const MOST_DELIVERIES = 3;
const FULL_MS = 2_000;
const LAST_WORD_MS = 3_000;

/**
 * Renders for a Safelight on another machine: takes a job from the broker, fetches the photograph, renders it with the darktable of this
 * machine and answers with pictures or the reason why there are none. It keeps nothing but what it can fetch again.
 */
export class FarmWorker {
  readonly #options: WorkerOptions;
  readonly #broker: Broker;
  readonly #decoder: PictureDecoder;
  readonly #cache: SourceCache;
  readonly #renderer: Pick<WorkerRenderer, 'makerFor' | 'close'>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #job: Job | null = null;
  #why: string | null = null;
  #answered: { pause: boolean; atMs: number } | null = null;
  #trouble: { reason: string; untilMs: number } | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { broker: address, credentials, dataDir, sharedFolders, installation, log, cacheBytes } = options;
    this.#decoder = options.decoder ?? new PictureDecoder();
    this.#cache = new SourceCache({
      folder: join(dataDir, 'sources'),
      shared: sharedFolders,
      ...(cacheBytes === undefined ? {} : { mostBytes: cacheBytes }),
    });
    this.#renderer =
      options.renderer ??
      new WorkerRenderer({
        folder: join(dataDir, 'rendering'),
        ...{ installation, decoder: this.#decoder, log },
      });
    this.#broker = new Broker(
      {
        ...{ address, credentials, log },
        inboxPrefix: inboxPrefix(credentials.name),
        onState: (state) => {
          if (state.is === 'connected') log.info(`Worker ${credentials.name} is connected to the broker`);
          if ('reason' in state) log.warn(`No jobs for now: ${state.reason}`);
        },
      },
      () => Promise.resolve(),
    );
    this.#running = this.#run();
  }

  /** Gives back the job it has. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the worker ends'));
    await this.#running;
    await this.#broker.close();
    await this.#renderer.close();
    this.#decoder.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { log } = this.#options;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      try {
        const link = await this.#broker.connected(signal);
        if (!(await this.#mayWork(link))) {
          await pause(REST_MS, signal);
          continue;
        }
        const taken = await takeJob(link);
        if (taken) await this.#do(taken);
      } catch (error) {
        if (isOver()) return;
        log.debug({ err: error }, 'A job could not be taken or returned');
        await pause(500, signal).catch(() => undefined);
      }
    }
  }

  /** Asks the coordinator, too, unless it has just answered. */
  async #mayWork(link: Link): Promise<boolean> {
    const trouble = this.#trouble;
    this.#trouble = trouble && performance.now() < trouble.untilMs ? trouble : null;
    const before = this.#why;
    this.#why = this.#trouble?.reason ?? (await this.#options.whyRest());
    const known = this.#answered;
    if (known && this.#why === before && performance.now() - known.atMs < ANSWER_MS) return isWanted(known, this.#why);
    this.#answered = null;
    await this.#beat(link);
    // Without a coordinator there is no job either.
    return isWanted(this.#answered, this.#why);
  }

  async #beat(link: Link): Promise<void> {
    const { credentials, installation, sharedFolders } = this.#options;
    const heartbeat: Heartbeat = {
      version: (await installation())?.version ?? null,
      cores: availableParallelism(),
      state: this.#job ? 'working' : this.#why === null ? 'idle' : 'paused',
      job: this.#job && {
        kind: this.#job.job === 'export' ? 'export' : 'preview',
        image_id: this.#job.imageId,
      },
      sharedFolders: sharedFolders.map(({ theirs }) => theirs),
      reason: this.#why,
    };
    try {
      const message = await link.nc.request(heartbeatSubject(credentials.name), JSON.stringify(heartbeat), {
        timeout: 5_000,
      });
      const { pause } = HeartbeatAnswer.parse(message.json());
      this.#answered = { pause, atMs: performance.now() };
    } catch {
      // Without an answer, the last one holds for a while.
    }
  }

  async #do(taken: TakenJob): Promise<void> {
    const { log } = this.#options;
    const link = () => this.#broker.connected(this.#stopping.signal);
    let job: Job;
    try {
      job = unpack(Job, taken.data);
    } catch (error) {
      log.warn(`A job cannot be read: ${reasonOf(error)}`);
      await taken.over(await link());
      return;
    }
    this.#job = job;
    const beat = () => {
      taken.working();
      const now = this.#broker.link;
      if (now) void this.#beat(now);
    };
    const first = setTimeout(beat, SHORT_MS);
    const beating = setInterval(beat, HEARTBEAT_MS);
    try {
      const result = await this.#resultOf(job, taken);
      await this.#answer(result, taken);
    } finally {
      clearTimeout(first);
      clearInterval(beating);
      this.#job = null;
    }
  }

  /** Never rejects. */
  async #resultOf(job: Job, { deliveries, lane }: TakenJob): Promise<Result> {
    const { credentials, installation, log } = this.#options;
    const darktable = (await installation())?.version ?? null;
    const about = { key: job.key, attempt: job.attempt, imageId: job.imageId, darktable };
    const returned = (reason: string, needsSource = false): Result => ({
      ...about,
      is: 'returned',
      reason,
      needsSource,
    });
    if (deliveries > MOST_DELIVERIES)
      return { ...about, is: 'failed', reason: `gave up: ${deliveries - 1} workers began it, and none finished it` };
    if (job.notBy.includes(credentials.name)) return returned('its picture of it was refused');
    if (job.darktable !== null && job.darktable !== darktable)
      return returned(`it is for darktable ${job.darktable}, and here is ${darktable ?? 'none'}`);
    const begun = performance.now();
    try {
      const made = await this.#make(job, lane === 'fast');
      return { ...about, is: 'done', ...made, ms: Math.round(performance.now() - begun) };
    } catch (error) {
      if (this.#stopping.signal.aborted) return returned('the worker ends');
      if (error instanceof BlobGone || error instanceof BlobDamaged) return returned(error.message, true);
      if (error instanceof JobFailure) return { ...about, is: 'failed', reason: error.message.slice(0, 1000) };
      // This machine is at fault, not the job.
      const reason = reasonOf(error).slice(0, 1000);
      log.warn(`A job is given back: ${reason}`);
      if (error instanceof NoRoom || error instanceof CliMissing || asRoom(error))
        this.#trouble = { reason, untilMs: performance.now() + TROUBLE_MS };
      return returned(reason);
    }
  }

  async #make(
    job: Job,
    isAwaited: boolean,
  ): Promise<Pick<Extract<Result, { is: 'done' }>, 'blob' | 'pictures' | 'mayBeFiner'>> {
    const { signal } = this.#stopping;
    const link = () => this.#broker.connected(signal);
    const picture = await this.#cache.get(job.source, link);
    const before = await stat(picture);
    const maker = await this.#renderer.makerFor(job.settings, { isAwaited, link });
    const folder = join(this.#options.dataDir, 'made');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = job.boxes.map((_, at) => join(folder, `${at}.jpg`));
    const { imageId, sidecar, development, isComplete, boxes, quality } = job;
    const order = { job: job.job, imageId, picture, sidecar, development, isComplete, boxes, quality };
    const { mayBeFiner } = await maker.make(order, files, signal);
    const after = await stat(picture);
    if (after.mtimeMs !== before.mtimeMs || after.size !== before.size)
      throw new BlobDamaged('the photograph has changed meanwhile');
    const pictures = [];
    for (const path of files) {
      const { width, height } = await this.#decoder.measure(path);
      pictures.push({ path, size: (await stat(path)).size, width, height });
    }
    const blob = await this.#put(pictures);
    await rm(folder, { recursive: true, force: true });
    return { blob, pictures: pictures.map(({ size, width, height }) => ({ size, width, height })), mayBeFiner };
  }

  /** However often the connection is lost. What an attempt left at the broker is removed there. */
  async #put(files: readonly { path: string; size: number }[]): Promise<Blob> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#broker.connected(signal);
      try {
        const subject = pictureSubject(this.#options.credentials.name, randomUUID());
        return await putFiles(this.#broker, { subject, files });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Interrupted || error instanceof StoreFull)) throw error;
        await pause(error instanceof StoreFull ? FULL_MS : 200, signal);
      }
    }
  }

  /** First the answer, then the end of the job: whatever happens in between, the job is done twice rather than never. */
  async #answer(result: Result, taken: TakenJob): Promise<void> {
    const { signal } = this.#stopping;
    const subject = resultSubject(this.#options.credentials.name, result.key);
    const soon = signal.aborted ? AbortSignal.timeout(LAST_WORD_MS) : signal;
    const id = randomUUID();
    for (;;) {
      try {
        await this.#broker.store(subject, pack(result), { id, signal: soon });
        break;
      } catch (error) {
        if (!(error instanceof StoreFull)) throw error;
        await pause(FULL_MS, soon);
      }
    }
    await taken.over(await this.#broker.connected(soon));
  }
}

const isWanted = (answer: { pause: boolean } | null, why: string | null) => why === null && answer?.pause === false;

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });
