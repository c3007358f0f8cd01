import { constants, existsSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs';
import { lstat, open, readdir, rename, unlink, type FileHandle } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError, queueError, reasonOf } from '../platform/errors.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import type { Log } from '../platform/log.ts';
import { isOwnName } from '../settings/data-dir-privacy.ts';
import { knownFolders, noteFolders } from '../settings/known-folders.ts';
import { MARK_NAME, noFollow, readMark, writeMark } from './folder-mark.ts';
import { draftsIn, exportsIn, type OwnFolder, placeWithin, stateOf, takeFolder } from './take-folder.ts';

/**
 * [Note: Whose pictures] docs/decisions/0008-the-export-folder.md says which folder is used, and what is never deleted
 * in it.
 */

/** What is known of an export that is not open. */
export interface ExportFacts {
  size: number;
  modifiedMs: number;
  inode: number;
}

/** An opened export: stat and read see the same file. The caller closes it. */
export interface OpenExport extends ExportFacts {
  handle: FileHandle;
  file: string;
}

export interface ExportFolder {
  /** The folder with the exports. It may differ from the setting: `notice` says why. */
  readonly folder: string;
  /** The id in its mark, by which the plugin recognizes it; null while there is none. */
  readonly id: string | null;
  /** Why exports do not go where the setting says, for people. */
  readonly notice: string | null;
  /**
   * Why nothing can be read, written or deleted there at the moment, for people; null when everything works. Cheap;
   * called before every step.
   */
  check(): Promise<string | null>;
  /** The last result of `check`. */
  readonly problem: string | null;
  /**
   * The only way to read a finished export: the image's file, opened, or null when there is none that may be served.
   * Links are not followed, and only ordinary files count. Other features (such as a ZIP of many) read exports through
   * this, too.
   */
  open(id: number): Promise<OpenExport | null>;
  /** Of those of these images that `open` would open, by id. For many at once: the folder is checked once, and no file is opened. */
  facts(ids: readonly number[]): Promise<Map<number, ExportFacts>>;
  /**
   * Makes room for new exports of these images: deletes the old ones, and renames files that were there before the
   * folder became ours. Returns their new names. Throws storage_error while the folder cannot be used, and queue_error for
   * an old export that stays in place: it would be mistaken for the new one.
   */
  clear(ids: readonly number[]): Promise<string[]>;
  /** A name for a file to be written and passed to `put`: on the same disk, where nobody else can put anything. */
  draft(id: number, ending: string): string;
  /** Puts a draft in place as an image's export. Throws file system errors and ExportFolderTrouble. */
  put(id: number, draft: string): Promise<void>;
}

/** The folder as a whole cannot be used now; the job is not at fault. */
export class ExportFolderTrouble extends Error {}

export interface ExportFolderOptions {
  dataDir: string;
  /** The requested folder; null: Safelight's own choice. */
  setting: string | null;
  /** Somebody chose it just now, so what was known about it before does not count. */
  isChosen?: boolean;
  rolls: FilmRolls;
  log: Log;
  /** The folder is available again, or was only just taken over. */
  onReady?: () => void;
}

/** Touches nothing before the first `check`. */
export function openExportFolder(options: ExportFolderOptions): ExportFolder {
  return new LiveExportFolder(options);
}

const AT_ONCE = 32;

class LiveExportFolder implements ExportFolder {
  readonly #options: ExportFolderOptions;
  readonly #ownChoice: string;
  #home: OwnFolder | null = null;
  /** The folder to use once it can be taken over. */
  #wanted: string;
  #notice: string | null = null;
  #problem: string | null = null;

  constructor(options: ExportFolderOptions) {
    this.#options = options;
    this.#ownChoice = join(options.dataDir, 'exports');
    this.#wanted = options.setting ?? this.#ownChoice;
  }

  get folder(): string {
    return this.#home?.folder ?? this.#wanted;
  }

  get id(): string | null {
    return this.#home?.id ?? null;
  }

  get notice(): string | null {
    return this.#notice;
  }

  get problem(): string | null {
    return this.#problem;
  }

  async check(): Promise<string | null> {
    const was = this.#problem;
    try {
      this.#home ??= await this.#find();
      if (!this.#isThere(this.#home)) this.#renew(this.#home);
      const relation = await this.#options.rolls.relationOf(this.#home.folder);
      if (relation?.relation === 'same')
        throw new ExportFolderTrouble(
          `the export folder ${this.#home.folder} is a film roll of the library, so Safelight writes nothing there. Choose another folder in the settings`,
        );
      draftsIn(this.#home.folder);
      this.#problem = null;
    } catch (error) {
      this.#problem = reasonOf(error);
    }
    if (this.#problem !== was) this.#tell();
    return this.#problem;
  }

  #tell(): void {
    const { log, onReady } = this.#options;
    if (this.#problem !== null) log.warn({ reason: this.#problem }, 'Exports are stopped');
    else {
      log.info({ folder: this.folder }, 'Exports are written again');
      onReady?.();
    }
  }

  #isThere({ folder, id }: OwnFolder): boolean {
    return readMark(folder)?.id === id;
  }

  /** The folder that was already ours, or one that may become ours. Throws an Error for people. */
  async #find(): Promise<OwnFolder> {
    const { dataDir, setting } = this.#options;
    const known = knownFolders(dataDir);
    const before = known?.exports[setting ?? ''];
    const isChosen = this.#options.isChosen === true && setting !== null;
    if (before && !(isChosen && !this.#isThere(before))) {
      if (setting !== null && before.folder !== setting) this.#notice = elsewhere(setting, before.folder);
      return before;
    }
    if (setting === null) return this.#note('', this.#takeOwnChoice());
    const relation = await this.#options.rolls.relationOf(setting);
    if (relation) {
      this.#wanted = this.#ownChoice;
      this.#notice = `Exports go to ${this.#ownChoice}: ${rollComplaint(setting, relation)}`;
      this.#options.log.warn(this.#notice);
      return this.#note('', knownOf(dataDir, '') ?? this.#takeOwnChoice());
    }
    if (!isChosen && known === null && isUsed(dataDir) && stateOf(setting) === 'new')
      throw new ExportFolderTrouble(
        `the export folder ${setting} is missing. Connect its disk, or choose another folder in the settings`,
      );
    return this.#note(setting, this.#takeChosen(setting));
  }

  #takeChosen(setting: string): OwnFolder {
    const state = stateOf(setting);
    if (state === 'no-folder') throw new Error(`${setting} is not a folder`);
    if (state !== 'taken') return this.#take(setting);
    const place = placeWithin(setting);
    if (place === null) throw new Error(`${setting} and every Safelight folder in it contain other files`);
    this.#notice = elsewhere(setting, place);
    this.#options.log.warn(this.#notice);
    return this.#take(place);
  }

  /** The data folder is private; a chosen folder is not. */
  #take(folder: string, before: Iterable<string> = []): OwnFolder {
    return takeFolder(folder, before, folder === this.#ownChoice ? 0o700 : 0o777);
  }

  /**
   * For the folder inside Safelight's own data folder. Files left there by an earlier Safelight are exports. If no
   * Safelight has been there before, they may be somebody's, so nothing is deleted; and if the data folder holds other
   * things, the whole folder counts as somebody's.
   */
  #takeOwnChoice(): OwnFolder {
    const { dataDir } = this.#options;
    const folder = this.#ownChoice;
    if (stateOf(folder) !== 'taken') return this.#take(folder);
    if (knownFolders(dataDir) === null && isUsed(dataDir)) return this.#take(folder);
    if (isUsed(dataDir) || readdirSync(dataDir).every(isOwnName)) return this.#take(folder, exportsIn(folder));
    return this.#takeChosen(folder);
  }

  #note(key: string, home: OwnFolder): OwnFolder {
    noteFolders(this.#options.dataDir, ({ exports }) => (exports[key] = home));
    return home;
  }

  /** Its mark is gone. Inside the data folder, on the same disk, the folder was merely deleted or emptied. */
  #renew({ folder }: OwnFolder): void {
    const { dataDir } = this.#options;
    const at = lstatSync(folder, { throwIfNoEntry: false });
    const isHere = at === undefined || (at.isDirectory() && at.dev === statSync(dataDir).dev);
    if (folder !== this.#ownChoice || !isHere)
      throw new ExportFolderTrouble(
        at === undefined
          ? `the export folder ${folder} is missing. Connect its disk, or choose another folder in the settings`
          : `${folder} may not be the same folder as before: its file ${MARK_NAME} is missing. Connect its disk, or choose the folder again in the settings`,
      );
    this.#home = this.#note('', this.#take(folder, at ? exportsIn(folder) : []));
  }

  #fileOf(id: number): string {
    return join(this.folder, `${id}.jpg`);
  }

  async open(id: number): Promise<OpenExport | null> {
    if ((await this.check()) !== null) return null;
    const file = this.#fileOf(id);
    let handle: FileHandle | undefined;
    try {
      // Checked before opening, so that only files are opened: the other end of a FIFO would notice.
      const named = await lstat(file);
      if (!named.isFile()) return null;
      handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
      const at = await handle.stat();
      if (!this.#mayBeServed(at) || at.ino !== named.ino || at.dev !== named.dev) {
        await handle.close();
        return null;
      }
      return { handle, file, ...factsOf(at) };
    } catch {
      await handle?.close().catch(() => undefined);
      return null;
    }
  }

  async facts(ids: readonly number[]): Promise<Map<number, ExportFacts>> {
    const found = new Map<number, ExportFacts>();
    if ((await this.check()) !== null) return found;
    const there = new Set(await readdir(this.folder).catch(() => []));
    const finished = ids.filter((id) => there.has(`${id}.jpg`));
    for (let at = 0; at < finished.length; at += AT_ONCE)
      await Promise.all(
        finished.slice(at, at + AT_ONCE).map(async (id) => {
          const named = await lstat(this.#fileOf(id)).catch(() => null);
          if (named && this.#mayBeServed(named)) found.set(id, factsOf(named));
        }),
      );
    return found;
  }

  #mayBeServed(at: Stats): boolean {
    return at.isFile() && at.size > 0 && !this.#isPlanted(at.nlink);
  }

  /** Where others may write, a hard link to a file that they cannot read would make us read it for them. */
  #isPlanted(names: number): boolean {
    return names > 1 && process.platform !== 'win32' && (statSync(this.folder).mode & 0o022) !== 0;
  }

  async clear(ids: readonly number[]): Promise<string[]> {
    const problem = await this.check();
    if (problem !== null) throw new AppError('storage_error', `Nothing was queued: ${problem}.`);
    let names = ids.map((id) => `${id}.jpg`);
    if (names.length > 1) {
      // Listing the folder saves a hundred thousand calls for missing files. If it cannot be listed, each file is
      // tried.
      const there = await readdir(this.folder).catch(() => null);
      if (there) {
        const all = new Set(there);
        names = names.filter((name) => all.has(name));
      }
    }
    const before = readMark(this.folder)?.before;
    // Only the mark knows which files were there before.
    if (!before) throw queueError(`The previous export cannot be deleted: ${MARK_NAME} is missing.`);
    const kept = new Map<string, string | null>();
    try {
      for (let at = 0; at < names.length; at += AT_ONCE) {
        await Promise.all(
          names.slice(at, at + AT_ONCE).map(async (name) => {
            const file = join(this.folder, name);
            try {
              if (before.has(name)) kept.set(name, await this.#moveAside(name));
              else await remove(file);
            } catch (error) {
              throw queueError(`The previous export ${file} cannot be deleted: ${reasonOf(error)}.`, error);
            }
          }),
        );
      }
    } finally {
      this.#isFree(kept.keys());
    }
    return [...kept.values()].filter((name) => name !== null);
  }

  /** For files from before the folder became ours. Returns the new name; null when the file is gone already. */
  async #moveAside(name: string): Promise<string | null> {
    const { folder } = this;
    const stem = name.slice(0, -'.jpg'.length);
    let aside = `${stem} from before Safelight.jpg`;
    for (let number = 2; existsSync(join(folder, aside)); number++)
      aside = `${stem} from before Safelight (${number}).jpg`;
    if (!(await rename(join(folder, name), join(folder, aside)).then(() => true, unlessGone))) return null;
    this.#options.log.warn({ file: join(folder, name), kept: aside }, 'A file from before Safelight is kept');
    return aside;
  }

  /** Any file that appears under these names from now on is an export. */
  #isFree(names: Iterable<string>): void {
    const mark = readMark(this.folder);
    const before = new Set(mark?.before);
    let isChanged = false;
    for (const name of names) isChanged = before.delete(name) || isChanged;
    if (mark && isChanged) writeMark(this.folder, { id: mark.id, before });
  }

  draft(id: number, ending: string): string {
    return join(draftsIn(this.folder), `${id}.${randomUUID()}${ending}`);
  }

  async put(id: number, draft: string): Promise<void> {
    const problem = await this.check();
    if (problem !== null) throw new ExportFolderTrouble(problem);
    const name = `${id}.jpg`;
    const mark = readMark(this.folder);
    if (!mark) throw new ExportFolderTrouble(`${MARK_NAME} is missing`);
    if (mark.before.has(name)) {
      await this.#moveAside(name);
      this.#isFree([name]);
    }
    // Replaces a link rather than its target.
    await rename(draft, join(this.folder, name));
  }
}

const factsOf = ({ size, mtimeMs, ino }: Stats): ExportFacts => ({ size, modifiedMs: mtimeMs, inode: ino });

/** A link is removed as a link; a folder stays. */
async function remove(file: string): Promise<void> {
  const at = await lstat(file).catch((error: unknown) => (unlessGone(error), null));
  if (!at) return;
  if (at.isDirectory()) throw new Error('it is a folder');
  await unlink(file).catch(unlessGone);
}

function unlessGone(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}

const knownOf = (dataDir: string, key: string) => knownFolders(dataDir)?.exports[key];

/** A Safelight has shown a library with this data folder. */
const isUsed = (dataDir: string) =>
  ['library.json', 'index.db', 'journal.db'].some((name) => existsSync(join(dataDir, name)));

const elsewhere = (setting: string, place: string) =>
  `Exports go to ${place}: ${setting} contains other files, and Safelight deletes old exports.`;

/** What is known about an export folder without opening it, for checks of Safelight from outside. */
export function peekExportFolder(dataDir: string, setting: string | null): { folder: string; id: string | null } {
  return knownOf(dataDir, setting ?? '') ?? { folder: setting ?? join(dataDir, 'exports'), id: null };
}

/** Why a folder of photographs, or one around or inside it, cannot be Safelight's. */
export function rollComplaint(folder: string, { relation, roll }: { relation: string; roll: string }): string {
  if (relation === 'same') return `${folder} is a film roll of the library.`;
  return relation === 'above'
    ? `${folder} contains a film roll of the library, ${roll}.`
    : `${folder} is inside a film roll of the library, ${roll}.`;
}
