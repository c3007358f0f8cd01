import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMissing } from '../platform/ordinary-file.ts';
import { writePrivateFile } from '../settings/private-file.ts';

/** The file that marks a folder as Safelight's. The plugin checks it, too (docs/bridge-protocol.md). */
export const MARK_NAME = '.safelight-exports';

const WORDS = `# Safelight keeps its exports in this folder, as <number of the image>.jpg, and replaces and deletes them there.
# Do not keep pictures of your own here. Without this file Safelight leaves the folder alone.
`;

export interface FolderMark {
  /** Random; also stored in the data folder. */
  id: string;
  /** Pictures from before the folder became ours: renamed when they are in the way, never deleted. */
  before: ReadonlySet<string>;
  /** Whether it was written for this folder, not copied from another one. */
  isOfThisFolder: boolean;
}

const MOST_BYTES = 16 * 1024 ** 2;

/** null: there is no valid mark. Links do not count. Throws file system errors. */
export function readMark(folder: string): FolderMark | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(join(folder, MARK_NAME), constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
    const at = fstatSync(descriptor);
    if (!at.isFile() || at.size > MOST_BYTES) return null;
    const lines = readFileSync(descriptor, 'utf8').split('\n');
    const all = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    const [id] = all('id');
    if (id === undefined || !/^[0-9a-f-]{36}$/.test(id)) return null;
    return {
      id,
      before: new Set(all('before')),
      // Disks without stable inode numbers (FAT) are recognized by path, disks mounted elsewhere by inode.
      isOfThisFolder: all('inode')[0] === inodeOf(folder) || all('folder')[0] === resolve(folder),
    };
  } catch (error) {
    // A link is nobody's mark. One that cannot be read may be ours: it says which files were there before.
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return null;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Throws file system errors. */
export function writeMark(folder: string, { id, before }: Pick<FolderMark, 'id' | 'before'>): void {
  const fields = [
    `id=${id}`,
    `folder=${resolve(folder)}`,
    `inode=${inodeOf(folder)}`,
    ...[...before].map((name) => `before=${name}`),
  ];
  writePrivateFile(join(folder, MARK_NAME), `${WORDS}${fields.join('\n')}\n`);
}

const inodeOf = (folder: string) => String(statSync(folder, { bigint: true }).ino);

/** Windows has no such flag; there only the check before opening applies. */
export const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;
