import { statSync } from 'node:fs';
import { Events } from '../platform/events.ts';
import { reasonOf } from '../platform/errors.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { silentLog, type Log } from '../platform/log.ts';
import { isReplaced } from './library-storage.ts';
import type { Configuration } from './configuration.ts';

export interface LibraryWatcherOptions {
  dataDir: string;
  /** The one that is shown at the moment. */
  shown: () => Pick<Library, 'file' | 'isSample'>;
  /** Where the settings, the command line and darktable say that one is; null: nowhere. */
  wanted: () => Configuration['library'];
  /** Shows that library, or with null the present file anew. */
  show: (library: Configuration['library']) => Promise<void>;
  everyMs: number;
  events: Events;
  log: Log;
}

/**
 * Looks out for libraries that appear by themselves: darktable's first one, which takes the place of the sample, and another one at the
 * path of the one that is shown, with the same pictures' numbers and other pictures.
 */
export function watchForLibraries(options: LibraryWatcherOptions): { close(): Promise<void> } {
  const { dataDir, shown, wanted, show, everyMs, events, log } = options;
  let looking: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  let isClosed = false;
  /** Whether it is another one could not be told the last time. */
  let isInDoubt = false;

  const change = async (library: Configuration['library'], message: () => string, failure: string) => {
    isLooking = true;
    try {
      await show(library);
      log.info(message());
      events.emit('library.switched', { file: shown().file, message: message() });
    } catch (error) {
      log.warn(`${failure}: ${reasonOf(error)}`);
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
      () => `${shown().file} is another library than before; previews, exports and jobs of the former are kept aside.`,
      'The other library could not be shown',
    );
  };

  const look = (...looks: Promise<void>[]) => {
    looking = Promise.all([looking, ...looks]).catch((error: unknown) =>
      log.warn(`Other libraries could not be looked out for: ${reasonOf(error)}`),
    );
  };
  const onLibraryState = ({ ready }: { ready: boolean }) => {
    if (ready) look(lookForReplacement());
  };
  // The index notices one that was written into the same file, too.
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

/** Whether a file is a library that can be shown. Right after darktable made it, it is not. */
function isReady(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  const { status } = library.state();
  library.close();
  return status === 'ready';
}
