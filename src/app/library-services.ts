import { join } from 'node:path';
import { bridgePaths, isPaused } from '../darktable/bridge-files.ts';
import { wakePlugin } from '../darktable/wake-pipe.ts';
import { camerasOf } from '../darktable/cameras.ts';
import { lensDatabaseOf } from '../darktable/lensfun/lens-database.ts';
import { noiseProfilesOf } from '../darktable/noise-profiles.ts';
import type { Installation } from '../darktable/installation.ts';
import { PictureShapes } from '../changes/modules/picture-shapes.ts';
import type { Events } from '../platform/events.ts';
import { type FilmRolls, filmRollsOf } from '../library/film-rolls.ts';
import { AlbumOrders } from '../image-index/album-orders.ts';
import { openImageIndex } from '../image-index/image-index.ts';
import { openLibrary, type Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import { openFailedPreviews } from '../previews/failed-previews.ts';
import { mipmapFolder } from '../previews/mipmap-cache.ts';
import { CameraTiles } from '../previews/camera-tiles.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { openPreviews } from '../previews/previews.ts';
import { setThumbnailsAside } from '../previews/set-aside.ts';
import { openRecipeExports } from '../publishing/recipe-exports.ts';
import { openRecipeMaker } from '../publishing/recipe-maker.ts';
import { Ledger } from '../publishing/publications/ledger.ts';
import { openPublications } from '../publishing/publications/publications.ts';
import type { PublisherOptions } from '../publishing/publications/publisher.ts';
import { openExportBatches } from '../exports/export-batches.ts';
import { openAlbums } from '../changes/albums/albums.ts';
import { openChanges } from '../changes/changes.ts';
import { noiseFinder } from '../changes/modules/noise-profile.ts';
import { followUndoRequests } from '../changes/undo-requests.ts';
import { openQueues } from '../queues/queues.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { reasonOf } from '../platform/errors.ts';
import type { LibraryParts } from '../server/services.ts';
import { closingStack } from './closing-stack.ts';
import { MovableExports } from './movable-exports.ts';
import { renewPictures } from './renew-pictures.ts';
import { removeLeftovers } from './leftovers.ts';
import { whyReadOnly } from './read-only.ts';
import { openRendering } from './open-rendering.ts';
import { isChosenFolder, makeQueueFolder } from './queue-folders.ts';
import { settleRestoreOf } from './restore-library.ts';
import { arrangeStorage, exportsAreBack, type LibraryStorage } from './library-storage.ts';

/** The services of one library. */
export interface LibraryServices extends LibraryParts {
  filmRolls: FilmRolls;
  /** darktable's cache, where its thumbnails are. */
  cacheDir: () => string;
  moveCache(cacheDir: string): void;
  /** Follows the settings. */
  moveExports(setting: string | null): Promise<void>;
  close(): Promise<void>;
}

export interface LibraryServicesOptions extends Pick<PublisherOptions, 'recipeOf' | 'openDestination' | 'damagedFile'> {
  dataDir: string;
  file: string;
  isSample: boolean;
  refreshQueue: string;
  exportQueue: string;
  /** null: the default. */
  exportDir: string | null;
  cacheDir: string;
  settings: () => Readonly<SettingsValues>;
  bridgeRevision: () => string | null;
  installation: (library: Library) => Promise<Installation | null>;
  /** Where programs keep the user's data: `~/.local/share`. */
  userData: string;
  events: Events;
  log: Log;
}

/** Also opens when the library cannot be read; its state says why. Throws when the data folder cannot be written. */
export async function openLibraryServices(options: LibraryServicesOptions): Promise<LibraryServices> {
  const { dataDir, file, isSample, refreshQueue, exportQueue, exportDir, settings, events, log } = options;
  let { cacheDir } = options;
  const closing = closingStack(log);
  try {
    for (const queue of [refreshQueue, exportQueue]) makeQueueFolder(dataDir, queue, log);
    await settleRestoreOf({ dataDir, file, log });
    const library = closing.add(openLibrary({ file, isSample, cacheDir: () => cacheDir, log, events }));
    const installation = () => options.installation(library);
    const isReadOnly = () => whyReadOnly(settings(), library.state()) !== null;
    const filmRolls = filmRollsOf(library);
    const exports = await MovableExports.open({
      dataDir,
      exportDir,
      rolls: filmRolls,
      log,
      onReady: () => exportsReturned(),
    });
    const storage = (): LibraryStorage => ({
      dataDir,
      refreshQueue,
      exportQueue,
      exportDir: exports.current.folder,
      isExportDirAway: exports.current.problem !== null,
    });
    const exportsReturned = () => {
      try {
        exportsAreBack(storage(), file);
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'The exports of this library could not be restored');
      }
    };
    const { before } = arrangeStorage(storage(), file);
    const { folder, problem } = exports.current;
    removeLeftovers({ dataDir, exportFolder: problem === null ? folder : null, log });
    if (before !== null)
      log.info({ library: before }, 'Previews, exports and jobs of a library are set aside until it is shown again');

    const albumOrders = new AlbumOrders({ folder: join(dataDir, 'albums'), log });
    const index = closing.add(openImageIndex({ file: join(dataDir, 'index.db'), library, log, events, albumOrders }));
    const decoder = closing.add(new PictureDecoder());
    const previews = closing.add(
      openPreviews({
        dataDir,
        decoder,
        cacheDir: () => cacheDir,
        libraryFile: () => library.file,
        pictureFile: (image) => library.pictureFile(image),
        history: (id) => index.history(id),
        log,
        events,
      }),
    );
    const { editsDir, organiseDir } = bridgePaths(dataDir);
    const queues = closing.add(
      openQueues({
        refreshFile: refreshQueue,
        exportFile: exportQueue,
        isFolderChosen: (queue) => isChosenFolder(dataDir, queue),
        onAdded: () => void wakePlugin(editsDir),
        events,
        log,
      }),
    );
    const exportBatches = openExportBatches({ folder: join(dataDir, 'export-batches'), library: file, log });
    const failedPreviews = closing.add(openFailedPreviews({ queue: queues.refresh, library, events }));
    const thumbnailsAside = (id: number) => {
      shapes.due(id);
      return setThumbnailsAside(mipmapFolder(cacheDir, library.file), join(dataDir, 'previews'), id);
    };
    const changes = closing.add(
      openChanges({
        dataDir,
        library,
        isReadOnly,
        onTagMoved: (before, after) => albumOrders.tagChanged(before, after),
        events,
        log,
        setThumbnailsAside: thumbnailsAside,
        askForPreview: (id) => queues.refresh.append(id),
        onHistoriesChanged: (ids) => renewPictures(ids, { thumbnailsAside, queue: queues.refresh, events, log }),
        journalMegabytes: () => settings().undoMegabytes,
      }),
    );
    const { inTurn, marks, tags } = changes;
    const albums = openAlbums({ index, library, orders: albumOrders, marks, tags, events });
    const shapes = closing.add(new PictureShapes({ library, previews, isReadOnly, inTurn, events, log }));
    closing.add(followUndoRequests({ organiseDir, changes, isReadOnly, log }));
    const rendering = openRendering(
      {
        dataDir,
        library,
        index,
        previews,
        failedPreviews,
        queues,
        decoder,
        exports: () => exports.current,
        installation,
        bridgeRevision: options.bridgeRevision,
        isReadOnly,
        settings,
        events,
        log,
      },
      closing,
    );
    const mayWork = () =>
      !isReadOnly() && !isPaused(bridgePaths(dataDir).pauseFile) && library.state().status === 'ready';
    const maker = closing.add(openRecipeMaker({ dataDir, library, installation, renderer: rendering.renderer, log }));
    const recipeExports = closing.add(
      openRecipeExports({
        batches: exportBatches,
        library,
        maker,
        mayWork,
        onProgress: () => events.emit('queue.changed', { name: 'export', depth: queues.exports.depth() }),
        onEnd: () => events.emit('exports.finished'),
        log,
      }),
    );
    const publications = closing.add(
      openPublications({
        ledger: new Ledger(join(dataDir, 'publications.db')),
        workDir: join(dataDir, 'publishing'),
        library,
        index,
        recipeOf: options.recipeOf,
        openDestination: options.openDestination,
        damagedFile: options.damagedFile,
        installation,
        maker,
        mayWork,
        onProgress: (id) => events.emit('publications.changed', { id }),
        onEnd: (id) => events.emit('publication.ended', { id }),
        events,
        log,
      }),
    );
    const findCamera = camerasOf(installation);
    return {
      library,
      index,
      previews,
      cameraTiles: new CameraTiles({ library, previews, decoder }),
      failedPreviews,
      queues,
      exportBatches,
      recipeExports,
      publications,
      filmRolls,
      changes,
      albums,
      ...rendering,
      findCamera,
      noiseOf: noiseFinder({ library, findCamera, findNoiseProfiles: noiseProfilesOf(installation) }),
      lensDatabase: lensDatabaseOf(installation, options.userData),
      cacheDir: () => cacheDir,
      moveCache: (to) => void (cacheDir = to),
      exports: () => exports.current,
      moveExports: (setting) => exports.move(setting),
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
