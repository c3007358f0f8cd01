import { statSync } from 'node:fs';
import type { BridgeStatus } from '../contract/admin.ts';
import type { Rendering } from '../contract/rendering.ts';
import { bridgePaths, isPaused } from '../darktable/bridge-files.ts';
import { readHeartbeat, type Heartbeat } from '../darktable/bridge-heartbeat.ts';
import type { FoundDarktable } from '../darktable/installation.ts';
import type { BridgeNews, Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { RendererState } from '../renderer/renderer.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import type { PluginConfiguration } from './plugin-configuration.ts';
import { type BridgeFacts, readBridgeStatus } from './plugin-status.ts';

export interface PluginWatchOptions {
  facts: () => BridgeFacts;
  settings: () => Readonly<SettingsValues>;
  /** See [Note: Programs alone]. */
  followed: () => Pick<SettingsValues, 'renderer'>;
  configuration: PluginConfiguration;
  /** The darktables on this computer, the one to use first. */
  installations: () => Promise<readonly FoundDarktable[]>;
  /** The waiting jobs, how many workers take previews, and the state of our own renderer. */
  work: () => { refresh: number; export: number; workers: number; renderer: RendererState | null };
  /** The queues were paused or resumed in darktable's panel. */
  onPaused: (paused: boolean) => void;
  events: Events;
  log: Log;
}

const LOOK_MS = 2_000;
/** Checks regularly even without events: a silent plugin or a sandboxed darktable causes none. */
const SEARCH_MS = 10_000;

/** Sees what darktable and the plugin do, and tells when that changes. */
export class PluginWatch {
  readonly #options: PluginWatchOptions;
  readonly #files;
  readonly #endedByBridge = new JobCounter();
  readonly #timer: NodeJS.Timeout;
  readonly #onSettings = () => void this.look();
  #latest: BridgeNews = { state: 'closed', message: 'darktable is not running.' };
  #rendering: Rendering | null = null;
  #looking: Promise<void> | null = null;
  #isClosed = false;
  #signs = '';
  #searchedMs = 0;
  isPaused: boolean;

  constructor(options: PluginWatchOptions) {
    this.#options = options;
    this.#files = bridgePaths(options.facts().dataDir);
    this.isPaused = isPaused(this.#files.pauseFile);
    this.#timer = setInterval(() => this.#glance(), LOOK_MS).unref();
    options.events.on('settings.changed', this.#onSettings);
    this.#onSettings();
  }

  /** The last known status, at most some seconds old. */
  get latest(): BridgeNews {
    return this.#latest;
  }

  /** Who renders, as last checked; null before the first check. */
  get rendering(): Rendering | null {
    return this.#rendering;
  }

  async status(): Promise<BridgeStatus> {
    const { facts, settings, followed, installations, work } = this.#options;
    const { refresh, export: exports, workers, renderer } = work();
    const heartbeat = readHeartbeat(this.#files.heartbeat);
    return readBridgeStatus(facts(), await installations(), {
      waiting: { refresh, export: exports },
      jobsPerMinute: this.#endedByBridge.inLastMinute(heartbeat) + (renderer?.ended.length ?? 0),
      isPaused: isPaused(this.#files.pauseFile),
      isReadOnly: settings().readOnly,
      setting: settings().renderer,
      followed: followed().renderer,
      workers,
      renderer,
    });
  }

  /** A full check; the one that is under way, if there is one. */
  async look(): Promise<void> {
    if (this.#isClosed) return;
    this.#looking ??= this.#check().finally(() => (this.#looking = null));
    await this.#looking;
  }

  async #check(): Promise<void> {
    const { configuration, onPaused, log } = this.#options;
    try {
      const isNow = isPaused(this.#files.pauseFile);
      if (isNow !== this.isPaused) {
        this.isPaused = isNow;
        onPaused(isNow);
      }
      if (configuration.isOutdated()) configuration.write();
      this.#tell(await this.status());
    } catch (error) {
      log.debug({ err: error }, 'The status of darktable could not be read');
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#options.events.off('settings.changed', this.#onSettings);
  }

  #tell({ state, message, rendering }: BridgeStatus): void {
    if (this.#isClosed) return;
    const { events } = this.#options;
    if (JSON.stringify(rendering) !== JSON.stringify(this.#rendering)) {
      this.#rendering = rendering;
      events.emit('rendering.changed', rendering);
    }
    if (state !== this.#latest.state || message !== this.#latest.message) {
      this.#latest = { state, message };
      events.emit('bridge.changed', this.#latest);
    }
  }

  /** A full check takes some milliseconds where many processes run; looking for changes takes four stat calls. */
  #glance(): void {
    const { refresh, export: exports, renderer } = this.#options.work();
    const { library } = this.#options.facts();
    const files = [this.#files.heartbeat, this.#files.pauseFile, `${library}.lock`].map(changeOf);
    const ours = [
      renderer?.state,
      renderer?.jobs,
      this.#options.followed().renderer,
      this.#options.settings().readOnly,
    ];
    const now = JSON.stringify([library, files, refresh, exports, ...ours]);
    if (now === this.#signs && performance.now() - this.#searchedMs < SEARCH_MS) return;
    this.#signs = now;
    this.#searchedMs = performance.now();
    void this.look();
  }
}

function changeOf(file: string): string {
  const at = statSync(file, { throwIfNoEntry: false });
  return at ? `${at.ino}:${at.mtimeMs}` : '';
}

const MINUTE_MS = 60_000;

/** How many jobs the plugin finished in the last minute, according to its heartbeats. */
class JobCounter {
  #seen: { atMs: number; started: number; ended: number }[] = [];

  inLastMinute(heartbeat: Heartbeat | null, nowMs = performance.now()): number {
    if (!heartbeat) return 0;
    const { started, done, failed } = heartbeat;
    // A restarted darktable counts from 0.
    this.#seen = this.#seen.filter((one) => one.started === started && one.atMs > nowMs - MINUTE_MS);
    this.#seen.push({ atMs: nowMs, started, ended: done + failed });
    return done + failed - this.#seen[0]!.ended;
  }
}
