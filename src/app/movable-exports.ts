import { openExportFolder, type ExportFolder } from '../exports/export-folder.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import type { Log } from '../platform/log.ts';

interface MovableExportsOptions {
  dataDir: string;
  /** null: the default. */
  exportDir: string | null;
  rolls: FilmRolls;
  /** The folder was away, and is there again. */
  onReady: () => void;
  log: Log;
}

/** The export folder of a library, which a setting may move. */
export class MovableExports {
  readonly #options: MovableExportsOptions;
  #current: ExportFolder;

  private constructor(options: MovableExportsOptions, folder: ExportFolder) {
    this.#options = options;
    this.#current = folder;
  }

  static async open(options: MovableExportsOptions): Promise<MovableExports> {
    return new MovableExports(options, await openChecked(options, { setting: options.exportDir, isChosen: false }));
  }

  get current(): ExportFolder {
    return this.#current;
  }

  async move(setting: string | null): Promise<void> {
    this.#current = await openChecked(this.#options, { setting, isChosen: true });
  }
}

async function openChecked(
  { dataDir, rolls, onReady, log }: MovableExportsOptions,
  { setting, isChosen }: { setting: string | null; isChosen: boolean },
): Promise<ExportFolder> {
  const opened = openExportFolder({ dataDir, setting, isChosen, rolls, log, onReady });
  // An unusable folder must not prevent the start; the folder and its jobs report the problem.
  await opened.check();
  return opened;
}
