import { access } from 'node:fs/promises';
import { constants, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Installation } from '../../darktable/installation.ts';
import { ReleaseFacts, shippedFacts } from '../../darktable/release-facts.ts';
import { IdleEnd } from '../../platform/child-process.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { forgetConfig, likeUsers, presetsState, settingsState } from '../user-config.ts';
import { developmentOf } from './development.ts';
import { findLibrary, type FoundLibrary, type NoLibrary } from './find-library.ts';
import { KeptByBuild } from './kept-by-build.ts';
import { Refusals, RequestRefused } from './refusals.ts';
import { type Asked, isOfOwner, type Request, safelightItself, type Wanted, WaitingRequests } from './requests.ts';
import { isPlain } from './protocol.ts';
import {
  ChildEnded,
  ChildLate,
  NotRendered,
  ResidentChild,
  type ChildLimits,
  type ChildPicture,
} from './resident-child.ts';
import { selfTest } from './self-test.ts';
import { SourceFailure } from './source-failure.ts';
import { SELF_TEST_PICTURE, testState } from './test-state.ts';
import { Verdicts } from './verdicts.ts';

export interface ResidentOptions {
  dataDir: string;
  installation: () => Promise<Installation | null>;
  /** The user's darktable settings. */
  userConfig: () => string;
  /** Whether it may compute on the graphics card, if its pictures are right with it. */
  usesOpenCl?: () => boolean;
  /** Compares its first pictures with those of darktable-cli. */
  decoder: PictureDecoder;
  log: Log;
  /** The releases of which nothing need be asked. */
  shipped?: readonly ReleaseFacts[];
  limits?: Partial<ChildLimits>;
  /** It ends after this time without requests. */
  idleMs?: number;
  /** It is replaced after this number of pictures. */
  mostPictures?: number;
  /** How long darktable's files must have been left alone: before that it may be in the middle of an update. */
  settleMs?: number;
}

/** Whether pictures come from a resident darktable; `why` it is not used, for people. */
export type ResidentWay =
  | { is: 'resident'; version: string; usesOpenCl: boolean }
  | { is: 'untested'; version: string }
  | { is: 'none'; why: string };

/** `identity` also tells whether it computes on the graphics card. */
type UsedLibrary = FoundLibrary & { usesOpenCl: boolean };

/** Nothing can be rendered this way on this computer, or not at the moment; the message says why, for people. */
export class ResidentUnavailable extends Error {}

const LIMITS: ChildLimits = {
  startMs: 60_000,
  timeoutMs: 60_000,
  // A raw picture of 100 megapixels takes 2.6 GB.
  limitBytes: Math.min(4 * 1024 ** 3, totalmem() / 2),
};
const IDLE_MS = 5 * 60_000;
/** darktable's memory grows a little with each. */
const MOST_PICTURES = 2_000;
const MOST_DEATHS = 3;
/** What is asked instead of a picture can do without the answer. */
const MOST_DEATHS_WHEN_ASKED = 2;
const SETTLE_MS = 5_000;
/** After the last picture that somebody waited for. */
const EDITING_MS = 60_000;
/** After it could not be started. */
const PAUSE_MS = 60_000;

/**
 * The resident darktable: a process that keeps the last pictures decoded and answers with pictures in a fraction of the time of
 * `darktable-cli` (docs/decisions/0019-a-resident-darktable.md). It starts with the first request, and is replaced when it
 * hangs, dies or takes too much memory.
 */
export class ResidentRenderer {
  readonly #options: ResidentOptions;
  readonly #limits: ChildLimits;
  readonly #workDir: string;
  readonly #verdicts: Verdicts;
  readonly #releases;
  readonly #waiting = new WaitingRequests();
  readonly #refusals = new Refusals();
  readonly #idle: IdleEnd;
  #child: { process: ResidentChild; library: string; settings: string; presets: string; isLow: boolean } | null = null;
  /** What the darktable of this identity says of itself. */
  #told: { identity: string; facts: ReleaseFacts } | null = null;
  #unavailable: { why: string; untilMs: number } | null = null;
  #work: Promise<void> | null = null;
  /** When one was begun that any client waits for. */
  #lastAwaitedMs = -Infinity;
  /** Pictures that the owner waits for, and when the last one came. */
  #ofOwner = { count: 0, lastMs: -Infinity };
  #isClosed = false;

  constructor(options: ResidentOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#idle = new IdleEnd(() => this.#endChild('nobody needs it'), options.idleMs ?? IDLE_MS);
    this.#workDir = join(options.dataDir, 'renderer', 'resident');
    this.#verdicts = new Verdicts(join(this.#workDir, 'self-test.json'));
    this.#releases = new KeptByBuild(join(this.#workDir, 'releases.json'), ReleaseFacts);
  }

  /**
   * Rejects with SourceFailure, NotRendered, Superseded, RequestRefused, ResidentUnavailable, `slow_down`, or the signal's reason. A picture
   * that is being made is finished even when nobody wants it any more.
   */
  async render(asked: Asked): Promise<ChildPicture> {
    if (this.#isClosed) throw new ResidentUnavailable('Safelight is closing');
    asked.signal.throwIfAborted();
    this.#refusals.check(asked);
    const made = new Promise<ChildPicture>((resolve, reject) => {
      this.#waiting.add({ ...asked, resolve, reject });
      this.#work ??= this.#idle.use(() => this.#workOff());
    });
    if (!asked.isAwaited || !isOfOwner(asked)) return made;
    this.#ofOwner.count++;
    try {
      const picture = await made;
      this.#ofOwner.lastMs = performance.now();
      return picture;
    } finally {
      this.#ofOwner.count--;
    }
  }

  /** For how long the owner has not waited for a picture; 0 while they do. Other clients, such as a photo frame, hold nothing back. */
  get unawaitedMs(): number {
    return this.#ofOwner.count > 0 ? 0 : performance.now() - this.#ofOwner.lastMs;
  }

  /** Which way pictures are made, without starting anything. */
  async way(): Promise<ResidentWay> {
    const library = await this.#library(await this.#options.installation());
    if ('why' in library) return { is: 'none', why: library.why };
    const verdict = this.#verdicts.of(library.identity);
    const { version, usesOpenCl } = library;
    if (verdict === undefined) return { is: 'untested', version };
    if (verdict.problem !== null) return { is: 'none', why: verdict.problem };
    const { why } = this.#pause() ?? {};
    return why === undefined ? { is: 'resident', version, usesOpenCl } : { is: 'none', why };
  }

  /** What the installed darktable says of itself: as it comes with Safelight, or asked once for each build. Rejects as `render` does. */
  async release(): Promise<ReleaseFacts> {
    const find = async () => this.#library(await this.#options.installation());
    const library = await find();
    if ('why' in library) throw new ResidentUnavailable(library.why);
    const { identity, version } = library;
    if (this.#told?.identity === identity) return this.#told.facts;
    const { shipped = shippedFacts() } = this.#options;
    const kept = shipped.find((facts) => facts.release === version) ?? this.#releases.of(identity);
    const facts = kept ?? (await this.#askRelease());
    const now = kept ? library : await find();
    if (!('identity' in now) || now.identity !== identity) throw new ResidentUnavailable('darktable is being updated');
    if (!kept) await this.#releases.note(identity, facts);
    this.#told = { identity, facts };
    return facts;
  }

  async #askRelease(): Promise<ReleaseFacts> {
    const { release } = await this.render({
      wanted: {
        picture: SELF_TEST_PICTURE,
        development: developmentOf(testState(0)),
        view: { release: true },
        isDraft: false,
        quality: 90,
      },
      isAwaited: false,
      viewer: null,
      ...safelightItself(),
    });
    return release!;
  }

  /** The current process, for tests. */
  get pid(): number | null {
    return this.#child?.process.hasEnded === false ? (this.#child.process.pid ?? null) : null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.close();
    this.#waiting.rejectAll(new ResidentUnavailable('Safelight is closing'));
    this.#endChild('Safelight is closing');
    await this.#work;
    this.#endChild('Safelight is closing');
  }

  async #workOff(): Promise<void> {
    for (let request = this.#waiting.next(); request !== null; request = this.#waiting.next()) {
      try {
        // What the one before has told.
        this.#refusals.check(request);
        request.resolve(await this.#do(request));
      } catch (error) {
        request.reject(error);
      }
    }
    // At once, as whoever gets the last answer may ask again.
    this.#work = null;
  }

  async #do(request: Request): Promise<ChildPicture> {
    const { wanted } = request;
    // darktable need not start for that.
    const isThere = await access(wanted.picture).then(
      () => true,
      () => false,
    );
    if (!isThere) throw new SourceFailure(`the file is missing or cannot be read: ${wanted.picture}`);
    for (let deaths = 0; ;) {
      const child = await this.#childFor(request);
      if (isOfPixels(wanted) && isPlain(wanted.development) && !this.#rendersPlain())
        throw new NotRendered('the default steps of this version of darktable are only known to darktable-cli');
      const isUsed = child.pictures > 0;
      try {
        return await child.render({ ...wanted, isAwaited: request.isAwaited });
      } catch (error) {
        if (!(error instanceof ChildEnded) || this.#isClosed) throw error;
        const { log } = this.#options;
        log.debug(
          { picture: wanted.picture, output: child.output, reason: error.message },
          'The resident darktable has ended',
        );
        // One that has made pictures may have hung by itself. If a new one takes too long as well, others have waited long enough.
        const isTooLong = error instanceof ChildLate && !isUsed;
        const most = isOfPixels(wanted) ? MOST_DEATHS : MOST_DEATHS_WHEN_ASKED;
        if (++deaths < most && !isTooLong) {
          if (!request.signal.aborted) continue;
          // Other clients could end darktable again and again by leaving early.
          if (isOfOwner(request)) throw request.signal.reason;
        }
        this.#refusals.note(request, error.message);
        log.warn({ picture: wanted.picture, reason: error.message }, 'The resident darktable cannot render a picture');
        throw new RequestRefused(error.message, { cause: error });
      }
    }
  }

  /** The installed library, with the graphics card where that is wanted and has not failed the self-test. */
  async #library(installed: Installation | null): Promise<UsedLibrary | NoLibrary> {
    const found = await findLibrary(installed, { settleMs: this.#options.settleMs ?? SETTLE_MS });
    if ('why' in found) return found;
    const withCard = `${found.identity} OpenCL`;
    const usesOpenCl = this.#options.usesOpenCl?.() === true && (this.#verdicts.of(withCard)?.problem ?? null) === null;
    return { ...found, identity: usesOpenCl ? withCard : found.identity, usesOpenCl };
  }

  #rendersPlain(): boolean {
    return this.#child !== null && this.#verdicts.of(this.#child.library)?.rendersPlain === true;
  }

  /** A running process that fits the request, the darktable that is installed now, and the user's settings. */
  async #childFor({ wanted, isAwaited }: Request): Promise<ResidentChild> {
    const { why } = this.#pause() ?? {};
    if (why !== undefined) throw new ResidentUnavailable(why);
    const { installation, userConfig, mostPictures = MOST_PICTURES } = this.#options;
    const installed = await installation();
    const library = await this.#library(installed);
    if ('why' in library) throw new ResidentUnavailable(library.why);
    const verdict = this.#verdicts.of(library.identity);
    if (verdict !== undefined && verdict.problem !== null) throw new ResidentUnavailable(verdict.problem);
    const [settings, presets] = await Promise.all([settingsState(userConfig()), presetsState(userConfig())]);
    const now = this.#child;
    if (now && !now.process.hasEnded) {
      if (now.library !== library.identity) {
        this.#endChild('darktable was upgraded, or may use the graphics card from now on, or may not');
        this.#refusals.clear();
      } else if (now.settings !== settings || (now.presets !== presets && !wanted.development.isComplete)) {
        this.#endChild("darktable's settings have changed");
      } else if (now.process.pictures >= mostPictures) this.#endChild('it has made many pictures');
      else if (!this.#hasPriority(now, isAwaited)) this.#endChild('it has too low a priority');
    }
    if (this.#child?.process.hasEnded !== false) {
      const process = await this.#start(library);
      this.#child = { process, library: library.identity, settings, presets, isLow: false };
    }
    const { process } = this.#child;
    // What it says of itself needs no test of its pictures.
    if (verdict === undefined && !isRelease(wanted)) await this.#test(process, library, installed!);
    this.#hasPriority(this.#child, isAwaited);
    return process;
  }

  /**
   * Lowers or raises it; false: it is low, and this user may not raise it. While somebody is editing it is not lowered, so that it need not
   * be replaced for the next picture.
   */
  #hasPriority(child: { process: ResidentChild; isLow: boolean }, isAwaited: boolean): boolean {
    if (isAwaited) this.#lastAwaitedMs = performance.now();
    const isEditing = performance.now() - this.#lastAwaitedMs < EDITING_MS;
    if (child.isLow === !isAwaited || (!isAwaited && isEditing)) return true;
    const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
    try {
      child.process.setPriority(isAwaited ? PRIORITY_NORMAL : PRIORITY_LOW);
      child.isLow = !isAwaited;
      return true;
    } catch {
      return !isAwaited;
    }
  }

  async #start(library: UsedLibrary): Promise<ResidentChild> {
    const { userConfig, log } = this.#options;
    const config = join(this.#workDir, 'config');
    let failure: unknown;
    for (let attempt = 0; attempt < MOST_DEATHS && !this.#isClosed; attempt++) {
      try {
        // The cause may be the user's data.db, of another version, or what a killed process left behind.
        if (attempt > 0) await forgetConfig(config);
        if (attempt < 2) await likeUsers(config, userConfig(), { withPresets: true });
        const { file, dataDir, version, usesOpenCl } = library;
        const { limitBytes } = this.#limits;
        const start = { library: file, dataDir, workDir: this.#workDir, version, usesOpenCl, limitBytes };
        const child = new ResidentChild(start, this.#limits);
        // So that it can be ended while it starts.
        this.#child = { process: child, library: library.identity, settings: '', presets: '', isLow: false };
        await child.ready;
        return child;
      } catch (error) {
        failure = error;
        log.debug({ err: error, output: this.#child?.process.output }, 'The resident darktable did not start');
      }
    }
    if (this.#isClosed) throw new ResidentUnavailable('Safelight is closing');
    const reason = reasonOf(failure);
    // Before it was ever tested, that is a verdict, unless the disk is at fault.
    if (failure instanceof ChildEnded && this.#verdicts.of(library.identity) === undefined)
      await this.#noteProblem(library, reason);
    this.#unavailable = { why: reason, untilMs: performance.now() + PAUSE_MS };
    throw new ResidentUnavailable(reason);
  }

  async #test(child: ResidentChild, library: UsedLibrary, { cli }: Installation): Promise<void> {
    const { decoder, log } = this.#options;
    const begun = performance.now();
    try {
      const workDir = join(this.#workDir, 'self-test');
      // Default steps depend on the user's settings; presets, which may be damaged, are left out.
      await likeUsers(join(workDir, 'config'), this.#options.userConfig(), { withPresets: false });
      const outcome = await selfTest(child, { cli: cli!, workDir, decoder });
      const { problem } = outcome;
      await this.#verdicts.note(library.identity, outcome);
      if (problem !== null) throw new ResidentUnavailable(problem);
      log.debug(
        { version: library.version, ms: Math.round(performance.now() - begun) },
        'darktable passed the self-test',
      );
    } catch (error) {
      this.#endChild('it did not pass the self-test');
      if (error instanceof ChildEnded && !this.#isClosed)
        await this.#noteProblem(library, `${error.message} in its self-test`);
      if (!(error instanceof ResidentUnavailable)) throw new ResidentUnavailable(reasonOf(error), { cause: error });
      log.info({ reason: error.message }, 'Pictures come from darktable-cli');
      throw error;
    }
  }

  async #noteProblem(library: UsedLibrary, problem: string): Promise<void> {
    this.#options.log.info(
      { reason: problem },
      'Pictures come from darktable-cli: the resident darktable does not work',
    );
    await this.#verdicts.note(library.identity, { problem, rendersPlain: false });
  }

  #pause(): { why: string } | null {
    return this.#unavailable !== null && performance.now() < this.#unavailable.untilMs ? this.#unavailable : null;
  }

  #endChild(why: string): void {
    this.#child?.process.end(why);
    this.#child = null;
  }
}

const isRelease = ({ view }: Pick<Wanted, 'view'>) => view !== null && 'release' in view;
const isOfPixels = ({ view }: Pick<Wanted, 'view'>) => view === null || !('release' in view || 'modules' in view);
