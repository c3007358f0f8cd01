import { closeSync, constants, fstatSync, openSync, readFileSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/**
 * [Note: Ordinary files only] A FIFO in the place of a file holds whoever opens it until somebody comes to its other end, perhaps for ever,
 * and a device may do anything. Whatever another program may have put somewhere is therefore looked at before it is opened (those at
 * the other end would notice), opened without waiting, and looked at again. A link counts as what it leads to: a file on another
 * disk may be somebody's own arrangement.
 */
export class NotAnOrdinaryFile extends Error {
  constructor(file: string, at: Stats) {
    super(`${file} is ${at.isDirectory() ? 'a folder' : 'not an ordinary file'}`);
    this.name = 'NotAnOrdinaryFile';
  }
}

// (Windows has no such flag: undefined, which counts as 0.)
const WITHOUT_WAITING = constants.O_NONBLOCK;

/** What the file system says of an ordinary file; null when there is none, or something else by its name. */
export function ordinaryFile(file: string): Stats | null {
  try {
    const at = statSync(file, { throwIfNoEntry: false });
    return at?.isFile() === true ? at : null;
  } catch {
    return null;
  }
}

/** For those who open files themselves, as SQLite does. A file that is missing is fine. Throws NotAnOrdinaryFile. */
export function refuseOtherThanFile(file: string): void {
  const at = statSync(file, { throwIfNoEntry: false });
  if (at?.isFile() === false) throw new NotAnOrdinaryFile(file, at);
}

/** A descriptor. `flags` as `open` takes them as a number. Throws NotAnOrdinaryFile, and what the file system says. */
export function openOrdinaryFile(file: string, flags: number, mode = 0o600): number {
  refuseOtherThanFile(file);
  const descriptor = openSync(file, flags | WITHOUT_WAITING, mode);
  try {
    const at = fstatSync(descriptor);
    if (!at.isFile()) throw new NotAnOrdinaryFile(file, at);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** To read from, for files that may lie on a sleeping disk or in the network. Throws as `openOrdinaryFile`. */
export async function ordinaryFileHandle(file: string): Promise<FileHandle> {
  const before = await stat(file);
  if (!before.isFile()) throw new NotAnOrdinaryFile(file, before);
  const handle = await open(file, constants.O_RDONLY | WITHOUT_WAITING);
  try {
    const at = await handle.stat();
    if (!at.isFile()) throw new NotAnOrdinaryFile(file, at);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** All of it. Throws as `openOrdinaryFile`. */
export async function ordinaryFileBytes(file: string): Promise<Buffer> {
  const handle = await ordinaryFileHandle(file);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The whole text. Throws as `openOrdinaryFile`. */
export function readOrdinaryFile(file: string, encoding: 'utf8' | 'latin1'): string {
  const descriptor = openOrdinaryFile(file, constants.O_RDONLY);
  try {
    return readFileSync(descriptor, encoding);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the file, for its owner alone, where there is none. Throws as `openOrdinaryFile`. */
export function appendOrdinaryFile(file: string, content: string): void {
  const descriptor = openOrdinaryFile(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  try {
    writeFileSync(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
}
