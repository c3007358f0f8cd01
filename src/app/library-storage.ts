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
import { EXPORT_NAME } from '../exports/take-folder.ts';
import { isUnreadable, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { matchOf, Fingerprint, fingerprintOf } from '../library/library-fingerprint.ts';
import { allFilesOfQueue } from '../queues/queue-files.ts';
import { knownFolders, noteFolders } from '../settings/known-folders.ts';
import { writePrivateFile } from '../settings/private-file.ts';

/**
 * [Note: One library at a time] Previews, exports and queued jobs are named only by image id, and every library has an
 * image 1. So the data folder belongs to one library at a time. `library.json` says which; when another library is
 * shown, the former one's files are moved into `other-libraries/<key>`, where they wait until that library returns. A
 * library that has taken over another's path counts as another library, too: see [Note: The fingerprint of a library].
 */
export interface LibraryStorage {
  dataDir: string;
  /** The export folder. */
  exportDir: string;
  /**
   * The export folder is missing now, or must not be touched. Its content stays, and `exportsAreBack` handles it later.
   */
  isExportDirAway?: boolean;
  refreshQueue: string;
  exportQueue: string;
}

const Owner = z.object({ library: z.string(), portrait: Fingerprint.optional() });
type Owner = z.infer<typeof Owner>;
/** In the data folder, and in each folder under other-libraries. */
const ownerFile = (folder: string) => join(folder, 'library.json');

/**
 * Files in the data folder that belong to one library. The index is kept only for speed: it knows itself whose it is.
 */
const OWN_FILES = ['index.db', 'placeholders.db', 'shown-histories.db'].flatMap((name) => [
  name,
  `${name}-wal`,
  `${name}-shm`,
]);
/** The first words in the name of a folder with exports that wait for their library. */
const OTHERS = 'of another library ';
const isExport = (entry: Dirent) => entry.isFile() && EXPORT_NAME.test(entry.name);

/** The library whose pictures and jobs are in the data folder; null when that was never recorded, or the note is damaged. Throws file system errors. */
function ownerIn(folder: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(readOrdinaryFile(ownerFile(folder), 'utf8')));
  } catch (error) {
    if (isUnreadable(error)) throw error;
    return null;
  }
}

const noteOwner = (folder: string, owner: Owner) => writePrivateFile(ownerFile(folder), JSON.stringify(owner));

/** Writes only changes, so that a start on a full disk succeeds when nothing has changed. */
function noteIfNew(folder: string, owner: Owner): void {
  if (!isDeepStrictEqual(ownerIn(folder), owner)) noteOwner(folder, owner);
}

/** A library's real path, which is how darktable tells libraries apart. */
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
 * Makes the data folder the one of this library. Nobody may have the index open or write previews meanwhile. If it is
 * interrupted, the next call continues. Returns the previous library if that was another one; it may have the same
 * path. Throws file system errors.
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
  // From here on, the files belong to the new library: a second attempt must not put them aside as the old one's.
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
  // If it is unclear whether this is the known library, its stored fingerprint is not overwritten.
  const portrait = (known && match === null ? null : fingerprintOf(wanted)) ?? known;
  if (portrait) noteIfNew(dataDir, { library: wanted, portrait });
  return { before: isOther ? owner.library : null };
}

/** Whether the library at that path is no longer the known one. */
const isAnother = (library: string, { portrait }: Owner) =>
  portrait !== undefined && matchOf(library, portrait) === 'another';

/**
 * Whether another library has taken over the path of the one that the data folder belongs to; null when that cannot be
 * decided now. Blocks for a few milliseconds.
 */
export function isReplaced(dataDir: string, library: string): boolean | null {
  const owner = ownerIn(dataDir);
  if (owner?.portrait === undefined || owner.library !== identityOf(library)) return false;
  const match = matchOf(owner.library, owner.portrait);
  return match === null ? null : match === 'another';
}

/** The data folder, or the folder in it where the files of this library wait while another one is shown. */
export function folderOfLibrary(dataDir: string, library: string): string {
  const wanted = identityOf(library);
  const isOwn = (ownerIn(dataDir)?.library ?? wanted) === wanted && isReplaced(dataDir, library) !== true;
  return isOwn ? dataDir : asideFolder(dataDir, wanted);
}

/** Where the files of a library wait whose path was taken over by another. */
const replacedFolder = (dataDir: string, owner: Owner) => asideFolder(dataDir, JSON.stringify(owner));

/** Among those whose path was taken over: the library that is back. */
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
  // The export folder may have changed since.
  for (const from of [join(aside, 'exports'), exportsAside(storage, aside)]) movePictures(from, storage.exportDir);
}

/**
 * [Note: Exports that were left] The export folder may be on a disk that is disconnected when another library is shown.
 * When the disk comes back, the exports on it still belong to the former library, so we record which one that is.
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

/**
 * The export folder is available again: it gets the exports of the library that is shown. Throws file system errors.
 */
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
    allFilesOfQueue('').map((ending) => ({ here: file + ending, there: join(aside, name + ending) })),
  );
  return [
    // Jobs first, so that nothing is made that is no longer wanted.
    ...queues,
    { here: join(dataDir, 'previews'), there: join(aside, 'previews') },
    { here: join(dataDir, 'albums'), there: join(aside, 'albums') },
    { here: join(dataDir, 'export-batches'), there: join(aside, 'export-batches') },
    ...OWN_FILES.map((name) => ({ here: join(dataDir, name), there: join(aside, name) })),
  ];
}

/**
 * Next to a folder that people chose themselves: that is a move within one disk, and they see where their exports are.
 */
const exportsAside = ({ dataDir, exportDir }: LibraryStorage, aside: string) =>
  resolve(exportDir) === join(resolve(dataDir), 'exports')
    ? join(aside, 'exports')
    : join(exportDir, `${OTHERS}${aside.slice(-16)}`);

/** Folders are merged; of two files with the same name, the moved one stays, because it is newer. */
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

/** Moves only exports: anything else in the folder, including links and folders, stays. */
function movePictures(from: string, to: string): void {
  for (const aside of [from, to].filter((folder) => folder.includes(OTHERS))) {
    // Where others may write, their link of that name would make us move their files, or ours over theirs.
    const at = lstatSync(aside, { throwIfNoEntry: false });
    if (at && !at.isDirectory()) throw new Error(`${aside} is in the way: it is not a folder`);
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
    // Not empty, or missing.
  }
}

const isThere = (path: string) => statOf(path) !== undefined;
const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
