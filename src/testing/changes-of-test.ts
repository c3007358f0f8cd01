import { mkdirSync } from 'node:fs';
import { openChanges, type Changes, type ChangesOptions } from '../changes/changes.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';

export type ChangesOfTestOptions = { file: string; dataDir: string } & Partial<ChangesOptions>;

/** What alters a library, as the program opens it, and nothing else of the program. To be closed. */
export function changesOfTest({ file, dataDir, ...options }: ChangesOfTestOptions): {
  library: Library;
  changes: Changes;
  close(): Promise<void>;
} {
  mkdirSync(dataDir, { recursive: true });
  const { log = silentLog(), events = new Events() } = options;
  const library = options.library ?? openLibrary({ file, isSample: false, log, events });
  const changes = openChanges({
    setThumbnailsAside: () => Promise.resolve(),
    askForPreview: () => Promise.resolve(),
    onHistoriesChanged: () => Promise.resolve(),
    ...options,
    dataDir,
    library,
    events,
    log,
  });
  let isClosed = false;
  return {
    library,
    changes,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await changes.close();
      if (!options.library) library.close();
    },
  };
}
