import type { SettingName } from '../contract/settings.ts';
import { openLibrary, type LibraryState } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import type { Updates } from '../updates/updates.ts';
import type { followAutostart } from './autostart.ts';
import type { ClosingStack } from './closing-stack.ts';
import { cacheOf, configurationOf, type Configuration } from './configuration.ts';
import { watchForLibraries } from './library-watcher.ts';
import type { Basis } from './open-basis.ts';
import type { Serving } from './open-serving.ts';
import type { PluginService } from './plugin-service.ts';
import { forgetQueueFolder } from './queue-folders.ts';
import { settingsCheck } from './settings-check.ts';
import { settingsFollower } from './settings-follower.ts';
import type { ShownLibrary } from './shown-library.ts';

interface Followed {
  shown: ShownLibrary;
  serving: Serving;
  plugin: PluginService;
  updates: Updates;
  autostart: ReturnType<typeof followAutostart>;
  /** Settings that were changed and take effect at the next start: kept by this. */
  restartNeeded: Set<SettingName>;
  /** How often to look for darktable's library while the sample is shown. */
  lookForLibraryMs: number | undefined;
}

/** Puts changed settings into effect while everything runs, and shows a library that appears, or another in its place. */
export async function followChanges(basis: Basis, followed: Followed, closing: ClosingStack): Promise<void> {
  const { dataDir, settings, given, sources, installations, events, log } = basis;
  const { shown, serving, plugin, updates, autostart, restartNeeded, lookForLibraryMs = 3_000 } = followed;
  const { listener } = serving;
  const library = () => shown.services().library;
  const reopenLibrary = (change: (configuration: Configuration) => Configuration) =>
    serving.reopening(() => shown.reopen(change));
  settings.addCheck(
    settingsCheck({
      dataDir,
      configuration: () => shown.configuration(),
      cacheDir: () => shown.services().cacheDir(),
      listener,
      configurationAfter: (after) => configurationOf({ ...sources(), settings: after }),
      hasAutostart: autostart.isPossible,
      darktables: (chosen) => installations(library(), chosen),
      filmRolls: () => shown.services().filmRolls,
      isReadable: stateOf,
    }),
  );
  await autostart.read();
  const follow = settingsFollower({
    given,
    wanted: () => configurationOf(sources()),
    shown: library,
    reopenLibrary,
    onQueueChosen: (file) => forgetQueueFolder(dataDir, file),
    onCacheMoved: () => shown.services().moveCache(cacheOf(sources(), library().file)),
    onExportsMoved: (exportDir) => shown.moveExports(exportDir),
    onUpdatesChosen: () => updates.follow(),
    setAutostart: (on) => autostart.set(on),
    serving,
    plugin,
    events,
    log,
  });
  settings.addFollower(async (change) => {
    const late = await follow(change);
    for (const name of change.keys) restartNeeded.delete(name);
    for (const name of late) restartNeeded.add(name);
    return late;
  });
  closing.add(
    watchForLibraries({
      dataDir,
      shown: library,
      wanted: () => configurationOf(sources()).library,
      show: (wanted) => reopenLibrary((now) => (wanted ? { ...now, library: wanted } : now)),
      everyMs: lookForLibraryMs,
      events,
      log,
    }),
  );
}

function stateOf(file: string): LibraryState {
  const looked = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  const state = looked.state();
  looked.close();
  return state;
}
