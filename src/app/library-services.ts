import { join } from 'node:path';
import { bridgePlaces, isPaused } from '../darktable/bridge-files.ts';
import { darktableState } from '../darktable/darktable-state.ts';
import type { Installation } from '../darktable/installation.ts';
import { chooseEditWay } from '../edits/choose-way.ts';
import { openEdits, type Edits } from '../edits/edits.ts';
import type { Events } from '../platform/events.ts';
import { type ExportFolder, openExportFolder } from '../exports/export-folder.ts';
import { type FilmRolls, filmRollsOf } from '../library/film-rolls.ts';
import { openImageIndex, type ImageIndex } from '../image-index/image-index.ts';
import { openLibrary, type Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import { openFailedPreviews, type FailedPreviews } from '../previews/failed-previews.ts';
import { mipmapFolder } from '../previews/mipmap-cache.ts';
import { openPreviews, type Previews } from '../previews/previews.ts';
import { setThumbnailsAside } from '../previews/set-aside.ts';
import { openExportBatches, type ExportBatches } from '../exports/export-batches.ts';
import { openQueues, type Queues } from '../queues/queues.ts';
import { openRenderer, type Renderer } from '../renderer/renderer.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { reasonOf } from '../platform/errors.ts';
import { closingStack } from './closing-stack.ts';
import { removeLeftovers } from './leftovers.ts';
import { isChosenFolder, makeQueueFolder } from './queue-folders.ts';
import { arrangeStorage, exportsAreBack, type LibraryStorage } from './library-storage.ts';

/** The services that belong to one library. Another library has others. */
export interface LibraryServices {
  library: Library;
  index: ImageIndex;
  previews: Previews;
  failedPreviews: FailedPreviews;
  queues: Queues;
  exportBatches: ExportBatches;
  edits: Edits;
  renderer: Renderer;
  filmRolls: FilmRolls;
  /** darktable's cache, where its thumbnails are. */
  cacheDir: () => string;
  moveCache(cacheDir: string): void;
  /** As it is at the moment: the settings may name another one meanwhile. */
  exports: () => ExportFolder;
  /** Follows the settings. */
  moveExports(setting: string | null): Promise<void>;
  close(): Promise<void>;
}

export interface LibraryServicesOptions {
  dataDir: string;
  file: string;
  isSample: boolean;
  refreshQueue: string;
  exportQueue: string;
  /** null: Safelight's own choice. */
  exportDir: string | null;
  cacheDir: string;
  settings: () => Readonly<SettingsValues>;
  bridgeRevision: () => string | null;
  installation: () => Promise<Installation | null>;
  events: Events;
  log: Log;
}

/** A library in trouble is no reason not to open: its state tells. Throws when the data folder cannot be written. */
export async function openLibraryServices(options: LibraryServicesOptions): Promise<LibraryServices> {
  const { dataDir, file, isSample, refreshQueue, exportQueue, exportDir, settings, events, log } = options;
  let { cacheDir } = options;
  const closing = closingStack(log);
  try {
    for (const queue of [refreshQueue, exportQueue]) makeQueueFolder(dataDir, queue, log);
    const library = closing.add(openLibrary({ file, isSample, log, events }));
    const filmRolls = filmRollsOf(library);
    const openExports = async (setting: string | null, isChosen: boolean) => {
      const opened = openExportFolder({
        ...{ dataDir, setting, isChosen, rolls: filmRolls, log },
        onReady: () => exportsReturned(),
      });
      // A folder that cannot be used is no reason not to open: it tells, and so do the jobs that wait for it.
      await opened.check();
      return opened;
    };
    let exports = await openExports(exportDir, false);
    const storage = (): LibraryStorage => ({
      ...{ dataDir, refreshQueue, exportQueue, exportDir: exports.folder },
      isExportDirAway: exports.problem !== null,
    });
    const exportsReturned = () => {
      try {
        exportsAreBack(storage(), file);
      } catch (error) {
        log.error(`Exports of this library could not be brought back: ${reasonOf(error)}`);
      }
    };
    const { before } = arrangeStorage(storage(), file);
    removeLeftovers({ dataDir, exportFolder: exports.problem === null ? exports.folder : null, log });
    if (before !== null) log.info(`Previews, exports and jobs of ${before} are kept aside until it returns`);

    const index = closing.add(openImageIndex({ file: join(dataDir, 'index.db'), library, log, events }));
    const previews = closing.add(
      openPreviews({
        dataDir,
        cacheDir: () => cacheDir,
        libraryFile: () => library.file,
        history: (id) => index.history(id),
        log,
        events,
      }),
    );
    const queues = closing.add(
      openQueues({
        refreshFile: refreshQueue,
        exportFile: exportQueue,
        isFolderChosen: (queue) => isChosenFolder(dataDir, queue),
        events,
        log,
      }),
    );
    const exportBatches = openExportBatches({ folder: join(dataDir, 'export-batches'), log });
    const failedPreviews = closing.add(
      openFailedPreviews({ queue: queues.refresh, image: (id) => library.facts(id), events }),
    );
    const { editsDir, heartbeat, previewsDir, pauseFile } = bridgePlaces(dataDir);
    const edits = closing.add(
      openEdits({
        dataDir,
        library,
        chooseWay: chooseEditWay({ library, editsDir, heartbeat, log }),
        setThumbnailsAside: (id) =>
          setThumbnailsAside(mipmapFolder(cacheDir, library.file), join(dataDir, 'previews'), id),
        askForPreview: (id) => queues.refresh.append(id),
        events,
        log,
      }),
    );
    const renderer = closing.add(
      openRenderer({
        dataDir,
        library,
        queues,
        settings: () => ({ ...settings(), queuesPaused: isPaused(pauseFile) }),
        previewsDir: () => previewsDir,
        exports: () => exports,
        darktable: () => darktableState(library.file, heartbeat),
        bridgeRevision: options.bridgeRevision,
        installation: options.installation,
        events,
        log,
      }),
    );
    return {
      ...{ library, index, previews, failedPreviews, queues, exportBatches, edits, renderer, filmRolls },
      cacheDir: () => cacheDir,
      moveCache: (to) => void (cacheDir = to),
      exports: () => exports,
      async moveExports(setting) {
        exports = await openExports(setting, true);
      },
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
