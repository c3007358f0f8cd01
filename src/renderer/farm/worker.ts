import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../darktable/installation.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { PictureDecoder } from '../../previews/picture-decoder.ts';
import { Broker, type Link } from './broker.ts';
import type { Credentials } from './credentials.ts';
import type { SharedFolder } from './path-map.ts';
import { type Heartbeat, HeartbeatAnswer, type Job, readShort } from './protocol.ts';
import { SourceCache } from './source-cache.ts';
import { heartbeatSubject, inboxPrefix } from './subjects.ts';
import { takeJob, takeWaitingJob, type TakenJob } from './taken-job.ts';
import { WorkerJob } from './worker-job.ts';
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
/** After its own disk or darktable failed, or a job could not be read. */
const TROUBLE_MS = 30_000;
const LONGEST_REASON = 300;

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
  /** How many jobs were begun. */
  #begun = 0;
  #answering: Promise<void> = Promise.resolve();
  #why: string | null = null;
  #answered: { pause: boolean; atMs: number } | null = null;
  #trouble: { reason: string; untilMs: number } | null = null;

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { broker: address, credentials, dataDir, sharedFolders, installation, log, cacheBytes } = options;
    this.#decoder = options.decoder ?? new PictureDecoder();
    // Of an earlier run.
    rmSync(join(dataDir, 'made'), { recursive: true, force: true });
    this.#cache = new SourceCache({
      folder: join(dataDir, 'sources'),
      shared: sharedFolders,
      ...(cacheBytes === undefined ? {} : { mostBytes: cacheBytes }),
    });
    this.#renderer =
      options.renderer ??
      new WorkerRenderer({ folder: join(dataDir, 'rendering'), installation, decoder: this.#decoder, log });
    this.#broker = new Broker(
      {
        address,
        credentials,
        log,
        inboxPrefix: inboxPrefix(credentials.name),
        onState: (state) => {
          if (state.is === 'connected') log.info({ worker: credentials.name }, 'Connected to the broker');
          if ('reason' in state) log.warn({ reason: state.reason }, 'No jobs for now');
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

  /**
   * While one job is rendered, the photograph of the next is fetched and the answer to the one before is sent: the processor has something to
   * do while the network works.
   */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const isOver = () => signal.aborted;
    let ahead = null as WorkerJob | null;
    while (!isOver()) {
      try {
        const link = await this.#broker.connected(signal);
        if (!(await this.#mayWork(link))) {
          await this.#giveBack(ahead, this.#why ?? 'the worker is paused');
          ahead = null;
          await pause(REST_MS, signal);
          continue;
        }
        // What somebody looks at does not wait behind it.
        const urgent: WorkerJob | null =
          ahead?.lane === 'bulk' ? this.#begin(await takeWaitingJob(link, ['fast'])) : null;
        const taken = (urgent ?? ahead) ? null : await takeJob(link);
        const job: WorkerJob | null = urgent ?? ahead ?? this.#begin(taken);
        if (taken?.hadToWait && !(await this.#mayStillWork(link))) {
          await this.#giveBack(job, this.#why ?? 'the worker is paused');
          continue;
        }
        if (job === ahead) ahead = null;
        if (job) ahead = await this.#do(job, ahead);
      } catch (error) {
        if (isOver()) break;
        this.#options.log.debug({ err: error }, 'A job could not be taken');
        await pause(500, signal).catch(() => undefined);
      }
    }
    await this.#giveBack(ahead, 'the worker ends');
    await this.#answering;
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

  /** It may have been paused while it waited for a job. */
  async #mayStillWork(link: Link): Promise<boolean> {
    const before = this.#answered;
    this.#answered = null;
    await this.#beat(link);
    // A coordinator that does not answer just now has paused nobody.
    this.#answered ??= before;
    return isWanted(this.#answered, this.#why);
  }

  async #beat(link: Link): Promise<void> {
    const { credentials, installation, sharedFolders } = this.#options;
    const found = await installation().catch(() => null);
    const heartbeat: Heartbeat = {
      version: found?.version ?? null,
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
      const { pause } = readShort(HeartbeatAnswer, message.data);
      this.#answered = { pause, atMs: performance.now() };
    } catch {
      // Without an answer, the last one holds for a while.
    }
  }

  /** Null: there is none, or it cannot be read. */
  #begin(taken: TakenJob | null): WorkerJob | null {
    if (!taken) return null;
    const { credentials, dataDir, installation, log } = this.#options;
    try {
      return new WorkerJob(taken, {
        name: credentials.name,
        broker: this.#broker,
        cache: this.#cache,
        renderer: this.#renderer,
        decoder: this.#decoder,
        installation,
        log,
        signal: this.#stopping.signal,
        folder: join(dataDir, 'made', String(this.#begun++)),
        onTrouble: (reason) => this.#rest(reason),
      });
    } catch (error) {
      const reason = `A job cannot be read: ${reasonOf(error).slice(0, LONGEST_REASON)}`;
      log.warn(reason);
      this.#rest(reason);
      const over = this.#broker.connected(this.#stopping.signal).then((link) => taken.over(link));
      over.catch(() => undefined);
      return null;
    }
  }

  #rest(reason: string): void {
    this.#trouble = { reason, untilMs: performance.now() + TROUBLE_MS };
  }

  /** Resolves with the next job as soon as this one is rendered; null: there was none to fetch ahead. Never rejects. */
  async #do(job: WorkerJob, ahead: WorkerJob | null): Promise<WorkerJob | null> {
    this.#job = job.job;
    const beat = () => {
      const now = this.#broker.link;
      if (now) void this.#beat(now);
    };
    const first = setTimeout(beat, SHORT_MS);
    const beating = setInterval(beat, HEARTBEAT_MS);
    try {
      if (!job.isFetched) await job.fetch();
      const [next] = await Promise.all([ahead ?? this.#fetchAhead(job), job.render()]);
      await this.#answer(job);
      return next;
    } finally {
      clearTimeout(first);
      clearInterval(beating);
      this.#job = null;
    }
  }

  /**
   * While a job waits longer than others need to take it, nobody else is idle. A job that has ended a worker is done alone: otherwise the next
   * one would seem to have ended it, too. Never rejects.
   */
  async #fetchAhead({ deliveries, waiting }: WorkerJob): Promise<WorkerJob | null> {
    const { link } = this.#broker;
    if (!link || deliveries > 1 || waiting === 0) return null;
    const taken = await takeWaitingJob(link).catch(() => null);
    const job = this.#begin(taken);
    // The photograph of both has one time only.
    if (job && !this.#cache.isInUse(job.job.source)) await job.fetch();
    return job;
  }

  async #giveBack(job: WorkerJob | null, reason: string): Promise<void> {
    if (!job) return;
    await job.giveBack(reason);
    await this.#answer(job);
  }

  /** Begins with it once the answer before has been sent. Never rejects. */
  async #answer(job: WorkerJob): Promise<void> {
    await this.#answering;
    this.#answering = job
      .answer()
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'A job could not be answered'));
  }
}

const isWanted = (answer: { pause: boolean } | null, why: string | null) => why === null && answer?.pause === false;

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });
