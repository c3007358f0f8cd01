import { closeSync, constants, fstatSync, readSync, type Stats } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { openOrdinaryFile, ordinaryFile, ordinaryFileHandle } from '../platform/ordinary-file.ts';

/** What tells one content of a file from another without reading it. */
export type FileFacts = { file: string; size: number; modifiedMs: number; inode: number };

/** A strong validator: a file replaced by rename has another inode, one written in place another time or size. */
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
    const handle = await ordinaryFileHandle(file);
    try {
      return factsOf(file, await handle.stat());
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

const shortestJpeg = 125;
const wholeness = new LRUCache<string, boolean>({ max: 20_000 });

/** Whether a cached JPEG begins and ends as one: darktable writes its cache in place, so a file may be seen half written. */
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
    descriptor = openOrdinaryFile(file, constants.O_RDONLY);
    const at = fstatSync(descriptor);
    if (at.ino !== inode || at.size !== size) return false;
    const bytes = Buffer.alloc(5);
    readSync(descriptor, bytes, 0, 3, 0);
    readSync(descriptor, bytes, 3, 2, size - 2);
    return bytes.equals(wholeEnds);
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What is read in one go, to be sent. */
const smallBytes = 64 * 1024;

/** A cached JPEG that begins and ends as one. */
export type WholeJpeg = FileFacts & {
  /** Of a small one, all of it. */
  bytes?: Buffer;
};

/** As `isWholeJpeg`, and reads a small one while it is open. Null when it is not whole. What was read may be newer than the look. */
export function readWholeJpeg(found: FileFacts): WholeJpeg | null {
  if (found.size > smallBytes) return isWholeJpeg(found) ? found : null;
  if (found.size < shortestJpeg) return null;
  let descriptor: number | undefined;
  try {
    descriptor = openOrdinaryFile(found.file, constants.O_RDONLY);
    const facts = factsOf(found.file, fstatSync(descriptor));
    if (!facts) return null;
    // It has grown: then it is being written, or another by now.
    if (facts.size > smallBytes) return isWholeJpeg(facts) ? facts : null;
    const bytes = Buffer.allocUnsafe(facts.size);
    const isRead = readSync(descriptor, bytes, 0, bytes.length, 0) === bytes.length;
    return isRead && endsOf(bytes).equals(wholeEnds) ? { ...facts, bytes } : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const endsOf = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 3), jpeg.subarray(-2)]);

/** Start of image and the first byte of a segment; end of image. */
const wholeEnds = Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xd9]);
