import type { SettingName } from '../contract/settings.ts';
import { reasonOf } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import type { SettingsFollower } from '../settings/settings-store.ts';
import type { BridgeDesk } from './bridge-desk.ts';
import type { Door } from './door.ts';
import { GIVEN_NAMES, type GivenOptions, isOpenToLan, lanUrls, type Places } from './places.ts';

export interface SettingsFollowerOptions {
  /** What the command line said; it loses what is changed now. */
  given: GivenOptions;
  /** Where everything should be by the settings of now. */
  wanted: () => Places;
  shown: () => Library;
  /** Shows another library, or the same one with other queues. Rejects, and leaves everything as it was, when that cannot be. */
  changeWorld: (change: (places: Places) => Places) => Promise<void>;
  /** Before that queue is opened. */
  onQueueChosen: (file: string) => void;
  onCacheMoved: () => void;
  onExportsMoved: (exportDir: string | null) => Promise<void>;
  /** null: this computer cannot start Safelight at login. */
  setAutostart: ((on: boolean) => Promise<void>) | null;
  door: Door;
  bridge: BridgeDesk;
  events: Events;
  log: Log;
}

/** What follows when settings change while Safelight runs. */
export function settingsFollower(options: SettingsFollowerOptions): SettingsFollower {
  const { given, wanted: placesWanted, shown, changeWorld, setAutostart, door, bridge, events, log } = options;
  return async ({ keys, after }) => {
    const late: SettingName[] = [];
    // First, before anything is awaited: the pause file and the setting must never be seen to differ.
    if (keys.has('queuesPaused') && bridge.isPaused() !== after.queuesPaused) {
      bridge.setPaused(after.queuesPaused);
      events.emit('queues.paused', { paused: after.queuesPaused });
    }
    if (keys.has('readOnly')) events.emit('read-only.changed', { readOnly: after.readOnly });
    for (const name of GIVEN_NAMES) if (keys.has(name)) given[name] = undefined;
    if (keys.has('lan')) given.host = undefined;

    if (keys.has('autostart')) await setAutostart?.(after.autostart);
    const wanted = placesWanted();
    if (keys.has('refreshQueue')) options.onQueueChosen(wanted.refreshQueue);
    if (keys.has('exportQueue')) options.onQueueChosen(wanted.exportQueue);
    const attempt = async (names: readonly SettingName[], change: (places: Places) => Places) => {
      if (!names.some((name) => keys.has(name))) return;
      try {
        await changeWorld(change);
      } catch {
        // Said in the log. The next start tries again.
        late.push(...names.filter((name) => keys.has(name)));
      }
    };
    const before = shown().file;
    // First the library: the jobs of the former are found where the queues are now.
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
    if (keys.has('host') || keys.has('lan') || keys.has('port')) {
      try {
        await door.move(wanted.host, keys.has('port') ? wanted.port : door.port());
        if (isOpenToLan(door.host())) log.warn(`Other computers can reach Safelight: ${lanWords(door)}`);
      } catch (error) {
        log.error(`Safelight stays at ${door.url()}: ${reasonOf(error)}`);
        late.push(...(['host', 'lan', 'port'] as const).filter((name) => keys.has(name)));
      }
    }
    bridge.tell();
    return late;
  };
}

const lanWords = (door: Door) =>
  lanUrls(door.host(), door.port()).join(' ') || 'by no address; this computer is in no network';
