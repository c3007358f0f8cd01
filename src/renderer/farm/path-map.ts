import { isIn } from './farm-workers.ts';

/** A folder of the coordinator's machine, and where this machine has the same folder. */
export interface SharedFolder {
  theirs: string;
  ours: string;
}

/** Reads `/photos=/Volumes/photos`. Throws an Error in words for people. */
export function readSharedFolder(text: string): SharedFolder {
  const at = text.indexOf('=');
  const [theirs, ours] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || ours === '') throw new Error(`${text} is not a path map such as /photos=/Volumes/photos.`);
  return { theirs, ours };
}

/** The path of the same file here; null: it is in no shared folder. */
export function pathHere(path: string, folders: readonly SharedFolder[]): string | null {
  const folder = folders.find(({ theirs }) => isIn(path, theirs));
  if (!folder) return null;
  const rest = path.slice(folder.theirs.length);
  const isTheirsWindows = /^([A-Za-z]:|\\\\)/.test(folder.theirs);
  const isOursWindows = /^([A-Za-z]:|\\\\)/.test(folder.ours);
  const parts = isTheirsWindows ? rest.split(/[\\/]/) : rest.split('/');
  // Nothing outside the folder.
  if (parts.includes('..')) return null;
  return folder.ours + parts.join(isOursWindows ? '\\' : '/');
}
