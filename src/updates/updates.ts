import { arch, platform } from 'node:os';
import { join } from 'node:path';
import type { PublicSettings } from '../contract/settings.ts';
import type { UpdateStatus } from '../contract/updates.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { assetsDir, programDir, version } from '../platform/package-files.ts';
import { askForRelease, NO_KEY } from './ask-for-release.ts';
import { failedUpdate } from './failed-update.ts';
import { fetchUpdate } from './fetch-update.ts';
import type { FetchedUpdate } from './install-update.ts';
import { installKind, isWritable, type PortableCopy, portableCopy, removeFormer } from './portable-copy.ts';
import { isNewer } from './semver.ts';
import { UpdateError } from './update-error.ts';
import { readPublicKeys, type Release } from './version-file.ts';

export interface UpdatesOptions {
  settings: () => Pick<PublicSettings, 'checkForUpdates' | 'updateAddress'>;
  events: Events;
  log: Log;
  /** Puts a fetched version in our place; null: this process cannot. */
  handOver: ((update: FetchedUpdate) => void) | null;
  /** Looks by itself: a while after the start, and once a day. */
  isLasting?: boolean;
}

/**
 * Newer versions of Safelight. Nobody is asked while the setting `checkForUpdates` is off, whatever is called here.
 */
export interface Updates {
  status(): UpdateStatus;
  /** Asks which version is the newest; the status tells it, or the problem. Throws `conflict` when it is switched off. */
  check(): Promise<UpdateStatus>;
  /**
   * Begins to fetch the version that is available; the status tells the progress, and a problem. Once it is there it is
   * handed over. Throws `conflict` when there is none, or this copy cannot replace itself.
   */
  install(): UpdateStatus;
  /** Gives a download up. Throws `conflict` when there is none: what is downloaded is being tried already. */
  cancel(): UpdateStatus;
  /** The same as `install`, until it is there. Throws UpdateError, too. */
  fetch(): Promise<FetchedUpdate>;
  /** After a change of its settings. */
  follow(): void;
  close(): void;
}

const FIRST_MS = 10_000;
const DAY_MS = 24 * 3600 * 1000;
/** How often it is looked whether a day has passed: a laptop sleeps in between. */
const LOOK_MS = 15 * 60 * 1000;

/** As the files of a release are named: linux-amd64. */
const ownPlatform = () => `${platform()}-${arch() === 'x64' ? 'amd64' : arch()}`;

const ownKeys = () => readPublicKeys(join(assetsDir, 'update-keys.txt'));

function countKeys(): number {
  try {
    return ownKeys().length;
  } catch {
    return 0;
  }
}

export const openUpdates = (options: UpdatesOptions): Updates => new SafelightUpdates(options);

class SafelightUpdates implements Updates {
  readonly #options: UpdatesOptions;
  readonly #copy = platform() === 'linux' ? portableCopy(programDir) : null;
  readonly #hasKey = countKeys() > 0;
  #offered: { release: Release; address: string } | null = null;
  #checked: number | null = null;
  #problem: UpdateStatus['problem'] = null;
  #progress: UpdateStatus['progress'] = null;
  #askedMs = -Infinity;
  /** Whatever is asked or fetched ends with it. */
  #stopping = new AbortController();
  #timers: NodeJS.Timeout[] = [];

  constructor(options: UpdatesOptions) {
    this.#options = options;
    const failed = this.#copy && failedUpdate(this.#copy);
    if (failed) this.#problem = { code: failed.code, message: failed.message };
    if (options.isLasting && this.#copy) this.#removeFormer(this.#copy);
    if (this.#isOn) this.follow();
  }

  status(): UpdateStatus {
    const found = this.#isOn ? this.#newer?.release : undefined;
    return {
      enabled: this.#isOn,
      has_key: this.#hasKey,
      version,
      kind: installKind(programDir),
      can_install: this.#copy !== null && this.#options.handOver !== null && isWritable(this.#copy),
      checked: this.#checked,
      available: found ? { version: found.version, date: found.date, notes: found.notes } : null,
      problem: this.#problem ?? (this.#isOn && !this.#hasKey ? { code: 'no-key', message: NO_KEY } : null),
      progress: this.#progress,
    };
  }

  async check(): Promise<UpdateStatus> {
    if (!this.#isOn)
      throw new AppError('conflict', 'Safelight does not look for updates. You can switch it on in the settings.');
    const address = this.#options.settings().updateAddress;
    this.#askedMs = Date.now();
    const { signal } = this.#stopping;
    try {
      if (address === null) throw new UpdateError('no-address', 'No address of updates is set.');
      const release = await askForRelease(address, ownKeys(), signal);
      this.#offered = { release, address };
      this.#checked = Date.now();
      this.#problem = null;
      if (this.#newer)
        this.#options.log.info({ version: release.version, date: release.date }, 'A newer Safelight is available');
    } catch (error) {
      if (!signal.aborted) this.#note(error);
    }
    this.#tell();
    return this.status();
  }

  install(): UpdateStatus {
    const { handOver } = this.#options;
    void this.#startFetch().then(handOver, () => undefined);
    return this.status();
  }

  cancel(): UpdateStatus {
    if (this.#progress === null || this.#progress.step === 'try')
      throw new AppError('conflict', 'No update is being downloaded.');
    this.#stop();
    this.#progress = null;
    this.#tell();
    return this.status();
  }

  fetch(): Promise<FetchedUpdate> {
    return this.#startFetch();
  }

  follow(): void {
    this.#stop();
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    if (!this.#isOn) {
      [this.#offered, this.#checked, this.#askedMs] = [null, null, -Infinity];
      if (this.#progress === null) this.#problem = null;
      this.#tell();
    } else if (this.#options.isLasting) {
      const look = () => {
        const isDue = Math.abs(Date.now() - this.#askedMs) >= DAY_MS;
        if (this.#progress === null && isDue) void this.check().catch(() => undefined);
      };
      this.#timers = [setTimeout(look, FIRST_MS).unref(), setInterval(look, LOOK_MS).unref()];
    }
  }

  close(): void {
    this.#stop();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  get #isOn(): boolean {
    return this.#options.settings().checkForUpdates;
  }

  /** What was offered, if it is newer than this. */
  get #newer() {
    return this.#offered && isNewer(this.#offered.release.version, version) ? this.#offered : null;
  }

  /** Throws at once where nothing can be fetched. */
  #startFetch(): Promise<FetchedUpdate> {
    const copy = this.#copy;
    const found = this.#isOn ? this.#newer : null;
    if (!found) throw new AppError('conflict', 'No newer version is known. Look for updates first.');
    if (copy === null || this.#options.handOver === null)
      throw new AppError(
        'conflict',
        'This Safelight does not replace itself. Install the new version as you installed this one.',
      );
    if (this.#progress !== null) throw new AppError('conflict', 'The update is being installed already.');
    this.#problem = null;
    this.#progress = { step: 'download', done: 0, total: 0 };
    this.#tell();
    return this.#fetch(copy, found);
  }

  async #fetch(
    copy: PortableCopy,
    { release, address }: { release: Release; address: string },
  ): Promise<FetchedUpdate> {
    const { signal } = this.#stopping;
    try {
      const program = await fetchUpdate({
        copy,
        release,
        address,
        platform: ownPlatform(),
        signal,
        onProgress: (step, done, total) => void (this.#progress = { step, done, total }),
      });
      this.#progress = { step: 'try', done: 0, total: 0 };
      return { copy, version: release.version, program };
    } catch (error) {
      this.#progress = null;
      if (!signal.aborted) this.#note(error);
      throw error;
    } finally {
      this.#tell();
    }
  }

  #stop(): void {
    this.#stopping.abort();
    this.#stopping = new AbortController();
  }

  #tell(): void {
    this.#options.events.emit('updates.changed');
  }

  #note(error: unknown): void {
    this.#problem =
      error instanceof UpdateError
        ? { code: error.code, message: error.message }
        : { code: 'unreadable', message: reasonOf(error) };
    this.#options.log.warn(this.#problem.message);
  }

  #removeFormer(copy: PortableCopy): void {
    try {
      removeFormer(copy);
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'Former versions could not be removed');
    }
  }
}
