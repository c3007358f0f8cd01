import { createHash } from 'node:crypto';
import {
  cpSync,
  type Dirent,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { filesOfQueue } from '../darktable/bridge-files.ts';
import { EXPORT_NAME } from '../exports/take-folder.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';
import { matchOf, Fingerprint, fingerprintOf } from '../library/library-fingerprint.ts';
import { knownFolders, noteFolders } from '../settings/known-folders.ts';
import { writePrivateFile } from '../settings/private-file.ts';

/**
 * [Note: One library at a time] Previews, exports and queued jobs bear the number of an image and nothing else, and every library has an
 * image 1. So the data folder belongs to one library at a time. `library.json` says to which; when another is shown, what belongs
 * to the former goes aside into `other-libraries/<key>`, where it waits for that library to return. A library that has taken the path of
 * another is another, too: see [Note: The fingerprint of a library].
 */
export interface LibraryStorage {
  dataDir: string;
  /** Where exports go. */
  exportDir: string;
  /** That folder is not there now, or may not be touched: what is in it stays, and is seen to by `exportsAreBack`. */
  isExportDirAway?: boolean;
  refreshQueue: string;
  exportQueue: string;
}

const Owner = z.object({ library: z.string(), portrait: Fingerprint.optional() });
type Owner = z.infer<typeof Owner>;
/** In the data folder, and in each folder aside. */
const ownerFile = (folder: string) => join(folder, 'library.json');

/** What in the data folder is of one library. The index is kept for speed only: it knows itself whose it is. */
const OWN_FILES = ['index.db', 'placeholders.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
/** Begins the name of a folder of exports that wait for their library. */
const OTHERS = 'of another library ';
const isExport = (entry: Dirent) => entry.isFile() && EXPORT_NAME.test(entry.name);

/** Whose pictures and jobs lie in the data folder; null when that was never written down. */
export const ownerOf = (dataDir: string): string | null => ownerIn(dataDir)?.library ?? null;

function ownerIn(folder: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(readOrdinaryFile(ownerFile(folder), 'utf8')));
  } catch {
    return null;
  }
}

const noteOwner = (folder: string, owner: Owner) => writePrivateFile(ownerFile(folder), JSON.stringify(owner));

/** A start on a full disk has nothing to write where nothing has changed. */
function noteIfNew(folder: string, owner: Owner): void {
  if (!isDeepStrictEqual(ownerIn(folder), owner)) noteOwner(folder, owner);
}

/** A library by its real path, as darktable tells libraries apart. */
export function identityOf(library: string): string {
  try {
    return realpathSync(library);
  } catch {
    return resolve(library);
  }
}

export const asideFolder = (dataDir: string, identity: string) =>
  join(dataDir, 'other-libraries', createHash('sha1').update(identity).digest('hex').slice(0, 16));

/**
 * Makes the data folder the one of this library. Nobody may have the index open or write previews meanwhile. Ended in the middle, it goes
 * on from there the next time. Gives the library that was there before, when it is another; that may be one of the same path.
 * Throws what the file system throws.
 */
export function arrangeStorage(storage: LibraryStorage, library: string): { before: string | null } {
  const { dataDir } = storage;
  const wanted = identityOf(library);
  const owner = ownerIn(dataDir);
  putLeftAside(storage);
  const match = owner?.library === wanted && owner.portrait ? matchOf(wanted, owner.portrait) : null;
  const isTaken = match === 'another';
  const isOther = owner !== null && (owner.library !== wanted || isTaken);
  if (isOther) putAside(storage, owner, isTaken ? replacedFolder(dataDir, owner) : asideFolder(dataDir, owner.library));
  // From here on, what lies there is the new one's: a second attempt must not put it aside as the old one's.
  const known = owner?.library === wanted && !isTaken ? owner.portrait : undefined;
  if (isOther || !owner) noteOwner(dataDir, { library: wanted });

  const usual = asideFolder(dataDir, wanted);
  const former = ownerIn(usual);
  // It was replaced while another one was shown.
  if (former && isAnother(wanted, former)) {
    const folder = replacedFolder(dataDir, former);
    if (storage.isExportDirAway !== true) move(exportsAside(storage, usual), exportsAside(storage, folder));
    move(usual, folder);
  }
  for (const aside of [usual, ...returning(dataDir, wanted)]) bringBack(storage, aside);
  // Where it could not be told whether it is the known one, nobody else's fingerprint replaces its own.
  const portrait = (known && match === null ? null : fingerprintOf(wanted)) ?? known;
  if (portrait) noteIfNew(dataDir, { library: wanted, portrait });
  return { before: isOther ? owner.library : null };
}

/** Whether the library of that path is not any more the one that was known there. */
const isAnother = (library: string, { portrait }: Owner) =>
  portrait !== undefined && matchOf(library, portrait) === 'another';

/**
 * Whether another library has taken the path of the one that the data folder belongs to; null when that cannot be told now. Blocks for
 * some milliseconds.
 */
export function isReplaced(dataDir: string, library: string): boolean | null {
  const owner = ownerIn(dataDir);
  if (owner?.portrait === undefined || owner.library !== identityOf(library)) return false;
  const match = matchOf(owner.library, owner.portrait);
  return match === null ? null : match === 'another';
}

/** Where the things of a library wait whose path another one has taken. */
const replacedFolder = (dataDir: string, owner: Owner) => asideFolder(dataDir, JSON.stringify(owner));

/** Of those whose path was taken: the one that is back. */
function returning(dataDir: string, library: string): string[] {
  const all = join(dataDir, 'other-libraries');
  if (!isThere(all)) return [];
  return readdirSync(all)
    .map((name) => join(all, name))
    .filter((folder) => {
      const owner = ownerIn(folder);
      return owner?.library === library && owner.portrait && matchOf(library, owner.portrait) === 'same';
    });
}

function putAside(storage: LibraryStorage, owner: Owner, aside: string): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const { here, there } of filesOf(storage, aside)) move(here, there);
  const exported = exportsAside(storage, aside);
  if (storage.isExportDirAway === true) leaveExports(storage, aside);
  else movePictures(storage.exportDir, exported);
  if (readdirSync(aside).length > 0 || isThere(exported) || leftIn(storage) === basename(aside))
    noteOwner(aside, owner);
  else clear(aside);
}

function bringExportsBack(storage: LibraryStorage, aside: string): void {
  const isStillThere = leftIn(storage) === basename(aside);
  if (isStillThere) forgetLeft(storage);
  if (storage.isExportDirAway === true) return;
  // The export folder may be another one by now.
  for (const from of [join(aside, 'exports'), exportsAside(storage, aside)]) movePictures(from, storage.exportDir);
}

/**
 * [Note: Exports that were left] The export folder may lie on a disk that is gone when another library is shown. Then its exports are those
 * of the former library still when the disk comes back; it is written down which that is.
 */
function leaveExports({ dataDir, exportDir }: LibraryStorage, aside: string): void {
  noteFolders(dataDir, (known) => (known.left ??= { folder: resolve(exportDir), aside: basename(aside) }));
}

function leftIn({ dataDir, exportDir }: LibraryStorage): string | null {
  const left = knownFolders(dataDir)?.left ?? null;
  return left?.folder === resolve(exportDir) ? left.aside : null;
}

const forgetLeft = ({ dataDir }: LibraryStorage) => noteFolders(dataDir, (known) => (known.left = null));

function putLeftAside(storage: LibraryStorage): void {
  const left = leftIn(storage);
  if (left === null || storage.isExportDirAway === true) return;
  movePictures(storage.exportDir, exportsAside(storage, join(storage.dataDir, 'other-libraries', left)));
  forgetLeft(storage);
}

/** The export folder is there again: it gets the exports of the library that is shown. Throws what the file system throws. */
export function exportsAreBack(storage: LibraryStorage, library: string): void {
  const wanted = identityOf(library);
  putLeftAside(storage);
  for (const aside of [asideFolder(storage.dataDir, wanted), ...returning(storage.dataDir, wanted)])
    bringExportsBack(storage, aside);
}

function bringBack(storage: LibraryStorage, aside: string): void {
  for (const { here, there } of filesOf(storage, aside)) move(there, here);
  bringExportsBack(storage, aside);
  rmSync(ownerFile(aside), { force: true });
  removeIfEmpty(join(aside, 'exports'));
  clear(aside);
}

function clear(aside: string): void {
  removeIfEmpty(aside);
  removeIfEmpty(dirname(aside));
}

function filesOf(
  { dataDir, refreshQueue, exportQueue }: LibraryStorage,
  aside: string,
): { here: string; there: string }[] {
  const queues = [
    { file: refreshQueue, name: 'refresh.queue' },
    { file: exportQueue, name: 'export.queue' },
  ].flatMap(({ file, name }) =>
    [...filesOfQueue(''), '.failed'].map((ending) => ({ here: file + ending, there: join(aside, name + ending) })),
  );
  return [
    // The jobs first: what is not asked for any more is not made any more.
    ...queues,
    { here: join(dataDir, 'previews'), there: join(aside, 'previews') },
    { here: join(dataDir, 'export-batches'), there: join(aside, 'export-batches') },
    ...OWN_FILES.map((name) => ({ here: join(dataDir, name), there: join(aside, name) })),
  ];
}

/** Beside a folder that people chose themselves: a move within one disk, and they see where their exports are. */
const exportsAside = ({ dataDir, exportDir }: LibraryStorage, aside: string) =>
  resolve(exportDir) === join(resolve(dataDir), 'exports')
    ? join(aside, 'exports')
    : join(exportDir, `${OTHERS}${aside.slice(-16)}`);

/** Folders are merged; of two files of one name the one that is moved stays: it is the newer. */
function move(from: string, to: string): void {
  const at = statOf(from);
  if (!at) return;
  if (at.isDirectory() && isThere(to)) {
    for (const name of readdirSync(from)) move(join(from, name), join(to, name));
    removeIfEmpty(from);
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
    rmSync(from, { recursive: true, force: true });
  }
}

/** Exports alone: what else somebody puts into the folder, links and folders among it, stays. */
function movePictures(from: string, to: string): void {
  for (const aside of [from, to].filter((folder) => folder.includes(OTHERS))) {
    // Where others may write, a link of theirs by that name would have us move their files, or ours over theirs.
    const at = lstatSync(aside, { throwIfNoEntry: false });
    if (at && !at.isDirectory()) throw new Error(`${aside} is in the way: it is no folder`);
  }
  if (!isThere(from)) return;
  for (const { name } of readdirSync(from, { withFileTypes: true }).filter((entry) => isExport(entry)))
    move(join(from, name), join(to, name));
  if (from.includes(OTHERS)) removeIfEmpty(from);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or not there.
  }
}

const isThere = (path: string) => statOf(path) !== undefined;
const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
