import { randomUUID } from 'node:crypto';
import type { FarmState } from '../../contract/farm.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import type { Made, PictureOrder } from '../picture-maker.ts';
import { Broker, type BrokerState, type Link } from './broker.ts';
import { BrokerRefused } from './broker-transport.ts';
import type { Credentials } from './credentials.ts';
import { FarmWorkers } from './farm-workers.ts';
import { JobPublisher } from './job-publisher.ts';
import { Heartbeat, readShort } from './protocol.ts';
import { ResultConsumer } from './result-consumer.ts';
import { type ReconcilerTimes, StreamReconciler } from './stream-reconciler.ts';
import { makeStreams, type StoreBytes } from './streams.ts';
import { COORDINATOR_SUBJECT, heartbeatSubject, type Lane, partOf } from './subjects.ts';

export interface CoordinatorTimes extends ReconcilerTimes {
  /** How long results of an earlier run are kept for jobs that may be asked for again. */
  earlyMs: number;
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

/**
 * Hands out jobs through the broker and collects the pictures. The queue files are the truth, the broker only carries: a job is done when
 * its pictures have been checked and are in place. So everything at the broker can be lost, or come twice.
 */
export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #id = randomUUID();
  readonly #broker: Broker;
  readonly #workers = new FarmWorkers();
  readonly #jobs: JobPublisher;
  readonly #results: ResultConsumer;
  readonly #reconciler: StreamReconciler;
  #state: BrokerState = { is: 'connecting' };

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    const { address, credentials, folder, userConfig, darktable, decoder, times, onChange, log } = options;
    const workers = this.#workers;
    const broker = new Broker(
      { address, credentials, log, onState: (state) => this.#hearState(state) },
      (link, isBack) => this.#begin(link, isBack),
    );
    const jobs = new JobPublisher({
      broker,
      workers,
      folder,
      userConfig,
      darktable,
      onChange,
      log,
      hearEarly: (out) => this.#results.hearEarly(out),
    });
    const { earlyMs } = times;
    const results = new ResultConsumer({ broker, workers, jobs, decoder, earlyMs, onChange, log });
    this.#broker = broker;
    this.#jobs = jobs;
    this.#results = results;
    this.#reconciler = new StreamReconciler({ broker, jobs, results, times, log, hasWorkers: () => this.hasWorkers });
  }

  /** How many workers take jobs now. */
  get atWork(): number {
    return this.#state.is === 'connected' ? this.#workers.atWork().length : 0;
  }

  get hasWorkers(): boolean {
    return this.atWork > 0;
  }

  /** By somebody's wish; all of them. */
  get isPaused(): boolean {
    return this.#workers.isAllPaused;
  }

  /** How many more jobs it takes now. */
  room(jobsPerMinute: number): number {
    const most = this.atOnce(jobsPerMinute);
    const room = most - this.#jobs.size;
    // The queue file is read anew each time.
    return room * 4 >= most ? Math.max(0, room) : 0;
  }

  /** The same for those that somebody looks at: a quarter more, so that they need not wait until others are done. */
  urgentRoom(jobsPerMinute: number): number {
    return Math.max(0, Math.ceil(1.25 * this.atOnce(jobsPerMinute)) - this.#jobs.size);
  }

  /** How many are out at once: a few for each worker, more when they are fast, so that no machine has nothing to do at the end. */
  atOnce(jobsPerMinute: number): number {
    if (!this.hasWorkers) return 0;
    const workers = this.#workers.atWork().length;
    return Math.min(this.#options.most(), Math.max(4 * workers, Math.ceil(2 * jobsPerMinute)));
  }

  state(): Pick<FarmState, 'state' | 'reason' | 'workers' | 'waiting' | 'under_way' | 'done' | 'failed' | 'paused'> {
    const is = this.#state.is;
    const isAlone = is === 'connected' && this.#workers.atWork().length === 0;
    const { waiting, underWay } = this.#reconciler.counts;
    return {
      state: is === 'away' ? 'connecting' : is,
      reason:
        'reason' in this.#state
          ? this.#state.reason
          : this.#jobs.isFull
            ? 'the store of the broker is full'
            : isAlone
              ? 'no worker takes jobs'
              : null,
      workers: this.#workers.list(),
      waiting,
      under_way: underWay,
      done: this.#results.done,
      failed: this.#results.failed,
      paused: this.isPaused,
    };
  }

  pause(worker: string | null, isPaused: boolean): void {
    this.#workers.pause(worker, isPaused);
    this.#options.onChange();
  }

  /** As `JobPublisher.make`. */
  make(order: PictureOrder, drafts: readonly string[], lane: Lane, signal: AbortSignal): Promise<Made> {
    return this.#jobs.make(order, drafts, lane, signal);
  }

  async close(): Promise<void> {
    const looked = this.#reconciler.close();
    this.#jobs.close();
    this.#results.stop();
    await this.#broker.close();
    await looked;
  }

  #hearState(state: BrokerState): void {
    const { log } = this.#options;
    const was = this.#state;
    this.#state = state;
    if ('reason' in state && !('reason' in was && was.reason === state.reason))
      log.warn({ reason: state.reason }, 'Other machines cannot render');
    if (state.is === 'connected') log.info('Other machines can render: the broker answers');
    this.#options.onChange();
  }

  async #begin(link: Link, isBack: boolean): Promise<void> {
    await this.#claim(link);
    if (!isBack) await makeStreams(link.jsm, this.#options);
    await this.#jobs.sources.compare(link);
    this.#workers.wantedVersion = await this.#options.darktable();
    if (isBack) return;
    this.#hearHeartbeats(link);
    await this.#results.consume(link);
  }

  /** Two Safelights at one broker would remove each other's jobs. */
  async #claim({ nc }: Link): Promise<void> {
    const answer = await nc.request(COORDINATOR_SUBJECT, this.#id, { timeout: 2_000 }).catch(() => null);
    if (answer && answer.string() !== this.#id)
      throw new BrokerRefused('another Safelight gives jobs to this broker already');
    if (!answer) nc.subscribe(COORDINATOR_SUBJECT, { callback: (_error, message) => void message.respond(this.#id) });
  }

  #hearHeartbeats({ nc }: Link): void {
    nc.subscribe(heartbeatSubject('*'), {
      callback: (_error, message) => {
        const heartbeat = heartbeatIn(message.data);
        if (!heartbeat) return;
        const had = this.hasWorkers;
        const answer = this.#workers.hear(partOf(message.subject, 2), heartbeat);
        message.respond(JSON.stringify(answer));
        if (had !== this.hasWorkers) this.#options.onChange();
      },
    });
  }
}

function heartbeatIn(data: Uint8Array): Heartbeat | null {
  try {
    return readShort(Heartbeat, data);
  } catch {
    return null;
  }
}
