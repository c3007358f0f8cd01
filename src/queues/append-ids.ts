import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { NotAnOrdinaryFile, openOrdinaryFile } from '../platform/ordinary-file.ts';

const appending = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/**
 * Appends `ID\n` for each id in one write. Two things can go wrong with a plain append: a writer that crashed left an
 * incomplete last line, which would swallow our id; and the bridge may take the file (by renaming it) after we opened
 * it, perhaps having read it already. Then the jobs are written once more: they may run twice, but are never lost.
 */
export async function appendIds(file: string, ids: readonly number[], isFolderChosen: boolean): Promise<void> {
  if (ids.length === 0) return;
  for (let attempt = 0; attempt < 20; attempt++) {
    if (appendOnce(file, ids, isFolderChosen)) return;
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  throw new TakenAway();
}

/**
 * Returns whether the file that was written to was still the queue afterwards. Synchronous: it takes some 30 µs
 * (100,000 ids: some 20 ms), and no other code of ours runs between reading the last line and the write.
 */
function appendOnce(file: string, ids: readonly number[], isFolderChosen: boolean): boolean {
  if (isFolderChosen && !existsSync(dirname(file))) throw new FolderGone();
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openOrdinaryFile(file, appending);
  try {
    const before = fstatSync(descriptor);
    const first = endsInLine(descriptor, before.size) ? '' : '\n';
    const lines = Buffer.from(first + jobLines(ids, before.size + first.length), 'latin1');
    const written = writeSync(descriptor, lines);
    if (written < lines.length) {
      // The disk filled up in the middle of a number, which would be another image's id. Undo the write, as nobody else
      // has appended.
      if (fstatSync(descriptor).size === before.size + written) ftruncateSync(descriptor, before.size);
      throw new DiskFull();
    }
    const named = statSync(file, { throwIfNoEntry: false });
    return named?.ino === before.ino && named.dev === before.dev;
  } finally {
    closeSync(descriptor);
  }
}

/** Files grow in memory by pages of this size, or by several at once. */
const PAGE_BYTES = 4096;

/**
 * One line for each id, for writing at the offset `start`. A worker that has just taken the file may read it during a
 * long write, and then sees it end at a page boundary; in the middle of a line, that would be another image's id. So
 * when there are several lines, none crosses a boundary; empty lines, which are no jobs, fill the page. A single job is
 * its line and nothing else, as others who read the file expect.
 */
function jobLines(ids: readonly number[], start: number): string {
  if (ids.length === 1) return `${ids[0]}\n`;
  const lines: string[] = [];
  let left = PAGE_BYTES - (start % PAGE_BYTES);
  for (const id of ids) {
    const line = `${id}\n`;
    if (line.length > left) {
      lines.push('\n'.repeat(left));
      left = PAGE_BYTES;
    }
    lines.push(line);
    left -= line.length;
  }
  return lines.join('');
}

function endsInLine(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const end = Buffer.alloc(1);
  return readSync(descriptor, end, 0, 1, size - 1) === 0 || end[0] === 0x0a;
}

class DiskFull extends Error {}
class TakenAway extends Error {}
class FolderGone extends Error {}

const DISK_FULL = 'the disk is full; free some space and try again';

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only; make it writable and try again',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links form a loop',
  ENOSPC: DISK_FULL,
  EDQUOT: 'the disk quota is used up; free some space and try again',
  EFBIG: DISK_FULL,
  ENXIO: 'it is not an ordinary file',
};

/** The reason of a failure, in words for people. */
export function whyNotAppended(error: unknown): string {
  if (error instanceof NotAnOrdinaryFile) return error.message;
  if (error instanceof DiskFull) return DISK_FULL;
  if (error instanceof FolderGone) return 'its folder is missing; connect its disk and try again';
  if (error instanceof TakenAway) return 'another program keeps removing it';
  const code = (error as NodeJS.ErrnoException).code;
  return (code === undefined ? undefined : reasons[code]) ?? reasonOf(error);
}
