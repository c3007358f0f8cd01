import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FarmState } from '../../contract/farm.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { Semaphore } from '../../previews/semaphore.ts';
import { asRoom, JobFailure, NotByWorkers } from '../job-failure.ts';
import type { Made, PictureOrder } from '../picture-maker.ts';
import { Broker, BrokerRefused, type BrokerState, Interrupted, isTimeout, type Link, StoreFull } from './broker.ts';
import type { Credentials } from './credentials.ts';
import { FarmWorkers } from './farm-workers.ts';
import { Heartbeat, Job, pack, Result, unpack } from './protocol.ts';
import { PictureRefused, receivePictures } from './received-pictures.ts';
import { SettingsAtBroker } from './settings-at-broker.ts';
import { SourceChanged, Sources } from './sources.ts';
import { makeStreams, type StoreBytes, subjectsOf } from './streams.ts';
import {
  COORDINATOR_SUBJECT,
  heartbeatSubject,
  jobSubject,
  type Lane,
  partOf,
  RESULTS_CONSUMER,
  STREAMS,
} from './subjects.ts';

export interface CoordinatorTimes {
  /** How often the broker's streams are compared with what is out. */
  lookMs: number;
  /** How long results of an earlier run are kept for jobs that may be asked for again. */
  earlyMs: number;
  /** Without broker or workers for so long, jobs that are out are done here. */
  aloneMs: number;
  /** Pictures that belong to no result are removed after that time. */
  orphanMs: number;
}

export const TIMES: CoordinatorTimes = { lookMs: 5_000, earlyMs: 60_000, aloneMs: 60_000, orphanMs: 10 * 60_000 };

export interface CoordinatorOptions {
  address: string;
  credentials: Credentials;
  /** For its own files. */
  folder: string;
  /** The folder with the user's darktable settings. */
  userConfig: () => string;
  /** How many jobs may be out at once. */
  most: () => number;
  /** The version of darktable that makes the pictures; null: any. */
  darktable: () => Promise<string | null>;
  decoder: PictureDecoder;
  times: CoordinatorTimes;
  storeBytes?: StoreBytes | undefined;
  ackWaitMs?: number | undefined;
  onChange: () => void;
  log: Log;
}

/** A job that was given to the workers. */
interface Out {
  job: Job;
  lane: Lane;
  drafts: readonly string[];
  /** `waits`: it is being prepared. `out`: at the broker. `arrived`: a result is being checked or put in place. */
  stage: 'waits' | 'out' | 'arrived';
  publishedMs: number;
  /** Its source is at the broker because of it. */
  usesSource: boolean;
  end: (outcome: { made: Made } | { error: unknown }) => void;
}

/** So many are hashed and published at once. */
const PREPARED_AT_ONCE = 4;
const CHECKED_AT_ONCE = 4;
/** A job that comes back so often is done here. */
const MOST_ATTEMPTS = 10;

/**
 * Hands out jobs through the broker and collects the pictures. The queue files are the truth, the broker only carries: a job is done when
 * its pictures have been checked and are in place. So everything at the broker can be lost, or come twice.
 */
export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #id = randomUUID();
  readonly #broker: Broker;
  readonly #workers = new FarmWorkers();
  readonly #sources: Sources;
  readonly #settings: SettingsAtBroker;
  readonly #out = new Map<string, Out>();
  readonly #preparing = new Semaphore(PREPARED_AT_ONCE);
  readonly #checking = new Semaphore(CHECKED_AT_ONCE);
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #begunMs = performance.now();
  /** Results of an earlier run whose jobs were not asked for yet. */
  readonly #early = new Map<string, JsMsg>();
  /** Pictures without a result, and since when. */
  readonly #orphans = new Map<string, number>();
  #state: BrokerState = { is: 'connecting' };
  #results: ConsumerMessages | null = null;
  #darktable: string | null = null;
  #isFull = false;
  #missed = 0;
  #idleSinceMs: number | null = performance.now();
  #counts = { waiting: 0, underWay: 0 };
  #done = 0;
  #failed = 0;
  #look: Promise<void> | null = null;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    const { address, credentials, log } = options;
    this.#broker = new Broker(
      { address, credentials, log, onState: (state) => this.#hearState(state) },
      (link, isBack) => this.#begin(link, isBack),
    );
    this.#sources = new Sources(this.#broker, (isFull) => void (this.#isFull = isFull));
    this.#settings = new SettingsAtBroker({ folder: options.folder, sources: this.#sources });
    this.#timer = setInterval(() => {
      this.#look ??= this.#compare()
        .catch((error: unknown) => log.debug({ err: error }, 'The broker could not be looked at'))
        .finally(() => (this.#look = null));
    }, options.times.lookMs).unref();
  }

  get hasWorkers(): boolean {
    return this.#state.is === 'connected' && this.#workers.atWork(this.#darktable).length > 0;
  }

  /** By somebody's wish; all of them. */
  get isPaused(): boolean {
    return this.#workers.isAllPaused;
  }

  /** How many more jobs it takes now. */
  room(jobsPerMinute: number): number {
    const most = this.atOnce(jobsPerMinute);
    const room = most - this.#out.size;
    // The queue file is read anew each time.
    return room * 4 >= most ? Math.max(0, room) : 0;
  }

  /** How many are out at once: a few for each worker, more when they are fast, so that no machine has nothing to do at the end. */
  atOnce(jobsPerMinute: number): number {
    if (!this.hasWorkers) return 0;
    const workers = this.#workers.atWork(this.#darktable).length;
    return Math.min(this.#options.most(), Math.max(4 * workers, Math.ceil(2 * jobsPerMinute)));
  }

  state(): Pick<FarmState, 'state' | 'reason' | 'workers' | 'waiting' | 'under_way' | 'done' | 'failed' | 'paused'> {
    const is = this.#state.is;
    const isAlone = is === 'connected' && this.#workers.atWork(this.#darktable).length === 0;
    return {
      state: is === 'away' ? 'connecting' : is,
      reason:
        'reason' in this.#state
          ? this.#state.reason
          : this.#isFull
            ? 'the store of the broker is full'
            : isAlone
              ? 'no worker takes jobs'
              : null,
      workers: this.#workers.list(this.#darktable),
      waiting: this.#counts.waiting,
      under_way: this.#counts.underWay,
      done: this.#done,
      failed: this.#failed,
      paused: this.isPaused,
    };
  }

  pause(worker: string | null, isPaused: boolean): void {
    this.#workers.pause(worker, isPaused);
    this.#options.onChange();
  }

  /**
   * Lets a worker make the pictures. Rejects with JobFailure, NoRoom, NotByWorkers, and the reason of `signal`. Many of them wait at once, so
   * the order is not kept.
   */
  make(order: PictureOrder, drafts: readonly string[], lane: Lane, signal: AbortSignal): Promise<Made> {
    const { promise, resolve, reject } = Promise.withResolvers<Made>();
    // Counts at once.
    const place = `preparing ${randomUUID()}`;
    const ending = new AbortController();
    const isOver = AbortSignal.any([signal, this.#stopping.signal, ending.signal]);
    const end: Out['end'] = (outcome) => {
      ending.abort();
      if ('made' in outcome) resolve(outcome.made);
      else reject(outcome.error);
    };
    const stop = () => end({ error: signal.reason });
    signal.addEventListener('abort', stop, { once: true });
    const waiting: Out = { job: NO_JOB, lane, drafts, stage: 'waits', publishedMs: 0, usesSource: false, end };
    this.#out.set(place, waiting);
    let out = waiting;
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
      if (out.usesSource) this.#sources.release(out.job.source);
      out = waiting;
      this.#options.onChange();
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new NotByWorkers('the connection to other machines ends', { isForGood: false }));
    for (const out of [...this.#out.values()]) out.end({ error: this.#stopping.signal.reason });
    this.#results?.stop();
    await this.#broker.close();
    await this.#look;
  }

  async #jobOf(order: PictureOrder, signal: AbortSignal): Promise<Job> {
    const { job, imageId, picture, sidecar, development, isComplete, boxes, quality } = order;
    const source = await this.#sources.factsOf(picture);
    const settings = await this.#settings.bring(this.#options.userConfig(), signal);
    this.#darktable = await this.#options.darktable();
    const what = { job, imageId, source, settings, sidecar, isComplete, boxes: [...boxes], quality };
    const key = createHash('sha1')
      .update(JSON.stringify({ ...what, darktable: this.#darktable }))
      .digest('hex');
    return { ...what, key, attempt: 1, development, darktable: this.#darktable, notBy: [] };
  }

  /** A result may be there already. */
  async #prepare(out: Out, signal: AbortSignal): Promise<void> {
    const { key } = out.job;
    const early = this.#early.get(key);
    this.#early.delete(key);
    if (early) {
      out.stage = 'out';
      void this.#hear(early);
      return;
    }
    if (!this.#workers.allRead(out.job.source.path, this.#darktable)) await this.#bringSource(out, signal);
    signal.throwIfAborted();
    await this.#publish(out, signal);
  }

  async #bringSource(out: Out, signal: AbortSignal): Promise<void> {
    if (!out.usesSource) {
      out.usesSource = true;
      this.#sources.use(out.job.source);
    }
    const mayWait = () => [...this.#out.values()].some(({ stage }) => stage !== 'waits');
    await this.#sources.bring(out.job.source, { signal, mayWait });
  }

  /** Anew for each attempt: the broker stores a message with the same id once. */
  async #publish(out: Out, signal: AbortSignal): Promise<void> {
    const { key, attempt } = out.job;
    const data = pack(out.job);
    for (;;) {
      try {
        // A result of an earlier attempt may have come meanwhile.
        if (out.stage === 'arrived') return;
        await this.#broker.store(jobSubject(out.lane, key), data, { id: `${key}.${attempt}.${this.#id}`, signal });
        break;
      } catch (error) {
        if (!(error instanceof StoreFull) || ![...this.#out.values()].some(({ stage }) => stage !== 'waits'))
          throw error;
        this.#isFull = true;
        await rest(signal);
      }
    }
    if (out.stage === 'waits') out.stage = 'out';
    out.publishedMs = performance.now();
  }

  /** What the renderer is told. */
  #asOutcome(error: unknown): unknown {
    if (error instanceof SourceChanged) return new NotByWorkers(error.message, { isForGood: false });
    if (error instanceof StoreFull) return new NotByWorkers(error.message, { isForGood: true });
    if (error instanceof JobFailure || error instanceof NotByWorkers) return error;
    if (this.#stopping.signal.aborted) return this.#stopping.signal.reason;
    return asRoom(error) ?? new NotByWorkers(reasonOf(error), { isForGood: true });
  }

  // The connection

  #hearState(state: BrokerState): void {
    const { log } = this.#options;
    const was = this.#state;
    this.#state = state;
    if ('reason' in state && !('reason' in was && was.reason === state.reason))
      log.warn(`Other machines cannot render: ${state.reason}`);
    if (state.is === 'connected') log.info('Other machines can render: the broker answers');
    this.#options.onChange();
  }

  async #begin(link: Link, isBack: boolean): Promise<void> {
    const { nc, jsm, js } = link;
    await this.#claim(link);
    if (!isBack) await makeStreams(jsm, this.#options);
    await this.#sources.compare(link);
    this.#darktable = await this.#options.darktable();
    if (isBack) return;
    nc.subscribe(heartbeatSubject('*'), {
      callback: (_error, message) => {
        const heartbeat = Heartbeat.safeParse(parsed(message.data));
        if (!heartbeat.success) return;
        const had = this.hasWorkers;
        const answer = this.#workers.hear(partOf(message.subject, 2), heartbeat.data, this.#darktable);
        message.respond(JSON.stringify(answer));
        if (had !== this.hasWorkers) this.#options.onChange();
      },
    });
    const consumer = await js.consumers.get(STREAMS.results, RESULTS_CONSUMER);
    this.#results = await consumer.consume({
      max_messages: 64,
      bind: true,
      callback: (message) => void this.#hear(message),
    });
  }

  /** Two Safelights at one broker would remove each other's jobs. */
  async #claim({ nc }: Link): Promise<void> {
    const answer = await nc.request(COORDINATOR_SUBJECT, this.#id, { timeout: 2_000 }).catch(() => null);
    if (answer && answer.string() !== this.#id)
      throw new BrokerRefused('another Safelight gives jobs to this broker already');
    if (!answer) nc.subscribe(COORDINATOR_SUBJECT, { callback: (_error, message) => void message.respond(this.#id) });
  }

  // Results

  /** Never rejects. */
  async #hear(message: JsMsg): Promise<void> {
    const { log } = this.#options;
    const [, worker = '', key = ''] = message.subject.split('.');
    try {
      let result: Result;
      try {
        result = unpack(Result, message.data);
      } catch (error) {
        await this.#refuse(`its answer cannot be read: ${reasonOf(error)}`, { worker, key, message, blob: null });
        return;
      }
      const blob = result.is === 'done' ? result.blob.subject : null;
      const out = this.#out.get(key);
      if (!out || out.stage === 'arrived') {
        // The job of the second one is being put in place; if that fails, the first comes again.
        if (out || !this.#keepEarly(key, result, message)) await this.#discard(message, worker, blob);
        return;
      }
      if (result.key !== key || result.imageId !== out.job.imageId) {
        await this.#refuse('its answer is for another image', { worker, key, message, blob });
        return;
      }
      await this.#take(result, out, { worker, message });
    } catch (error) {
      // The result comes again.
      log.debug({ err: error }, 'A result could not be taken');
      message.nak(2_000);
    }
  }

  #keepEarly(key: string, result: Result, message: JsMsg): boolean {
    if (result.is !== 'done' || performance.now() - this.#begunMs > this.#options.times.earlyMs) return false;
    this.#early.set(key, message);
    return true;
  }

  async #take(result: Result, out: Out, { worker, message }: { worker: string; message: JsMsg }): Promise<void> {
    const { job } = out;
    if (result.is === 'failed') {
      this.#workers.noteFailed(worker, result.reason);
      this.#failed++;
      out.end({ error: new JobFailure(result.reason) });
      await ackSurely(message);
      return;
    }
    if (result.is === 'returned') {
      await ackSurely(message);
      if (result.attempt < job.attempt) return;
      if (result.needsSource) this.#sources.forget(job.source);
      else this.#workers.noteFailed(worker, result.reason);
      await this.#again(out, { needsSource: result.needsSource });
      return;
    }
    if (job.darktable !== null && result.darktable !== job.darktable) {
      const reason = `it was made by darktable ${result.darktable ?? 'of an unknown version'}`;
      await this.#refuse(reason, { worker, key: job.key, message, blob: result.blob.subject });
      return;
    }
    out.stage = 'arrived';
    try {
      const { link } = this.#broker;
      if (!link) throw new Interrupted('the broker is away');
      const { drafts } = out;
      await this.#checking.take(() =>
        receivePictures(result, { worker, job, drafts, link, decoder: this.#options.decoder }),
      );
    } catch (error) {
      out.stage = 'out';
      if (error instanceof PictureRefused)
        await this.#refuse(error.message, { worker, key: job.key, message, blob: result.blob.subject });
      else if (asRoom(error) && !isTimeout(error)) {
        out.end({ error: asRoom(error) });
        message.nak(5_000);
      } else message.nak(1_000);
      return;
    }
    await this.#hand(result, out, { worker, message });
  }

  /** The pictures are checked: whoever waits for them puts them in place. */
  async #hand(
    { blob, mayBeFiner }: Extract<Result, { is: 'done' }>,
    out: Out,
    { worker, message }: { worker: string; message: JsMsg },
  ): Promise<void> {
    if (!(await this.#sources.isStill(out.job.source))) {
      for (const draft of out.drafts) await rm(draft, { force: true });
      out.end({ error: new NotByWorkers('the photograph has changed meanwhile', { isForGood: false }) });
      await this.#discard(message, worker, blob.subject);
      return;
    }
    const settle = (isOver: boolean) => {
      if (!isOver) {
        message.nak(5_000);
        return;
      }
      this.#workers.noteDone(worker);
      this.#done++;
      this.#discard(message, worker, blob.subject).catch((error: unknown) =>
        this.#options.log.debug({ err: error }, 'A result stays at the broker for a while'),
      );
    };
    out.end({ made: { mayBeFiner, settle } });
  }

  /** Gives the job to somebody else, and says whose picture it was. */
  async #refuse(
    why: string,
    { worker, key, message, blob }: { worker: string; key: string; message: JsMsg; blob: string | null },
  ): Promise<void> {
    this.#options.log.warn(`A picture of worker ${worker} was refused: ${why}`);
    this.#workers.noteFailed(worker, `refused: ${why}`);
    const out = this.#out.get(key);
    if (out && out.stage !== 'arrived') {
      out.job.notBy.push(worker);
      const others = this.#workers.atWork(this.#darktable).filter((name) => !out.job.notBy.includes(name));
      const reason = `worker ${worker} made it wrong: ${why}`;
      if (others.length === 0) out.end({ error: new NotByWorkers(reason, { isForGood: true }) });
      else await this.#again(out, { needsSource: false });
    }
    await this.#discard(message, worker, blob);
    this.#options.onChange();
  }

  async #again(out: Out, { needsSource }: { needsSource: boolean }): Promise<void> {
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

  /** Removes a result that is in place or not wanted, and its pictures. */
  async #discard(message: JsMsg, worker: string, blob: string | null): Promise<void> {
    const isIts = blob?.startsWith(`res.${worker}.`) === true && !/[*>]/.test(blob);
    if (isIts) await this.#broker.link?.jsm.streams.purge(STREAMS.pictures, { filter: blob });
    await ackSurely(message);
  }

  // Looking after what is out

  /** Gives up on what is out when nobody is there to do it, and finds what got lost. */
  async #compare(): Promise<void> {
    const { times } = this.#options;
    const now = performance.now();
    if (this.hasWorkers) this.#idleSinceMs = null;
    else this.#idleSinceMs ??= now;
    const isAlone = this.#idleSinceMs !== null && now - this.#idleSinceMs > times.aloneMs;
    if (isAlone) this.#giveUp();
    const { link } = this.#broker;
    if (!link) return;
    const { jsm } = link;
    const [jobs, results, ...lanes] = await Promise.all([
      jsm.streams.info(STREAMS.jobs),
      jsm.streams.info(STREAMS.results),
      jsm.consumers.info(STREAMS.jobs, 'fast'),
      jsm.consumers.info(STREAMS.jobs, 'bulk'),
    ]);
    const sum = (of: (info: (typeof lanes)[number]) => number) => lanes.reduce((all, info) => all + of(info), 0);
    this.#counts = { waiting: sum((info) => info.num_pending), underWay: sum((info) => info.num_ack_pending) };
    this.#isFull &&= this.#out.size > 0;
    const isEarly = now - this.#begunMs < times.earlyMs;
    if (!isEarly) await this.#dropEarly();
    const out = [...this.#out.values()].filter(({ stage }) => stage === 'out').length;
    const there = jobs.state.messages + results.state.messages;
    this.#missed = out > there ? this.#missed + 1 : 0;
    if (this.#missed >= 2) await this.#findLost(link);
    if (!isEarly && jobs.state.messages > this.#out.size) await this.#dropForeign(link);
    if (!isEarly) await this.#dropOrphans(link, results.state.messages);
  }

  /** Those jobs are done here. What comes back later is thrown away, or taken if it was asked for again. */
  #giveUp(): void {
    const given = [...this.#out.values()].filter(({ stage }) => stage !== 'arrived');
    if (given.length === 0) return;
    this.#options.log.warn(`No other machine renders now: ${given.length} jobs are done here`);
    for (const out of given) out.end({ error: new NotByWorkers('no worker is there', { isForGood: false }) });
  }

  /** A worker may confirm a job that it did not do. Then there is neither job nor result. */
  async #findLost({ jsm }: Link): Promise<void> {
    this.#missed = 0;
    const [jobs, results] = await Promise.all([
      subjectsOf(jsm, STREAMS.jobs, 'jobs.>'),
      subjectsOf(jsm, STREAMS.results, 'results.>'),
    ]);
    const there = new Set([...Object.keys(jobs), ...Object.keys(results)].map((subject) => partOf(subject, 2)));
    const since = performance.now() - 2 * this.#options.times.lookMs;
    for (const [key, out] of this.#out)
      if (out.stage === 'out' && !there.has(key) && out.publishedMs < since)
        await this.#again(out, { needsSource: false });
  }

  /** Jobs that nobody here waits for any more. */
  async #dropForeign({ jsm }: Link): Promise<void> {
    for (const subject of Object.keys(await subjectsOf(jsm, STREAMS.jobs, 'jobs.>')))
      if (!this.#out.has(partOf(subject, 2))) await jsm.streams.purge(STREAMS.jobs, { filter: subject });
  }

  async #dropEarly(): Promise<void> {
    for (const [key, message] of this.#early) {
      this.#early.delete(key);
      const worker = partOf(message.subject, 1);
      const result = unpack(Result, message.data);
      await this.#discard(message, worker, result.is === 'done' ? result.blob.subject : null);
    }
  }

  /** Pictures whose worker died before it could tell of them. */
  async #dropOrphans({ jsm }: Link, results: number): Promise<void> {
    const now = performance.now();
    const found = results > 0 ? {} : await subjectsOf(jsm, STREAMS.pictures, 'res.>');
    for (const subject of this.#orphans.keys()) if (!(subject in found)) this.#orphans.delete(subject);
    for (const subject of Object.keys(found)) {
      const since = this.#orphans.get(subject) ?? now;
      this.#orphans.set(subject, since);
      if (now - since > this.#options.times.orphanMs) await jsm.streams.purge(STREAMS.pictures, { filter: subject });
    }
  }
}

/** Before it is known. */
const NO_JOB: Job = {
  ...{ key: '', attempt: 1, job: 'refresh', imageId: 0, sidecar: '', development: null, isComplete: true, boxes: [] },
  source: { path: '', name: '', size: 0, modifiedMs: 0, sha256: '' },
  settings: { subject: '', size: 0, sha256: '' },
  ...{ quality: 0, darktable: null, notBy: [] },
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

/** Until the broker has confirmed it: otherwise the result comes again, which does no harm. */
async function ackSurely(message: JsMsg): Promise<void> {
  await message.ackAck();
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return null;
  }
}
