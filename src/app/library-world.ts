import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bridgePlaces, isPaused } from '../darktable/bridge-files.ts';
import { darktableState } from '../darktable/darktable-state.ts';
import type { Installation } from '../darktable/installation.ts';
import { chooseEditWay } from '../edits/choose-way.ts';
import { openEdits, type Edits } from '../edits/edits.ts';
import type { Events } from '../events.ts';
import { openIndex, type Index } from '../index/index.ts';
import { openLibrary, type Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import { mipmapFolder } from '../previews/mipmap-cache.ts';
import { openPreviews, type Previews } from '../previews/previews.ts';
import { setThumbnailsAside } from '../previews/set-aside.ts';
import { openQueues, type Queues } from '../queues/queues.ts';
import { openRenderer, type Renderer } from '../renderer/renderer.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { arrangeShelf } from './library-shelf.ts';

/** Everything that is about one library. Another library is another world. */
export interface LibraryWorld {
  library: Library;
  index: Index;
  previews: Previews;
  queues: Queues;
  edits: Edits;
  renderer: Renderer;
  close(): Promise<void>;
}

export interface LibraryWorldOptions {
  dataDir: string;
  file: string;
  isSample: boolean;
  refreshQueue: string;
  exportQueue: string;
  exportDir: string;
  cacheDir: () => string;
  /** It may be changed while this library is shown. */
  currentExportDir: () => string;
  settings: () => Readonly<SettingsValues>;
  bridgeRevision: () => string | null;
  installation: () => Promise<Installation | null>;
  events: Events;
  log: Log;
}

/** A library in trouble is no reason not to open: its state tells. Throws when the data folder cannot be written. */
export async function openLibraryWorld(options: LibraryWorldOptions): Promise<LibraryWorld> {
  const { dataDir, file, isSample, refreshQueue, exportQueue, exportDir, cacheDir, settings, events, log } = options;
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) {
      try {
        await closer();
      } catch (error) {
        log.error({ err: error }, 'A part did not close cleanly');
      }
    }
  };
  try {
    const { before } = arrangeShelf({ dataDir, exportDir, refreshQueue, exportQueue }, file);
    if (before !== null) log.info(`Previews, exports and jobs of ${before} are kept aside until it returns`);
    try {
      mkdirSync(exportDir, { recursive: true });
    } catch (error) {
      // Everything else works without it; the doctor and the bridge tell.
      log.warn({ err: error }, `The export folder ${exportDir} cannot be made`);
    }

    const library = openLibrary({ file, isSample, log, events });
    closers.push(() => library.close());
    const index = openIndex({ file: join(dataDir, 'index.db'), library, log, events });
    closers.push(() => index.close());
    const previews = openPreviews({
      dataDir,
      cacheDir,
      libraryFile: () => library.file,
      history: (id) => index.history(id),
      log,
      events,
    });
    closers.push(() => previews.close());
    const queues = openQueues({ refreshFile: refreshQueue, exportFile: exportQueue, events, log });
    closers.push(() => queues.close());
    const { editsDir, heartbeat, previewsDir, pauseFile } = bridgePlaces(dataDir);
    const edits = openEdits({
      dataDir,
      library,
      chooseWay: chooseEditWay({ library, editsDir, heartbeat, log }),
      setThumbnailsAside: (id) =>
        setThumbnailsAside(mipmapFolder(cacheDir(), library.file), join(dataDir, 'previews'), id),
      askForPreview: (id) => queues.refresh.append(id),
      events,
      log,
    });
    closers.push(() => edits.close());
    const renderer = openRenderer({
      dataDir,
      library,
      queues,
      settings: () => ({ ...settings(), queuesPaused: isPaused(pauseFile) }),
      previewsDir: () => previewsDir,
      exportDir: options.currentExportDir,
      darktable: () => darktableState(library.file, heartbeat),
      bridgeRevision: options.bridgeRevision,
      installation: options.installation,
      events,
      log,
    });
    closers.push(() => renderer.close());
    return { library, index, previews, queues, edits, renderer, close };
  } catch (error) {
    await close();
    throw error;
  }
}
