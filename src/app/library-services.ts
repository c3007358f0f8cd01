import { join } from 'node:path';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { wakePlugin } from '../darktable/wake-pipe.ts';
import { camerasOf } from '../darktable/cameras.ts';
import { lensDatabaseOf } from '../darktable/lensfun/lens-database.ts';
import { noiseProfilesOf } from '../darktable/noise-profiles.ts';
import type { Installation } from '../darktable/installation.ts';
import type { Events } from '../platform/events.ts';
import { type FilmRolls, filmRollsOf } from '../library/film-rolls.ts';
import { AlbumOrders } from '../image-index/album-orders.ts';
import { openImageIndex } from '../image-index/image-index.ts';
import { openLibrary, type Library } from '../library/library.ts';
import type { Log } from '../platform/log.ts';
import { openFailedPreviews } from '../previews/failed-previews.ts';
import { CameraTiles } from '../previews/camera-tiles.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { openPreviews } from '../previews/previews.ts';
import { noiseFinder } from '../changes/modules/noise-profile.ts';
import { openQueues } from '../queues/queues.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import type { LibraryParts } from '../server/services.ts';
import { closingStack } from './closing-stack.ts';
import { openExports } from './open-exports.ts';
import { openLibraryChanges } from './open-library-changes.ts';
import { openProofing } from './open-proofing.ts';
import { openPublishing, type PublishingTargets } from './open-publishing.ts';
import { openRendering } from './open-rendering.ts';
import { isChosenFolder, makeQueueFolder } from './queue-folders.ts';
import { whyReadOnly } from './read-only.ts';
import { settleRestoreOf } from './restore-library.ts';

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

export interface LibraryServicesOptions {
  dataDir: string;
  file: string;
  isSample: boolean;
  refreshQueue: string;
  exportQueue: string;
  /** null: the default. */
  exportDir: string | null;
  cacheDir: string;
  settings: () => Readonly<SettingsValues>;
  publishingTargets: PublishingTargets;
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
  let { cacheDir: cacheNow } = options;
  const cacheDir = () => cacheNow;
  const closing = closingStack(log);
  try {
    for (const queue of [refreshQueue, exportQueue]) makeQueueFolder(dataDir, queue, log);
    await settleRestoreOf({ dataDir, file, log });
    const library = closing.add(openLibrary({ file, isSample, cacheDir, log, events }));
    const filmRolls = filmRollsOf(library);
    const exports = await openExports({ dataDir, refreshQueue, exportQueue, file, exportDir, filmRolls, log });
    const albumOrders = new AlbumOrders({ folder: join(dataDir, 'albums'), log });
    const index = closing.add(openImageIndex({ file: join(dataDir, 'index.db'), library, log, events, albumOrders }));
    const decoder = closing.add(new PictureDecoder());
    const previews = closing.add(
      openPreviews({
        dataDir,
        decoder,
        cacheDir,
        libraryFile: () => library.file,
        pictureFile: (image) => library.pictureFile(image),
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
        onAdded: () => void wakePlugin(bridgePaths(dataDir).editsDir),
        events,
        log,
      }),
    );
    const failedPreviews = closing.add(openFailedPreviews({ queue: queues.refresh, library, events }));
    const parts = {
      dataDir,
      file,
      cacheDir,
      library,
      index,
      previews,
      failedPreviews,
      queues,
      decoder,
      albumOrders,
      exports: () => exports.current,
      installation: () => options.installation(library),
      bridgeRevision: options.bridgeRevision,
      isReadOnly: () => whyReadOnly(settings(), library.state()) !== null,
      settings,
      events,
      log,
    };
    const changing = openLibraryChanges(parts, closing);
    const rendering = openRendering(parts, closing);
    const { maker, ...publishing } = openPublishing(
      { ...parts, renderer: rendering.renderer, targets: options.publishingTargets },
      closing,
    );
    const proofing = openProofing({ ...parts, maker }, closing);
    const findCamera = camerasOf(parts.installation);
    return {
      library,
      index,
      previews,
      cameraTiles: new CameraTiles({ library, previews, decoder }),
      failedPreviews,
      queues,
      filmRolls,
      ...changing,
      ...rendering,
      ...publishing,
      ...proofing,
      findCamera,
      noiseOf: noiseFinder({ library, findCamera, findNoiseProfiles: noiseProfilesOf(parts.installation) }),
      lensDatabase: lensDatabaseOf(parts.installation, options.userData),
      cacheDir,
      moveCache: (to) => void (cacheNow = to),
      exports: parts.exports,
      moveExports: (setting) => exports.move(setting),
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
