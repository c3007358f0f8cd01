import { dirname } from 'node:path';
import type { Log } from '../platform/log.ts';
import { filmRollTrouble } from './chosen-folders.ts';
import { configurationOf, type Configuration, type ConfigurationSources } from './configuration.ts';
import { isSomethingElse } from './folder-checks.ts';

/**
 * The configuration with queue files that may be used. A queue is taken away by whoever works it off, so a stored setting that names a file of
 * another kind, or one beside photographs, gives way to Safelight's own queue.
 */
export async function withUsableQueues(sources: ConfigurationSources, log: Log): Promise<Configuration> {
  const chosen = configurationOf(sources);
  const own = configurationOf({ ...sources, settings: { ...sources.settings, refreshQueue: null, exportQueue: null } });
  const usable = { ...chosen };
  for (const key of ['refreshQueue', 'exportQueue'] as const) {
    const file = chosen[key];
    const trouble = isSomethingElse(file)
      ? `${file} is no queue: it holds more than numbers of images.`
      : file !== own[key] && (await filmRollTrouble(sources, dirname(file)));
    if (!trouble) continue;
    log.error(`${trouble} ${own[key]} is used instead.`);
    usable[key] = own[key];
  }
  return usable;
}
