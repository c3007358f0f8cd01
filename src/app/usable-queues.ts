import { dirname } from 'node:path';
import type { Log } from '../platform/log.ts';
import { filmRollTrouble } from './chosen-folders.ts';
import { configurationOf, type Configuration, type ConfigurationSources } from './configuration.ts';
import { isSomethingElse } from './folder-checks.ts';

/**
 * The configuration with usable queue files. Processing a queue removes its file, so a setting that names another kind of file, or one
 * beside photographs, is replaced by Safelight's own queue.
 */
export async function withUsableQueues(sources: ConfigurationSources, log: Log): Promise<Configuration> {
  const chosen = configurationOf(sources);
  const own = configurationOf({ ...sources, settings: { ...sources.settings, refreshQueue: null, exportQueue: null } });
  const usable = { ...chosen };
  for (const key of ['refreshQueue', 'exportQueue'] as const) {
    const file = chosen[key];
    const trouble = isSomethingElse(file)
      ? `${file} is not a queue: it contains more than image ids.`
      : file !== own[key] && (await filmRollTrouble(sources, dirname(file)));
    if (!trouble) continue;
    log.error({ reason: trouble, used: own[key] }, 'A queue of our own is used instead');
    usable[key] = own[key];
  }
  return usable;
}
