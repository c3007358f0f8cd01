import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Configuration } from './configuration.ts';
import type { LibraryServices } from './library-services.ts';

export interface ShownLibraryOptions {
  configuration: Configuration;
  open: (configuration: Configuration) => Promise<LibraryServices>;
  log: Log;
}

/** The shown library and the configuration it was opened with. */
export interface ShownLibrary {
  configuration(): Configuration;
  services(): LibraryServices;
  /** Opens another library, or the same one with other queues. On failure it rejects and reopens the previous one. */
  reopen(change: (configuration: Configuration) => Configuration): Promise<void>;
  /** Does something while the library is closed, and opens it again, whatever happens. */
  whileClosed(work: () => Promise<void>): Promise<void>;
  moveExports(exportDir: string | null): Promise<void>;
  close(): Promise<void>;
}

export async function openShownLibrary(options: ShownLibraryOptions): Promise<ShownLibrary> {
  const { open, log } = options;
  let { configuration } = options;
  let services = await open(configuration);

  /** The jobs waiting in the previous queue files. */
  const takeOverJobs = async (former: Configuration) => {
    for (const [queue, file] of [
      [services.queues.refresh, former.refreshQueue],
      [services.queues.exports, former.exportQueue],
    ] as const) {
      await queue
        .takeOver(file)
        .catch((error: unknown) => log.error({ file, reason: reasonOf(error) }, 'Waiting jobs could not be moved'));
    }
  };

  return {
    configuration: () => configuration,
    services: () => services,
    async reopen(change) {
      const former = configuration;
      const wanted = change(former);
      await services.close();
      configuration = wanted;
      try {
        services = await open(wanted);
      } catch (error) {
        log.error({ err: error }, 'The change failed; Safelight keeps the previous state');
        configuration = former;
        services = await open(former);
        throw error;
      }
      await takeOverJobs(former);
    },
    async whileClosed(work) {
      await services.close();
      try {
        await work();
      } finally {
        services = await open(configuration);
      }
    },
    async moveExports(exportDir) {
      configuration = { ...configuration, exportDir };
      await services.moveExports(exportDir);
    },
    close: () => services.close(),
  };
}
