import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { PreviewLevel } from '../contract/preview.ts';
import type { Command, Installation } from '../darktable/installation.ts';
import type { DarktableState } from '../darktable/darktable-state.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { ExportFolder } from '../exports/export-folder.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import type { PictureDecoder } from '../previews/picture-decoder.ts';
import type { JobQueue } from '../queues/job-queue.ts';
import { makeAwaitedPreview, scaleAwaitedPreview } from './awaited-preview.ts';
import { AwaitedFirst } from './awaited-first.ts';
import { CliMissing } from './darktable-cli.ts';
import { endOrphan } from './end-orphan.ts';
import type { Farm } from './farm/farm.ts';
import { FinishedJobs } from './finished-jobs.ts';
import { JobFailure, NoRoom, NotByWorkers } from './job-failure.ts';
import { makerHere } from './make-here.ts';
import { isLeftToUs, type Kind, mayRender, type Verdict } from './may-render.ts';
import type { PictureMaker } from './picture-maker.ts';
import { Refining } from './refining.ts';
import { rendererNow, type RendererSettings } from './renderer-settings.ts';
import { RenderTally } from './render-tally.ts';
import { type MadeLately, renderImage, type Wanted, type WantedPreviews } from './render-image.ts';
import type { Asker } from './resident/requests.ts';
import type { ResidentRenderer } from './resident/resident-renderer.ts';
import { TakenJobs } from './taken-jobs.ts';
import { Turns } from './turns.ts';

export interface RendererOptions {
  dataDir: string;
  library: Pick<Library, 'file' | 'read' | 'pictureFile' | 'state' | 'stamp' | 'hasImagesOf'>;
  queues: { readonly refresh: JobQueue; readonly exports: JobQueue };
  settings: () => RendererSettings;
  previewsDir: () => string;
  exports: () => ExportFolder;
  /** The current value. */
  darktable: () => DarktableState;
  /** The revision of the plugin's last configuration. A plugin that repeats it has read that configuration. */
  bridgeRevision: () => string | null;
  /** If omitted, darktable-cli makes everything. */
  resident?: Pick<ResidentRenderer, 'render' | 'unawaitedMs'>;
  /** Workers on other machines; null: there are none. */
  farm?: Pick<Farm, 'make' | 'does' | 'room' | 'urgentRoom' | 'isUrgent' | 'worksHereToo' | 'noteEnded'> | null;
  /** A preview was put in place that shows the history of this key. */
  onRendered?: (id: number, level: PreviewLevel, historyKey: string) => void;
  /** Asked before previews are begun: whether anybody still wants them. */
  isWanted?: (id: number) => boolean;
  /** Cached for a while. */
  installation: () => Promise<Installation | null>;
  decoder: PictureDecoder;
  events: Events;
  log: Log;
  /** The time limit per picture. */
  timeoutMs?: number;
  /** The number of concurrent renderings. */
  atOnce?: number;
  /** How long to wait for a silent plugin after its last heartbeat. */
  silenceMs?: number;
}

/** The renderer's state. `waiting`: it has nothing to do, or must not work. */
export interface RendererState {
  state: 'waiting' | 'working' | 'stuck';
  /** Why it is not working on waiting jobs, in words for people; null otherwise. */
  reason: string | null;
  jobs: { job: 'refresh' | 'export'; id: number }[];
  /** Previews that are rendered again in full quality while no job is waiting. */
  refining: { id: number | null; waiting: number };
  /** Since Safelight was started. */
  done: number;
  failed: number;
  /** When jobs ended in the last minute, Unix ms. */
  ended: readonly number[];
}

export interface Renderer {
  state(): RendererState;
  /**
   * Makes one preview for somebody who waits, apart from all queues, where the settings allow it and the resident darktable can. Never
   * rejects; the file tells whether it was made.
   */
  previewNow(id: number, level: PreviewLevel, asker: Asker): Promise<void>;
  /** Resolves when it has nothing to do. For tests. */
  settled(): Promise<void>;
  /** Stops rendering; those jobs stay in the queue. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 5 * 60_000;
const SILENCE_MS = 60_000;
/** Polled, because other programs add jobs, too, and file events can be missed. */
const LOOK_MS = 2_000;
const SOON_MS = 100;
/** A preview that was made longer ago is made anew with the others. */
const LATELY_MS = 60_000;
/** After any of these there may be something to do. */
const NEWS = ['queue.changed', 'settings.changed', 'bridge.changed', 'library.state', 'farm.changed'] as const;

/**
 * Safelight's own renderer: does the queued jobs with darktable-cli where no bridge does, following the protocol for
 * several workers (docs/bridge-protocol.md). One or two pictures at once, at low priority. When idle it checks two
 * files every two seconds.
 *
 * [Note: Quick first] Previews are made the quick way, which takes a third of the time; when no job is waiting they are
 * made again in full quality (docs/decisions/0007-quick-previews-first.md).
 */
export function openRenderer(options: RendererOptions): Renderer {
  return new CliRenderer(options);
}

/** darktable needs a gigabyte or more for a large raw file and uses all cores. */
const roomFor = () => (availableParallelism() >= 8 && totalmem() >= 15 * 1024 ** 3 ? 2 : 1);

/** A job that is being done, and where. */
interface Begun {
  kind: Kind;
  id: number;
  jobs: TakenJobs;
  maker: PictureMaker;
}

class CliRenderer implements Renderer {
  readonly #options: RendererOptions;
  readonly #stopping = new AbortController();
  readonly #workers: { workDir: string; isBusy: boolean; job: { job: Kind; id: number } | null }[];
  readonly #taken: Record<Kind, TakenJobs>;
  readonly #doing: Record<Kind, Set<number>> = { refresh: new Set(), export: new Set() };
  readonly #finished: Record<Kind, FinishedJobs>;
  /** What workers on other machines cannot do. */
  readonly #onlyHere: Record<Kind, Set<number>> = { refresh: new Set(), export: new Set() };
  readonly #work = new Set<Promise<void>>();
  readonly #refining: Refining;
  readonly #turns: Turns;
  readonly #tally: RenderTally;
  readonly #awaited: AwaitedFirst;
  /** By image, until its next job. */
  readonly #lately = new LRUCache<number, MadeLately>({ max: 100, ttl: LATELY_MS });

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#tally = new RenderTally(options.log);
    this.#awaited = new AwaitedFirst({
      unawaitedMs: () => options.resident?.unawaitedMs ?? Infinity,
      onRest: () => this.#turns.wake(),
    });
    const { refresh, exports } = options.queues;
    this.#taken = { refresh: new TakenJobs(refresh.file), export: new TakenJobs(exports.file) };
    this.#finished = { refresh: new FinishedJobs(this.#taken.refresh), export: new FinishedJobs(this.#taken.export) };
    this.#refining = new Refining({
      library: options.library,
      stopping: this.#stopping.signal,
      log: options.log,
      wanted: (id) => this.#wantedPreviews(id),
    });
    const folder = join(options.dataDir, 'renderer');
    this.#workers = Array.from({ length: options.atOnce ?? roomFor() }, (_, at) => ({
      workDir: join(folder, String(at + 1)),
      isBusy: false,
      job: null,
    }));
    for (const { workDir } of this.#workers) endOrphan(workDir);
    this.#turns = new Turns({
      take: () => this.#takeTurn(),
      onError: (error) => this.#tally.getStuck(reasonOf(error)),
      lookMs: LOOK_MS,
      soonMs: SOON_MS,
      stopping: this.#stopping.signal,
    });
    for (const news of NEWS) options.events.on(news, this.#turns.wake);
    this.#turns.wake();
  }

  state(): RendererState {
    const jobs = this.#workers.flatMap(({ job }) => job ?? []);
    const { isStuck, ...tally } = this.#tally.state();
    return {
      state: isStuck ? 'stuck' : jobs.length > 0 ? 'working' : 'waiting',
      jobs,
      refining: this.#refining.state(),
      ...tally,
    };
  }

  async previewNow(id: number, level: PreviewLevel, { client, signal: gone }: Asker): Promise<void> {
    const { settings, resident, library, decoder, dataDir, log, timeoutMs = TIMEOUT_MS } = this.#options;
    const { renderer, queuesPaused } = settings();
    if (!resident || renderer === 'bridge' || queuesPaused) return;
    const { levels, ...wanted } = this.#wantedPreviews(id);
    this.#refining.interrupt();
    const making = this.#awaited.during(
      makeAwaitedPreview(
        { ...wanted, level },
        {
          dataDir,
          library,
          resident,
          decoder,
          timeoutMs,
          log,
          asker: { client, signal: AbortSignal.any([this.#stopping.signal, gone]) },
        },
      ),
    );
    const work = making.then(async (made) => {
      if (!made) return;
      const smaller = levels.filter((other) => other < level);
      const options = { library, decoder, signal: this.#stopping.signal, log };
      this.#lately.set(id, await scaleAwaitedPreview({ ...wanted, level, smaller }, made, options));
    });
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
    await making;
  }

  async settled(): Promise<void> {
    while (this.#turns.isWanted || this.#work.size > 0) {
      await this.#turns.taken();
      await Promise.all(this.#work);
    }
  }

  async close(): Promise<void> {
    this.#turns.close();
    this.#awaited.close();
    for (const news of NEWS) this.#options.events.off(news, this.#turns.wake);
    this.#stopping.abort(new Error('Safelight is closing.'));
    await this.settled();
    // Puts our jobs back into the queue for the next worker. If that fails, they stay where they are.
    const { refresh, exports } = this.#options.queues;
    await this.#taken.refresh.giveBack((ids) => refresh.appendMany(ids)).catch(() => undefined);
    await this.#taken.export.giveBack((ids) => exports.appendMany(ids)).catch(() => undefined);
  }

  /** Starts as many jobs as allowed, refreshes first. */
  async #takeTurn(): Promise<void> {
    const { queues } = this.#options;
    this.#tally.waitsBecause = null;
    if (this.#refining.isUnderWay && !this.#verdict('refresh').may) this.#refining.interrupt();
    let isIdle = true;
    for (const [kind, queue] of [
      ['refresh', queues.refresh],
      ['export', queues.exports],
    ] as const) {
      const jobs = this.#taken[kind];
      // Only when no job is running, so that none is put back while it is being done.
      const mayInherit = !jobs.hasWork() && this.#doing[kind].size === 0 && jobs.hasBridgeWork();
      if (!jobs.hasWork() && !mayInherit) continue;
      isIdle = false;
      const verdict = this.#verdict(kind);
      if (!verdict.may) {
        this.#tally.waitsBecause ??= verdict.reason;
        if (verdict.giveBack && this.#doing[kind].size === 0 && jobs.isHolding())
          await jobs.giveBack((ids) => queue.appendMany(ids));
        continue;
      }
      if (this.#tally.isPausing) return;
      const { cli = null } = (await this.#options.installation()) ?? {};
      if (cli === null && !this.#options.farm?.does(kind)) {
        this.#tally.waitsBecause = 'darktable-cli is not installed on this computer';
        return;
      }
      if (mayInherit) await this.#inherit(jobs, kind, queue);
      this.#refining.interrupt();
      const hasNew = jobs.take(this.#doing[kind]);
      if (cli !== null) this.#beginHere(kind, jobs, cli);
      this.#handOut(kind, jobs, { hasNew });
      const hasRoom = (this.#options.farm?.room('export') ?? 0) > 0;
      if (!hasRoom && this.#workers.every(({ isBusy }) => isBusy)) return;
    }
    if (!isIdle) return;
    this.#tally.goesOn();
    await this.#refineNext();
  }

  /** As many as this computer does at once. */
  #beginHere(kind: Kind, jobs: TakenJobs, cli: Command): void {
    const { resident, farm, library, decoder, timeoutMs = TIMEOUT_MS } = this.#options;
    for (const worker of this.#workers.filter(({ isBusy }) => !isBusy)) {
      const mine = [...this.#onlyHere[kind]].filter((id) => !this.#doing[kind].has(id));
      const isShared = !farm?.does(kind) || farm.worksHereToo();
      const id = mine[0] ?? (isShared ? this.#next(kind, jobs) : null);
      if (id === null || (kind === 'refresh' && this.#awaited.holdsBack())) return;
      const { workDir } = worker;
      const maker = makerHere({
        cli,
        decoder,
        userConfig: dirname(library.file),
        workDir,
        timeoutMs,
        resident: resident ? { renderer: resident, isAwaited: false, client: null } : null,
      });
      worker.isBusy = true;
      worker.job = { job: kind, id };
      this.#begin({ kind, id, jobs, maker }, () => {
        worker.isBusy = false;
        worker.job = null;
        this.#onlyHere[kind].delete(id);
      });
    }
  }

  /** Gives workers on other machines as many as they take; when they have enough, still what somebody looks at, which was asked for last. */
  #handOut(kind: Kind, jobs: TakenJobs, { hasNew }: { hasNew: boolean }): void {
    const { farm, isWanted } = this.#options;
    if (!farm?.does(kind)) return;
    const room = farm.room(kind);
    const most = room > 0 || !hasNew ? room : farm.urgentRoom(kind);
    if (most === 0) return;
    const notTheirs = new Set([...this.#doing[kind], ...this.#onlyHere[kind]]);
    for (const id of jobs.nextOnes(notTheirs, most)) {
      if (room === 0 && !farm.isUrgent(id)) continue;
      if (kind === 'refresh' && isWanted?.(id) === false && jobs.drop(id)) continue;
      this.#begin({ kind, id, jobs, maker: farm }, () => undefined);
    }
  }

  #next(kind: Kind, jobs: TakenJobs): number | null {
    const { isWanted } = this.#options;
    let id = jobs.next(this.#doing[kind]);
    while (id !== null && kind === 'refresh' && isWanted?.(id) === false && jobs.drop(id))
      id = jobs.next(this.#doing[kind]);
    return id;
  }

  /** See [Note: Quick first]. The plugin renders in full quality immediately. */
  async #refineNext(): Promise<void> {
    if (!this.#refining.isDue || this.#awaited.holdsBack()) return;
    const verdict = this.#verdict('refresh');
    if (!verdict.may) {
      if (verdict.giveBack) this.#refining.clear();
      return;
    }
    const { installation, library, decoder, timeoutMs = TIMEOUT_MS } = this.#options;
    const { cli = null } = (await installation()) ?? {};
    const worker = this.#workers.find(({ isBusy }) => !isBusy);
    if (cli === null || !worker) return;
    const { workDir } = worker;
    const refined = this.#refining.begin(
      makerHere({ cli, resident: null, decoder, userConfig: dirname(library.file), workDir, timeoutMs }),
    );
    if (!refined) return;
    worker.isBusy = true;
    this.#awaited.noteBegun();
    const work = refined.finally(() => {
      worker.isBusy = false;
      this.#work.delete(work);
      this.#turns.wake();
    });
    this.#work.add(work);
  }

  #verdict(kind: Kind): Verdict {
    const { darktable, library, bridgeRevision, silenceMs = SILENCE_MS } = this.#options;
    return mayRender(kind, {
      settings: this.#settingsFor(kind),
      darktable: darktable(),
      bridgeRevision: bridgeRevision(),
      silenceMs,
      library: { file: library.file, isReadable: library.state().status === 'ready' },
    });
  }

  /** What goes to other machines is not left to the plugin. */
  #settingsFor(kind: Kind): RendererSettings {
    const { settings, farm, darktable } = this.#options;
    const renderer = farm?.does(kind) ? 'darktable-cli' : rendererNow(settings().renderer, darktable().heartbeat);
    return { ...settings(), renderer };
  }

  /** Takes the jobs of a plugin that is dead (checked before and after) or no longer does such jobs. */
  async #inherit(jobs: TakenJobs, kind: Kind, queue: JobQueue): Promise<void> {
    const isOurs = () => {
      const state = this.#options.darktable();
      const { renderer } = this.#settingsFor(kind);
      return (
        (!state.answers && state.running === null) ||
        (renderer === 'darktable-cli' && isLeftToUs(kind, state, this.#options.bridgeRevision()))
      );
    };
    if (!isOurs()) return;
    jobs.takeFromBridge(this.#doing[kind]);
    // A starting plugin sends a heartbeat before it looks for its old jobs, so either it finds none or we notice it now.
    if (!isOurs()) await jobs.giveBack((ids) => queue.appendMany(ids));
  }

  #begin(one: Begun, onEnd: () => void): void {
    const { kind, id } = one;
    this.#doing[kind].add(id);
    const work = this.#do(one).finally(() => {
      onEnd();
      this.#doing[kind].delete(id);
      this.#work.delete(work);
      if (one.maker === this.#options.farm) this.#turns.wakeSoon();
      else this.#turns.wake();
    });
    this.#work.add(work);
  }

  /** Never rejects. */
  async #do({ kind, id, jobs, maker }: Begun): Promise<void> {
    const { library, log, queues, farm } = this.#options;
    const begun = performance.now();
    try {
      if (kind === 'refresh' && maker !== farm) this.#awaited.noteBegun();
      const rendered = await renderImage(this.#wanted(kind, id), {
        library,
        maker,
        signal: this.#stopping.signal,
        mayRepeat: () => kind === 'export' || maker === farm || !this.#awaited.holdsBack(),
      });
      this.#tally.goesOn();
      if (rendered.is === 'changed') {
        jobs.done(id);
        await (kind === 'refresh' ? queues.refresh : queues.exports).append(id);
        return;
      }
      if (maker === farm) await this.#finished[kind].add(id);
      else jobs.done(id);
      rendered.settle(true);
      if (rendered.mayBeFiner) this.#refining.add(id, rendered.sidecar);
      this.#tally.noteDone();
      farm?.noteEnded();
      log.debug({ id, job: kind, ms: Math.round(performance.now() - begun) }, 'darktable rendered');
    } catch (error) {
      this.#afterFailure(error, { kind, id, jobs });
    }
  }

  #afterFailure(error: unknown, { kind, id, jobs }: { kind: Kind; id: number; jobs: TakenJobs }): void {
    const { log } = this.#options;
    if (this.#stopping.signal.aborted) return;
    if (error instanceof NotByWorkers) {
      if (error.isForGood) this.#onlyHere[kind].add(id);
      return;
    }
    const isBusyLibrary = error instanceof AppError && error.code === 'library_unavailable';
    if (isBusyLibrary || error instanceof NoRoom || error instanceof CliMissing) {
      this.#tally.getStuck(reasonOf(error));
      return;
    }
    if (!(error instanceof JobFailure)) log.error({ err: error, id, job: kind }, 'Rendering failed');
    try {
      jobs.failed(id, reasonOf(error));
      this.#tally.noteFailed();
      this.#options.farm?.noteEnded();
      this.#tally.goesOn();
      log.warn({ id, job: kind, reason: reasonOf(error) }, 'An image could not be rendered');
    } catch (another) {
      this.#tally.getStuck(reasonOf(another));
    }
  }

  #wanted(kind: Kind, id: number): Wanted {
    if (kind === 'refresh') {
      const lately = this.#lately.get(id);
      this.#lately.delete(id);
      return { ...this.#wantedPreviews(id), lately, job: 'refresh' };
    }
    const { settings, exports } = this.#options;
    return { job: 'export', id, exports: exports(), quality: settings().exportQuality };
  }

  #wantedPreviews(id: number): WantedPreviews {
    const { settings, previewsDir, onRendered } = this.#options;
    const { previewLevels: levels, previewQuality: quality } = settings();
    const noted = onRendered && { onShown: (level: PreviewLevel, key: string) => onRendered(id, level, key) };
    return { id, previewsDir: previewsDir(), levels, quality, ...noted };
  }
}
