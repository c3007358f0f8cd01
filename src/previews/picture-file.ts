import { closeSync, constants, readSync, type Stats } from 'node:fs';
import { largeCache } from '../platform/large-cache.ts';
import { openFileSeen, ordinaryFile, ordinaryFileHandle } from '../platform/ordinary-file.ts';

/** The stat values that identify the content of a file. */
export type FileFacts = { file: string; size: number; modifiedMs: number; inode: number };

/** A strong validator: a replaced file has another inode, a file written in place another time or size. */
export const etagOf = ({ size, modifiedMs, inode }: Omit<FileFacts, 'file'>) =>
  `"${Math.round(modifiedMs * 1000).toString(36)}-${size.toString(36)}-${inode.toString(36)}"`;

const factsOf = (file: string, at: Stats): FileFacts | null =>
  at.size > 0 ? { file, size: at.size, modifiedMs: at.mtimeMs, inode: at.ino } : null;

/** For the caches on the local disk only: synchronous, because that takes 2 µs where a trip to the thread pool takes 50. */
export function cachedFileFacts(file: string): FileFacts | null {
  const at = ordinaryFile(file);
  return at && factsOf(file, at);
}

/**
 * For photographs, which may lie on a sleeping disk or in the network. Null unless it is an ordinary, non-empty file that we
 * may read.
 */
export async function pictureFacts(file: string): Promise<FileFacts | null> {
  try {
    const { handle, at } = await ordinaryFileHandle(file);
    await handle.close();
    return factsOf(file, at);
  } catch {
    return null;
  }
}

const shortestJpeg = 125;
const wholeness = largeCache<string, boolean>(20_000);

/** Whether a cached JPEG is complete: darktable writes its cache in place, so a file can be half written. */
export function isWholeJpeg(facts: FileFacts): boolean {
  const key = `${facts.file}\0${etagOf(facts)}`;
  const known = wholeness.get(key);
  if (known !== undefined) return known;
  const whole = hasBothEnds(facts);
  wholeness.set(key, whole);
  return whole;
}

function hasBothEnds({ file, size, inode }: FileFacts): boolean {
  if (size < shortestJpeg) return false;
  let descriptor: number | undefined;
  try {
    const opened = openFileSeen(file, constants.O_RDONLY);
    descriptor = opened.descriptor;
    if (opened.at.ino !== inode || opened.at.size !== size) return false;
    const bytes = Buffer.alloc(5);
    readSync(descriptor, bytes, 0, 3, 0);
    readSync(descriptor, bytes, 3, 2, size - 2);
    return beginsAndEnds(bytes);
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The largest file to read in one go. */
const smallBytes = 64 * 1024;

/** A complete cached JPEG. */
export type WholeJpeg = FileFacts & {
  /** The content, if it is small. */
  bytes?: Buffer;
};

/** Like `isWholeJpeg`, but also reads a small file. Null when it is incomplete. The content may be newer than the stat. */
export function readWholeJpeg(found: FileFacts): WholeJpeg | null {
  if (found.size > smallBytes) return isWholeJpeg(found) ? found : null;
  if (found.size < shortestJpeg) return null;
  let descriptor: number | undefined;
  try {
    const opened = openFileSeen(found.file, constants.O_RDONLY);
    descriptor = opened.descriptor;
    const facts = factsOf(found.file, opened.at);
    if (!facts) return null;
    // It has grown, so it is being written or was replaced.
    if (facts.size > smallBytes) return isWholeJpeg(facts) ? facts : null;
    const bytes = Buffer.allocUnsafe(facts.size);
    const isRead = readSync(descriptor, bytes, 0, bytes.length, 0) === bytes.length;
    return isRead && beginsAndEnds(bytes) ? { ...facts, bytes } : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Start of image and the first byte of a segment; end of image. */
const beginsAndEnds = (jpeg: Buffer) =>
  jpeg[0] === 0xff && jpeg[1] === 0xd8 && jpeg[2] === 0xff && jpeg.at(-2) === 0xff && jpeg.at(-1) === 0xd9;
