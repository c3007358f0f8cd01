import { platform as currentPlatform } from 'node:os';
import { type FoundDarktable, findDarktables } from '../darktable/installation.ts';
import type { Library } from '../library/library.ts';
import { schemaIn } from '../library/library-state.ts';
import type { Environment } from '../platform/environment.ts';
import { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { closeToOthers } from '../settings/data-dir-privacy.ts';
import { claimDataDir, type Instance } from '../settings/instance.ts';
import { openSettings, type Settings } from '../settings/settings-store.ts';
import type { ClosingStack } from './closing-stack.ts';
import type { ConfigurationSources, GivenOptions } from './configuration.ts';

/** Options of the command line and the environment. Others come from the settings, then the defaults. */
export interface BasisOptions {
  dataDir: string;
  library?: string | undefined;
  darktableCache?: string | undefined;
  port?: number | undefined;
  host?: string | undefined;
  environment: Environment;
  log: Log;
}

/** What all other parts need, whichever library is shown. */
export interface Basis {
  readonly dataDir: string;
  readonly instance: Instance;
  readonly settings: Settings;
  readonly events: Events;
  /** An option of the command line applies until its setting is changed. */
  readonly given: GivenOptions;
  /** Without what is `given`. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  readonly sources: () => ConfigurationSources;
  /** The darktables on this computer, the one to use first. */
  readonly installations: (library: Library, chosen?: string | null) => Promise<readonly FoundDarktable[]>;
}

/** Claims the data folder and opens the settings in it. */
export function openBasis({ dataDir, log, ...options }: BasisOptions, closing: ClosingStack): Basis {
  const events = new Events();
  const instance = claimDataDir(dataDir, log);
  closing.add({ close: () => instance.release() });
  closeToOthers(dataDir, log);
  const settings = openSettings({ dataDir, log, events });
  const { SAFELIGHT_LIBRARY, SAFELIGHT_DARKTABLE_CACHE, ...environment } = options.environment;
  const given = {
    library: options.library ?? SAFELIGHT_LIBRARY,
    darktableCache: options.darktableCache ?? SAFELIGHT_DARKTABLE_CACHE,
    port: options.port,
    host: options.host,
  };
  const platform = currentPlatform();
  return {
    dataDir,
    instance,
    settings,
    events,
    given,
    environment,
    platform,
    log,
    sources: () => ({ dataDir, settings: settings.get(), given, environment, platform }),
    installations: (library, chosen = settings.get().darktable) =>
      findDarktables({ environment, platform, library: library.file, schema: schemaIn(library.state()), chosen }),
  };
}
