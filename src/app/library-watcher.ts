import { statSync } from 'node:fs';
import { Events } from '../platform/events.ts';
import { reasonOf } from '../platform/errors.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { silentLog, type Log } from '../platform/log.ts';
import { isReplaced } from './library-storage.ts';
import type { Configuration } from './configuration.ts';

export interface LibraryWatcherOptions {
  dataDir: string;
  /** The library that is shown. */
  shown: () => Pick<Library, 'file' | 'isSample'>;
  /** The library named by the command line, the settings or darktable; null: none. */
  wanted: () => Configuration['library'];
  /** Shows that library; null: reopens the current file. */
  show: (library: Configuration['library']) => Promise<void>;
  everyMs: number;
  events: Events;
  log: Log;
}

/**
 * Watches for new libraries: darktable's first one, which replaces the sample, and a different library at the path of the shown one.
 */
export function watchForLibraries(options: LibraryWatcherOptions): { close(): Promise<void> } {
  const { dataDir, shown, wanted, show, everyMs, events, log } = options;
  let looking: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  let isClosed = false;
  /** The last check gave no result. */
  let isInDoubt = false;

  const change = async (library: Configuration['library'], message: () => string, failure: string) => {
    isLooking = true;
    try {
      await show(library);
      log.info(message());
      events.emit('library.switched', { file: shown().file, message: message() });
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, failure);
    } finally {
      isLooking = false;
    }
  };
  const lookForFirst = async () => {
    if (!shown().isSample || isLooking || isClosed) return;
    const library = wanted();
    if (!library || !isReady(library.file)) return;
    await change(
      library,
      () => `darktable has a library now: Safelight shows ${shown().file} instead of the sample.`,
      "darktable's library could not be shown",
    );
  };
  const lookForReplacement = async () => {
    if (isLooking || isClosed) return;
    const isOther = isReplaced(dataDir, shown().file);
    isInDoubt = isOther === null;
    if (!isOther) return;
    await change(
      null,
      () => `${shown().file} is now a different library. Previews, exports and jobs of the previous one are set aside.`,
      'The other library could not be shown',
    );
  };

  const look = (...looks: Promise<void>[]) => {
    looking = Promise.all([looking, ...looks]).catch((error: unknown) =>
      log.warn({ reason: reasonOf(error) }, 'Safelight cannot watch for other libraries'),
    );
  };
  const onLibraryState = ({ ready }: { ready: boolean }) => {
    if (ready) look(lookForReplacement());
  };
  // The index also notices a library that was written into the same file.
  const onIndexBegun = () => look(lookForReplacement());
  events.on('library.state', onLibraryState);
  events.on('index.begun', onIndexBegun);
  const timer = setInterval(() => {
    look(lookForFirst());
    if (isInDoubt) look(lookForReplacement());
  }, everyMs).unref();

  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      events.off('library.state', onLibraryState);
      events.off('index.begun', onIndexBegun);
      await looking;
    },
  };
}

/** Whether the file is a complete library. Just after darktable creates it, it is not. */
function isReady(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  const { status } = library.state();
  library.close();
  return status === 'ready';
}
