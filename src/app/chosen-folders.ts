import { openExportFolder } from '../exports/export-folder.ts';
import { Events } from '../events.ts';
import { filmRollsOf } from '../library/film-rolls.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../log.ts';
import { makeQueueFolder, forgetQueueFolder } from './queue-folders.ts';
import { placesOf, type PlaceOptions } from './places.ts';

/**
 * Takes the folders that were chosen just now while no Safelight runs: what appears in them from now on is Safelight's. Gives what people
 * should know about that.
 */
export async function takeChosenFolders(options: PlaceOptions, keys: ReadonlySet<string>): Promise<string[]> {
  const { dataDir, settings } = options;
  const log = silentLog();
  for (const key of ['refreshQueue', 'exportQueue'] as const) {
    const file = settings[key];
    if (!keys.has(key) || file === null) continue;
    forgetQueueFolder(dataDir, file);
    makeQueueFolder(dataDir, file, log);
  }
  if (!keys.has('exportDir') || settings.exportDir === null) return [];
  const { library: place } = placesOf(options);
  const library = place && openLibrary({ file: place.file, isSample: false, log, events: new Events() });
  try {
    const rolls = library ? filmRollsOf(library) : { kinshipOf: () => Promise.resolve(null) };
    const exports = openExportFolder({ dataDir, setting: settings.exportDir, isChosen: true, rolls, log });
    const problem = await exports.check();
    return [problem, exports.notice].filter((words) => words !== null);
  } finally {
    library?.close();
  }
}
