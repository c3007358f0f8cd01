import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { readMark, writeMark } from './folder-mark.ts';

/** A folder that carries our mark. */
export interface OwnFolder {
  folder: string;
  /** Of its mark. */
  id: string;
}

/** In the folder itself, so that a draft is put in place by renaming; nobody else can put anything into it. */
export const DRAFTS_NAME = '.safelight-drafts';
export const EXPORT_NAME = /^\d+\.jpg$/;

/** What file managers and file systems leave in folders that are empty to everybody's eyes, and what a start of ours that was killed left. */
const NOTHING = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\.directory|lost\+found|\.safelight-.*)$/i;

/**
 * `new`: nothing is there. `empty`: a folder without anything of anybody's. `ours`: it was marked for this very place. `taken`: somebody's
 * things are in it.
 */
export type FolderState = 'new' | 'empty' | 'ours' | 'taken' | 'no-folder';

/** Changes nothing. Throws what the file system throws when the folder cannot be looked into. */
export function stateOf(folder: string): FolderState {
  const at = statSync(folder, { throwIfNoEntry: false });
  if (!at) return lstatSync(folder, { throwIfNoEntry: false }) ? 'no-folder' : 'new';
  if (!at.isDirectory()) return 'no-folder';
  if (readMark(folder)?.isOfThisFolder === true) return 'ours';
  return readdirSync(folder).every((name) => NOTHING.test(name)) ? 'empty' : 'taken';
}

/** How many names are tried for a folder in one that holds other things. */
const MOST_NAMES = 20;

/** Where exports go in a folder that holds somebody's things: the first of `Safelight`, `Safelight 2`, … that may be ours. Changes nothing. */
export function placeWithin(folder: string): string | null {
  for (let number = 1; number <= MOST_NAMES; number++) {
    const place = join(folder, number === 1 ? 'Safelight' : `Safelight ${number}`);
    const state = stateOf(place);
    if (state !== 'taken' && state !== 'no-folder') return place;
  }
  return null;
}

/**
 * Makes a folder that is new, empty or ours already Safelight's own. `before`: names in it that are not to be deleted. `mode`: of a new one. Throws an Error for
 * people.
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
 * The folder of drafts, made if need be. Where others may write into the export folder, too, one of theirs must not pass for it. Throws
 * what the file system throws, and an Error for people.
 */
export function draftsIn(folder: string): string {
  const drafts = join(folder, DRAFTS_NAME);
  try {
    mkdirSync(drafts, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const at = lstatSync(drafts);
  if (!at.isDirectory()) throw new Error(`${drafts} is in the way: it is no folder`);
  const me = process.getuid?.();
  if (me === undefined) return drafts;
  // A disk that knows no owners (FAT) gives everything to one.
  if (at.uid !== me && at.uid !== statSync(folder).uid) throw new Error(`${drafts} belongs to another user`);
  if (at.uid === me && (at.mode & 0o077) !== 0) chmodSync(drafts, 0o700);
  return drafts;
}
