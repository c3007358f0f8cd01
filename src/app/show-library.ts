import { join } from 'node:path';
import { installSample } from '../library/sample-library.ts';
import { assetsDir } from '../platform/package-files.ts';
import type { Basis } from './open-basis.ts';
import { cacheOf } from './configuration.ts';
import { followedSettings } from './followed-settings.ts';
import { type LibraryServicesOptions, openLibraryServices } from './library-services.ts';
import { openShownLibrary, type ShownLibrary } from './shown-library.ts';
import { withUsableQueues } from './usable-queues.ts';

/** Opens the library that the sources name, or the sample. */
export async function showLibrary(
  basis: Basis,
  parts: Pick<LibraryServicesOptions, 'bridgeRevision' | 'publishingTargets'>,
): Promise<ShownLibrary> {
  const { dataDir, environment, settings, events, log, sources, installations } = basis;
  return openShownLibrary({
    configuration: await withUsableQueues(sources(), log),
    async open(wanted) {
      const file = wanted.library?.file ?? (await installSample({ assetsDir, dataDir })).library;
      return openLibraryServices({
        ...wanted,
        dataDir,
        file,
        isSample: wanted.library === null,
        cacheDir: cacheOf(sources(), file),
        settings: () => followedSettings(settings),
        ...parts,
        installation: async (library) => (await installations(library))[0] ?? null,
        userData: environment.XDG_DATA_HOME ?? join(environment.home, '.local', 'share'),
        events,
        log,
      });
    },
    log,
  });
}
