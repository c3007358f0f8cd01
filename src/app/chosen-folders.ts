import { openExportFolder, rollComplaint } from '../exports/export-folder.ts';
import { Events } from '../platform/events.ts';
import { type FilmRolls, filmRollsOf } from '../library/film-rolls.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { makeQueueFolder, forgetQueueFolder } from './queue-folders.ts';
import type { Complaints } from '../settings/settings-store.ts';
import { folderComplaints } from './folder-checks.ts';
import { configurationOf, type ConfigurationSources } from './configuration.ts';

/**
 * Takes the folders that were chosen just now while no Safelight runs: what appears in them from now on is Safelight's. Gives what people
 * should know about that.
 */
export async function takeChosenFolders(options: ConfigurationSources, keys: ReadonlySet<string>): Promise<string[]> {
  const { dataDir, settings } = options;
  const log = silentLog();
  for (const key of ['refreshQueue', 'exportQueue'] as const) {
    const file = settings[key];
    if (!keys.has(key) || file === null) continue;
    forgetQueueFolder(dataDir, file);
    makeQueueFolder(dataDir, file, log);
  }
  if (!keys.has('exportDir') || settings.exportDir === null) return [];
  return withFilmRolls(options, async (rolls) => {
    const exports = openExportFolder({ dataDir, setting: settings.exportDir, isChosen: true, rolls, log });
    const problem = await exports.check();
    return [problem, exports.notice].filter((words) => words !== null);
  });
}

/** Whether they can be Safelight's, asked where no Safelight runs. */
export const checkChosenFolders = (options: ConfigurationSources, keys: ReadonlySet<string>): Promise<Complaints> =>
  withFilmRolls(options, (rolls) =>
    folderComplaints({ dataDir: options.dataDir, after: options.settings, keys, rolls }),
  );

/** Why a folder that was chosen before cannot be Safelight's any more; null: it has nothing to do with a film roll. */
export const filmRollTrouble = (options: ConfigurationSources, folder: string): Promise<string | null> =>
  withFilmRolls(options, async (rolls) => {
    const relation = await rolls.relationOf(folder);
    return relation && rollComplaint(folder, relation);
  });

async function withFilmRolls<T>(options: ConfigurationSources, work: (rolls: FilmRolls) => Promise<T>): Promise<T> {
  const { library: place } = configurationOf(options);
  const library = place && openLibrary({ file: place.file, isSample: false, log: silentLog(), events: new Events() });
  try {
    return await work(library ? filmRollsOf(library) : { relationOf: () => Promise.resolve(null) });
  } finally {
    library?.close();
  }
}
