import { openExportFolder, rollComplaint } from '../exports/export-folder.ts';
import { Events } from '../platform/events.ts';
import { type FilmRolls, filmRollsOf } from '../library/film-rolls.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { makeQueueFolder, forgetQueueFolder } from './queue-folders.ts';
import type { Complaints } from '../settings/settings-store.ts';
import { folderComplaints } from './folder-checks.ts';
import { configurationOf, type ConfigurationSources } from './configuration.ts';

/** Takes over newly chosen folders while the server is not running. Returns notices for the user. */
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

/** Checks the folders while the server is not running. */
export const checkChosenFolders = (options: ConfigurationSources, keys: ReadonlySet<string>): Promise<Complaints> =>
  withFilmRolls(options, (rolls) =>
    folderComplaints({ dataDir: options.dataDir, after: options.settings, keys, rolls }),
  );

/** Why a previously chosen folder can no longer be used; null: it is outside film rolls. */
export const filmRollTrouble = (options: ConfigurationSources, folder: string): Promise<string | null> =>
  withFilmRolls(options, async (rolls) => {
    const relation = await rolls.relationOf(folder);
    return relation && rollComplaint(folder, relation);
  });

async function withFilmRolls<T>(options: ConfigurationSources, work: (rolls: FilmRolls) => Promise<T>): Promise<T> {
  const { library: located } = configurationOf(options);
  const library =
    located && openLibrary({ file: located.file, isSample: false, log: silentLog(), events: new Events() });
  try {
    return await work(library ? filmRollsOf(library) : { relationOf: () => Promise.resolve(null) });
  } finally {
    library?.close();
  }
}
