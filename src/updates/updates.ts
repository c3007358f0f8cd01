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
import { installKind, isWritable, portableCopy, removeFormer } from './portable-copy.ts';
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

export function openUpdates({ settings, events, log, handOver, isLasting = false }: UpdatesOptions): Updates {
  const kind = installKind(programDir);
  const copy = platform() === 'linux' ? portableCopy(programDir) : null;
  const hasKey = countKeys() > 0;
  const failed = copy && failedUpdate(copy);
  let offered: { release: Release; address: string } | null = null;
  let checked: number | null = null;
  let problem: UpdateStatus['problem'] = failed && { code: failed.code, message: failed.message };
  let progress: UpdateStatus['progress'] = null;
  let askedMs = -Infinity;
  /** Whatever is asked or fetched ends with it. */
  let stopping = new AbortController();
  let timers: NodeJS.Timeout[] = [];

  const available = () => (offered && isNewer(offered.release.version, version) ? offered : null);
  const status = (): UpdateStatus => {
    const found = settings().checkForUpdates ? available()?.release : undefined;
    return {
      enabled: settings().checkForUpdates,
      has_key: hasKey,
      version,
      kind,
      can_install: copy !== null && handOver !== null && isWritable(copy),
      checked,
      available: found ? { version: found.version, date: found.date, notes: found.notes } : null,
      problem: problem ?? (settings().checkForUpdates && !hasKey ? { code: 'no-key', message: NO_KEY } : null),
      progress,
    };
  };
  const tell = () => events.emit('updates.changed');
  const note = (error: unknown) => {
    problem =
      error instanceof UpdateError
        ? { code: error.code, message: error.message }
        : { code: 'unreadable', message: reasonOf(error) };
    log.warn(problem.message);
  };

  const check = async (): Promise<UpdateStatus> => {
    const { checkForUpdates, updateAddress } = settings();
    if (!checkForUpdates)
      throw new AppError('conflict', 'Safelight does not look for updates. You can switch it on in the settings.');
    askedMs = Date.now();
    const { signal } = stopping;
    try {
      if (updateAddress === null) throw new UpdateError('no-address', 'No address of updates is set.');
      const release = await askForRelease(updateAddress, ownKeys(), signal);
      offered = { release, address: updateAddress };
      checked = Date.now();
      problem = null;
      if (available()) log.info({ version: release.version, date: release.date }, 'A newer Safelight is available');
    } catch (error) {
      if (!signal.aborted) note(error);
    }
    tell();
    return status();
  };

  const startFetch = () => {
    const found = status().available === null ? null : available();
    if (!found) throw new AppError('conflict', 'No newer version is known. Look for updates first.');
    if (copy === null || handOver === null)
      throw new AppError(
        'conflict',
        'This Safelight does not replace itself. Install the new version as you installed this one.',
      );
    if (progress !== null) throw new AppError('conflict', 'The update is being installed already.');
    problem = null;
    progress = { step: 'download', done: 0, total: 0 };
    tell();
    const { release, address } = found;
    const { signal } = stopping;
    return (async (): Promise<FetchedUpdate> => {
      try {
        const program = await fetchUpdate({
          copy,
          release,
          address,
          platform: ownPlatform(),
          signal,
          onProgress(step, done, total) {
            progress = { step, done, total };
          },
        });
        progress = { step: 'try', done: 0, total: 0 };
        return { copy, version: release.version, program };
      } catch (error) {
        progress = null;
        if (!signal.aborted) note(error);
        throw error;
      } finally {
        tell();
      }
    })();
  };

  const stop = () => {
    stopping.abort();
    stopping = new AbortController();
  };

  const follow = () => {
    stop();
    for (const timer of timers.splice(0)) clearTimeout(timer);
    if (!settings().checkForUpdates) {
      [offered, checked, askedMs] = [null, null, -Infinity];
      if (progress === null) problem = null;
      tell();
    } else if (isLasting) {
      const look = () => {
        if (progress === null && Math.abs(Date.now() - askedMs) >= DAY_MS) void check().catch(() => undefined);
      };
      timers = [setTimeout(look, FIRST_MS).unref(), setInterval(look, LOOK_MS).unref()];
    }
  };

  if (isLasting && copy) {
    try {
      removeFormer(copy);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Former versions could not be removed');
    }
  }
  if (settings().checkForUpdates) follow();

  return {
    status,
    check,
    install() {
      void startFetch().then(handOver, () => undefined);
      return status();
    },
    cancel() {
      if (progress === null || progress.step === 'try')
        throw new AppError('conflict', 'No update is being downloaded.');
      stop();
      progress = null;
      tell();
      return status();
    },
    fetch: () => startFetch(),
    follow,
    close() {
      stop();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
