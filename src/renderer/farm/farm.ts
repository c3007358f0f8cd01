import { join } from 'node:path';
import { type FarmState, NO_FARM } from '../../contract/farm.ts';
import type { Installation } from '../../darktable/installation.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import type { JobQueue } from '../../queues/job-queue.ts';
import { NotByWorkers } from '../job-failure.ts';
import type { Kind } from '../may-render.ts';
import type { Made, PictureMaker, PictureOrder } from '../picture-maker.ts';
import { Coordinator, type CoordinatorTimes, TIMES } from './coordinator.ts';
import { readCredentials } from './credentials.ts';
import { Speed } from './speed.ts';
import type { StoreBytes } from './streams.ts';

/** The settings that decide who renders where. */
export interface FarmSettings {
  /** Empty: there is no farm. */
  farmBroker: string;
  farmCredentials: string | null;
  farmJobs: 'previews' | 'exports' | 'both';
  /** How many jobs are at the broker at once. */
  farmWaiting: number;
  farmWorksHere: boolean;
  /** Which versions of darktable may make pictures: that of this computer only, or any. */
  farmVersions: 'same' | 'any';
}

export interface FarmOptions {
  dataDir: string;
  settings: () => Readonly<FarmSettings>;
  /** The folder with the user's darktable settings. */
  userConfig: () => string;
  queues: { readonly refresh: Pick<JobQueue, 'depth'>; readonly exports: Pick<JobQueue, 'depth'> };
  installation: () => Promise<Installation | null>;
  /** Whether somebody looks at this image now: it goes before all others. */
  isUrgent?: (imageId: number) => boolean;
  decoder: PictureDecoder;
  events: Events;
  log: Log;
  /** For tests. */
  times?: Partial<CoordinatorTimes>;
  storeBytes?: StoreBytes;
  ackWaitMs?: number;
}

/** Workers on other machines, which make pictures where the settings name a broker. */
export interface Farm extends PictureMaker {
  /** Whether jobs of this kind are for workers, be they there or not. */
  does(kind: Kind): boolean;
  /** How many more jobs of this kind the workers take now. */
  room(kind: Kind): number;
  /** The same for those that somebody looks at: a few are always taken. */
  urgentRoom(kind: Kind): number;
  /** Whether somebody looks at this image now. */
  isUrgent(imageId: number): boolean;
  /** How many workers take jobs of this kind now. */
  atWork(kind: Kind): number;
  /** How many of them are with the workers at once; 0: none is there. */
  atOnce(kind: Kind): number;
  /** Whether this computer does such jobs, too: because it is asked to, or because nobody else is there. */
  worksHereToo(): boolean;
  /** A job ended, here or there. */
  noteEnded(): void;
  state(): FarmState;
  /** Lets a worker take no more jobs, or take jobs again; null: all of them. A job that it has is finished. */
  pause(worker: string | null, isPaused: boolean): void;
  close(): Promise<void>;
}

export const openFarm = (options: FarmOptions): Farm => new BrokerFarm(options);

/** Changes are told so often at most. */
const TELL_MS = 250;

class BrokerFarm implements Farm {
  readonly #options: FarmOptions;
  readonly #speed = new Speed();
  #coordinator: { address: string; file: string | null; is: Coordinator } | null = null;
  /** The credentials cannot be used. */
  #trouble: string | null = null;
  #telling: NodeJS.Timeout | undefined;
  #closing: Promise<void> = Promise.resolve();
  #aloneSinceMs: number | null = performance.now();

  constructor(options: FarmOptions) {
    this.#options = options;
    options.events.on('settings.changed', this.#follow);
    this.#follow();
  }

  does(kind: Kind): boolean {
    const { farmBroker, farmJobs } = this.#options.settings();
    return farmBroker !== '' && (farmJobs === 'both' || (farmJobs === 'exports') === (kind === 'export'));
  }

  room(kind: Kind): number {
    return this.does(kind) ? (this.#coordinator?.is.room(this.#speed.perMinute()) ?? 0) : 0;
  }

  urgentRoom(kind: Kind): number {
    const isTaken = kind === 'refresh' && this.does(kind);
    return isTaken ? (this.#coordinator?.is.urgentRoom(this.#speed.perMinute()) ?? 0) : 0;
  }

  isUrgent(imageId: number): boolean {
    return this.#options.isUrgent?.(imageId) === true;
  }

  atWork(kind: Kind): number {
    return this.does(kind) ? (this.#coordinator?.is.atWork ?? 0) : 0;
  }

  atOnce(kind: Kind): number {
    return this.does(kind) ? (this.#coordinator?.is.atOnce(this.#speed.perMinute()) ?? 0) : 0;
  }

  worksHereToo(): boolean {
    if (this.#options.settings().farmWorksHere) return true;
    const coordinator = this.#coordinator?.is;
    // Who pauses them all does not want this computer to begin instead.
    if (coordinator?.hasWorkers || coordinator?.isPaused) {
      this.#aloneSinceMs = null;
      return false;
    }
    const now = performance.now();
    this.#aloneSinceMs ??= now;
    return now - this.#aloneSinceMs > this.#times.aloneMs;
  }

  make(order: PictureOrder, drafts: readonly string[], signal: AbortSignal): Promise<Made> {
    if (!this.#coordinator) return Promise.reject(new NotByWorkers('there is no broker', { isForGood: false }));
    const isUrgent = order.job === 'refresh' && this.isUrgent(order.imageId);
    return this.#coordinator.is.make(order, drafts, isUrgent ? 'fast' : 'bulk', signal);
  }

  noteEnded(): void {
    this.#speed.count();
    this.#tell();
  }

  state(): FarmState {
    const { queues, settings } = this.#options;
    if (settings().farmBroker === '') return NO_FARM;
    const left =
      (this.does('refresh') ? queues.refresh.depth() : 0) + (this.does('export') ? queues.exports.depth() : 0);
    const perMinute = this.#speed.perMinute();
    return {
      ...NO_FARM,
      ...(this.#coordinator?.is.state() ?? { state: 'refused', reason: this.#trouble }),
      jobs_left: left,
      jobs_per_minute: perMinute,
      minutes_left: perMinute === 0 ? null : Math.round((left * 10) / perMinute) / 10,
    };
  }

  pause(worker: string | null, isPaused: boolean): void {
    this.#coordinator?.is.pause(worker, isPaused);
  }

  async close(): Promise<void> {
    this.#options.events.off('settings.changed', this.#follow);
    clearTimeout(this.#telling);
    await this.#end();
    await this.#closing;
  }

  get #times(): CoordinatorTimes {
    return { ...TIMES, ...this.#options.times };
  }

  /** Another broker or other credentials: what is at the old one is done here or there. */
  readonly #follow = (): void => {
    const { farmBroker: address, farmCredentials: file } = this.#options.settings();
    if (this.#coordinator?.address === address && this.#coordinator.file === file) return;
    if (this.#coordinator) this.#closing = this.#end();
    this.#trouble = null;
    if (address === '') {
      this.#tell();
      return;
    }
    try {
      if (file === null) throw new Error('no file of credentials is set');
      this.#coordinator = { address, file, is: this.#open(address, file) };
    } catch (error) {
      this.#trouble = reasonOf(error);
      this.#options.log.warn({ reason: this.#trouble }, 'Other machines cannot render');
    }
    this.#tell();
  };

  #open(address: string, file: string): Coordinator {
    const { dataDir, settings, userConfig, installation, decoder, log, storeBytes, ackWaitMs } = this.#options;
    return new Coordinator({
      address,
      credentials: readCredentials(file),
      folder: join(dataDir, 'renderer', 'farm'),
      userConfig,
      log,
      decoder,
      times: this.#times,
      storeBytes,
      ackWaitMs,
      most: () => settings().farmWaiting,
      darktable: async () => (settings().farmVersions === 'any' ? null : ((await installation())?.version ?? null)),
      onChange: () => this.#tell(),
    });
  }

  async #end(): Promise<void> {
    const ended = this.#coordinator;
    this.#coordinator = null;
    await ended?.is.close();
  }

  #tell(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#options.events.emit('farm.changed');
    }, TELL_MS).unref();
  }
}
