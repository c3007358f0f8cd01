import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/**
 * [Note: Ordinary files only] Opening a FIFO can block for ever, and opening a device can do anything. So a file that another program
 * may have created is checked before opening (the writer of a FIFO would notice an open), opened without blocking, and checked again.
 * Links are followed, because users link to files on other disks.
 */
export class NotAnOrdinaryFile extends Error {
  constructor(file: string, at: Stats) {
    super(`${file} is ${at.isDirectory() ? 'a folder' : 'not an ordinary file'}`);
    this.name = 'NotAnOrdinaryFile';
  }
}

/** It would take long to read, and memory. */
export class TooLarge extends Error {
  constructor(file: string, bytes: number) {
    super(`${file} has more than ${bytes} bytes`);
    this.name = 'TooLarge';
  }
}

/** More than any text has that is read whole. */
const MOST_BYTES = 64 * 1024 * 1024;

// (Windows has no such flag: undefined, which counts as 0.)
const WITHOUT_WAITING = constants.O_NONBLOCK;

export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * The system refuses a file that is there. It must not count as missing before something is written in its place; one with
 * another content, or no ordinary file, is another matter.
 */
export const isUnreadable = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException).code === 'string' && !isMissing(error);

/** The stat of an ordinary file; null when it does not exist or is something else. */
export function ordinaryFile(file: string): Stats | null {
  try {
    const at = statSync(file, { throwIfNoEntry: false });
    return at?.isFile() === true ? at : null;
  } catch {
    return null;
  }
}

/** The same, but throws where the system does not say what is there. */
export function ordinaryFileSeen(file: string): Stats | null {
  try {
    const at = statSync(file, { throwIfNoEntry: false });
    return at?.isFile() === true ? at : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The text; null when there is no file, or something else in its place. Throws TooLarge and file system errors. */
export function ordinaryTextIfThere(file: string, encoding: 'utf8' | 'latin1', most = MOST_BYTES): string | null {
  try {
    return readOrdinaryFile(file, encoding, most);
  } catch (error) {
    if (isMissing(error) || error instanceof NotAnOrdinaryFile) return null;
    throw error;
  }
}

/** For libraries that open files themselves, such as SQLite. A missing file is allowed. Throws NotAnOrdinaryFile. */
export function refuseOtherThanFile(file: string): void {
  const at = statSync(file, { throwIfNoEntry: false });
  if (at?.isFile() === false) throw new NotAnOrdinaryFile(file, at);
}

/** Returns a descriptor. `flags`: the numeric flags of `open`. Throws NotAnOrdinaryFile and file system errors. */
export function openOrdinaryFile(file: string, flags: number, mode = 0o600): number {
  refuseOtherThanFile(file);
  return openFileSeen(file, flags, mode).descriptor;
}

/** The same for a file that `ordinaryFile` has just seen, and what the file system says of the one that was opened. */
export function openFileSeen(file: string, flags: number, mode = 0o600): { descriptor: number; at: Stats } {
  const descriptor = openSync(file, flags | WITHOUT_WAITING, mode);
  try {
    const at = fstatSync(descriptor);
    if (!at.isFile()) throw new NotAnOrdinaryFile(file, at);
    return { descriptor, at };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Asynchronous, for files on sleeping or network disks; with what the file system says of the opened file. Throws as `openOrdinaryFile`.
 */
export async function ordinaryFileHandle(file: string): Promise<{ handle: FileHandle; at: Stats }> {
  const before = await stat(file);
  if (!before.isFile()) throw new NotAnOrdinaryFile(file, before);
  const handle = await open(file, constants.O_RDONLY | WITHOUT_WAITING);
  try {
    const at = await handle.stat();
    if (!at.isFile()) throw new NotAnOrdinaryFile(file, at);
    return { handle, at };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The whole content. Throws TooLarge, and as `openOrdinaryFile`. */
export async function ordinaryFileBytes(file: string, most = MOST_BYTES): Promise<Buffer> {
  const { handle, at } = await ordinaryFileHandle(file);
  try {
    if (at.size > most) throw new TooLarge(file, most);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The whole text. Throws TooLarge, and as `openOrdinaryFile`. */
export function readOrdinaryFile(file: string, encoding: 'utf8' | 'latin1', most = MOST_BYTES): string {
  const descriptor = openOrdinaryFile(file, constants.O_RDONLY);
  try {
    if (fstatSync(descriptor).size > most) throw new TooLarge(file, most);
    return readFileSync(descriptor, encoding);
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the file with mode 0600 if it is missing. Throws as `openOrdinaryFile`. */
export function appendOrdinaryFile(file: string, content: string): void {
  const descriptor = openOrdinaryFile(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  try {
    writeFileSync(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
}
