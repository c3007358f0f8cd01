import type { SettingName } from '../contract/settings.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import type { SettingsFollower } from '../settings/settings-store.ts';
import type { PluginService } from './plugin-service.ts';
import type { Serving } from './open-serving.ts';
import { GUEST_SETTINGS } from './guest-listener.ts';
import { DOMAIN_SETTINGS } from './own-domain.ts';
import { TUNNEL_SETTINGS } from './own-tunnel.ts';
import { GIVEN_NAMES, type GivenOptions, type Configuration } from './configuration.ts';

export interface SettingsFollowerOptions {
  /** Options from the command line. A changed setting replaces its option. */
  given: GivenOptions;
  /** The configuration by the current settings. */
  wanted: () => Configuration;
  shown: () => Library;
  /** Shows another library, or the same one with other queues. On failure it rejects and changes nothing. */
  reopenLibrary: (change: (configuration: Configuration) => Configuration) => Promise<void>;
  /** Before that queue is opened. */
  onQueueChosen: (file: string) => void;
  onCacheMoved: () => void;
  onExportsMoved: (exportDir: string | null) => Promise<void>;
  onUpdatesChosen: () => void;
  setAutostart: (on: boolean) => Promise<void>;
  serving: Pick<Serving, 'listener' | 'https' | 'tunnel' | 'domain' | 'tailscale' | 'guests' | 'lanUrls'>;
  plugin: PluginService;
  events: Events;
  log: Log;
}

/** What decides where Safelight listens. */
const NETWORK = ['host', 'lan', 'port', 'https', 'httpsPort'] as const satisfies SettingName[];

/** Applies changed settings while Safelight is running. */
export function settingsFollower(options: SettingsFollowerOptions): SettingsFollower {
  const { given, wanted: configurationNow, shown, reopenLibrary, setAutostart, serving, plugin, events, log } = options;
  const { listener } = serving;
  return async ({ keys, after }) => {
    const late: SettingName[] = [];
    // Before anything is awaited, so that the pause file and the setting never differ.
    if (keys.has('queuesPaused') && plugin.isPaused() !== after.queuesPaused) {
      plugin.setPaused(after.queuesPaused);
      events.emit('queues.paused', { paused: after.queuesPaused });
    }
    if (keys.has('readOnly')) events.emit('read-only.changed', { readOnly: after.readOnly });
    for (const name of GIVEN_NAMES) if (keys.has(name)) given[name] = undefined;
    if (keys.has('lan')) given.host = undefined;

    if (keys.has('checkForUpdates') || keys.has('updateAddress')) options.onUpdatesChosen();
    if (keys.has('autostart')) await setAutostart(after.autostart);
    const wanted = configurationNow();
    if (keys.has('refreshQueue')) options.onQueueChosen(wanted.refreshQueue);
    if (keys.has('exportQueue')) options.onQueueChosen(wanted.exportQueue);
    const attempt = async (names: readonly SettingName[], change: (configuration: Configuration) => Configuration) => {
      if (!names.some((name) => keys.has(name))) return;
      try {
        await reopenLibrary(change);
      } catch {
        // The failure is logged; the next start tries again.
        late.push(...names.filter((name) => keys.has(name)));
      }
    };
    const before = shown().file;
    // The library first: the previous library's jobs are still in the current queues.
    await attempt(['library'], (now) => ({ ...now, library: wanted.library }));
    await attempt(['refreshQueue', 'exportQueue'], (now) => ({
      ...now,
      refreshQueue: wanted.refreshQueue,
      exportQueue: wanted.exportQueue,
    }));
    const library = shown();
    if (library.file !== before) {
      events.emit('library.switched', { file: library.file, message: library.state().message });
    }
    if (keys.has('darktableCache')) options.onCacheMoved();
    if (keys.has('exportDir')) await options.onExportsMoved(wanted.exportDir);
    // A server that moves waits only so long for the answer to this very request.
    if (keys.has('https')) await serving.https.prepare();
    if (keys.has('host') || keys.has('lan') || keys.has('port')) {
      try {
        await listener.move(wanted.host, keys.has('port') ? wanted.port : listener.port());
      } catch (error) {
        log.error({ url: listener.url(), reason: reasonOf(error) }, 'Safelight stays at its address');
        late.push(...(['host', 'lan', 'port'] as const).filter((name) => keys.has(name)));
      }
    }
    if (NETWORK.some((name) => keys.has(name))) {
      await serving.https.follow();
      const urls = serving.lanUrls();
      if (urls.length > 0) log.warn({ urls }, 'Other computers can reach Safelight');
    }
    if (DOMAIN_SETTINGS.some((name) => keys.has(name))) serving.domain.follow();
    if (keys.has('tailscale')) serving.tailscale.follow();
    if (TUNNEL_SETTINGS.some((name) => keys.has(name))) await serving.tunnel.follow();
    if (GUEST_SETTINGS.some((name) => keys.has(name))) await serving.guests.follow();
    plugin.tell();
    return late;
  };
}
