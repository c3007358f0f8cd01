import { assetsDir } from '../platform/package-files.ts';
import { reasonOf } from '../platform/errors.ts';
import { rendererNow } from '../renderer/renderer-settings.ts';
import { followedSettings } from './followed-settings.ts';
import type { Basis } from './open-basis.ts';
import { openPluginService, type PluginService } from './plugin-service.ts';
import type { ShownLibrary } from './shown-library.ts';

/** The plugin for the library that is shown, updated where an older Safelight installed it. */
export async function openPlugin(basis: Basis, shown: ShownLibrary): Promise<PluginService> {
  const { settings, events, installations, log } = basis;
  const notePause = (queuesPaused: boolean) =>
    settings
      .update({ queuesPaused })
      .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'The pause could not be stored'));
  const plugin = openPluginService({
    dataDir: basis.dataDir,
    assetsDir,
    environment: basis.environment,
    platform: basis.platform,
    settings: () => settings.get(),
    followed: () => followedSettings(settings),
    subject: () => {
      const { library, exports } = shown.services();
      return { ...shown.configuration(), exports: exports(), library: library.file, isSample: library.isSample };
    },
    installations: () => installations(shown.services().library),
    jobs: (heartbeat) => [
      'edits',
      ...(['refresh', 'export'] as const).filter(
        (kind) =>
          rendererNow(followedSettings(settings).renderer, heartbeat) !== 'darktable-cli' &&
          !shown.services().farm.does(kind),
      ),
    ],
    work: () => {
      const { queues, renderer, farm } = shown.services();
      return {
        refresh: queues.refresh.depth(),
        export: queues.exports.depth(),
        workers: farm.atWork('refresh'),
        renderer: renderer.state(),
      };
    },
    onPaused: (queuesPaused) => {
      events.emit('queues.paused', { paused: queuesPaused });
      void notePause(queuesPaused);
    },
    events,
    log,
  });
  plugin.upgrade();
  // The pause file decides: the panel in darktable may have changed it while Safelight was closed.
  if (settings.get().queuesPaused !== plugin.isPaused()) await notePause(plugin.isPaused());
  return plugin;
}
