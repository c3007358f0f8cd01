import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import { removeLeftovers } from './leftovers.ts';
import { arrangeStorage, exportsAreBack, type LibraryStorage } from './library-storage.ts';
import { MovableExports } from './movable-exports.ts';

interface ExportsOptions extends Pick<LibraryStorage, 'dataDir' | 'refreshQueue' | 'exportQueue'> {
  /** The library that is shown from now on. */
  file: string;
  /** null: the default. */
  exportDir: string | null;
  filmRolls: FilmRolls;
  log: Log;
}

/** The export folder; what lies there and in the data folder is this library's from now on. */
export async function openExports(options: ExportsOptions): Promise<MovableExports> {
  const { dataDir, refreshQueue, exportQueue, file, exportDir, filmRolls, log } = options;
  const exports = await MovableExports.open({
    dataDir,
    exportDir,
    rolls: filmRolls,
    log,
    onReady: () => {
      try {
        exportsAreBack(storage(), file);
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'The exports of this library could not be restored');
      }
    },
  });
  const storage = (): LibraryStorage => ({
    dataDir,
    refreshQueue,
    exportQueue,
    exportDir: exports.current.folder,
    isExportDirAway: exports.current.problem !== null,
  });
  const { before } = arrangeStorage(storage(), file);
  const { folder, problem } = exports.current;
  removeLeftovers({ dataDir, exportFolder: problem === null ? folder : null, log });
  if (before !== null)
    log.info({ library: before }, 'Previews, exports and jobs of a library are set aside until it is shown again');
  return exports;
}
