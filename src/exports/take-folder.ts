import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { readMark, writeMark } from './folder-mark.ts';

/** A folder that carries our mark. */
export interface OwnFolder {
  folder: string;
  /** The id in its mark. */
  id: string;
}

/** Inside the folder, so that a draft can be renamed into place. Only we can write to it. */
export const DRAFTS_NAME = '.safelight-drafts';
export const EXPORT_NAME = /^\d+\.jpg$/;

/** Files of file managers and file systems, and of our own interrupted starts; a folder with only these counts as empty. */
const NOTHING = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\.directory|lost\+found|\.safelight-.*)$/i;

/**
 * `new`: does not exist. `empty`: has no files of the user. `ours`: has a mark for exactly this path. `taken`: contains other files.
 */
export type FolderState = 'new' | 'empty' | 'ours' | 'taken' | 'no-folder';

/** Changes nothing. Throws file system errors. */
export function stateOf(folder: string): FolderState {
  const at = statSync(folder, { throwIfNoEntry: false });
  if (!at) return lstatSync(folder, { throwIfNoEntry: false }) ? 'no-folder' : 'new';
  if (!at.isDirectory()) return 'no-folder';
  if (readMark(folder)?.isOfThisFolder === true) return 'ours';
  return readdirSync(folder).every((name) => NOTHING.test(name)) ? 'empty' : 'taken';
}

/** How many names to try for a new folder. */
const MOST_NAMES = 20;

/**
 * The folder for exports inside a folder with other files: the first of `Safelight`, `Safelight 2`, … that may be ours. Changes nothing.
 */
export function placeWithin(folder: string): string | null {
  for (let number = 1; number <= MOST_NAMES; number++) {
    const place = join(folder, number === 1 ? 'Safelight' : `Safelight ${number}`);
    const state = stateOf(place);
    if (state !== 'taken' && state !== 'no-folder') return place;
  }
  return null;
}

/**
 * Marks a new or empty folder, or one that is already ours, as Safelight's. `before`: names that must not be deleted. `mode`: the
 * permissions of a new folder. Throws an Error for people.
 */
export function takeFolder(folder: string, before: Iterable<string> = [], mode = 0o777): OwnFolder {
  try {
    mkdirSync(folder, { recursive: true, mode });
    const mark = readMark(folder);
    const isOurs = mark?.isOfThisFolder === true;
    const id = isOurs ? mark.id : randomUUID();
    const kept = new Set([...(isOurs ? mark.before : []), ...before]);
    writeMark(folder, { id, before: kept });
    draftsIn(folder);
    return { folder, id };
  } catch (error) {
    throw new Error(`${folder} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Names of exports in a folder. */
export const exportsIn = (folder: string) => readdirSync(folder).filter((name) => EXPORT_NAME.test(name));

/**
 * The folder for drafts, created if missing. In a shared export folder, another user's folder must not pass for it. Throws file system
 * errors and an Error for people.
 */
export function draftsIn(folder: string): string {
  const drafts = join(folder, DRAFTS_NAME);
  try {
    mkdirSync(drafts, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const at = lstatSync(drafts);
  if (!at.isDirectory()) throw new Error(`${drafts} is in the way: it is not a folder`);
  const me = process.getuid?.();
  if (me === undefined) return drafts;
  // On disks without owners (FAT) all files have the same owner.
  if (at.uid !== me && at.uid !== statSync(folder).uid) throw new Error(`${drafts} belongs to another user`);
  if (at.uid === me && (at.mode & 0o077) !== 0) chmodSync(drafts, 0o700);
  return drafts;
}
