/**
 * [Note: Waking the plugin] A byte in a named pipe wakes the plugin within some milliseconds. Where there is no pipe (Windows, a disk
 * without FIFOs, a system without `mkfifo`) the plugin looks every 50 ms. The pipe only says that there may be something to do: a byte too
 * many or too few does no harm, since the plugin looks twice a second in any case.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, fstatSync, lstatSync, openSync, rmSync, type Stats, writeSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder of the edits, which is ours alone (0700). */
const pipeIn = (editsDir: string) => join(editsDir, 'wake');

const MAKING_MS = 5_000;

/**
 * The path of the pipe, which is made if it is missing; what lies in its place is removed, unless it is a folder. null: there is none and
 * none can be made. Node cannot make one, so `mkfifo` of the system does, the first time (2 ms).
 */
export function makeWakePipe(editsDir: string): string | null {
  const pipe = pipeIn(editsDir);
  if (process.platform === 'win32') return null;
  if (isOurPipe(lookAt(pipe))) return pipe;
  try {
    rmSync(pipe, { force: true });
    execFileSync('mkfifo', ['-m', '600', pipe], { stdio: 'ignore', timeout: MAKING_MS });
  } catch {
    // A folder, no `mkfifo`, a disk without FIFOs; or another process was faster.
  }
  return isOurPipe(lookAt(pipe)) ? pipe : null;
}

/** Wakes the plugin that listens in this folder. Returns whether one does. Never waits, never throws, writes to nothing but our own pipe. */
export function wakePlugin(editsDir: string): boolean {
  const pipe = pipeIn(editsDir);
  if (process.platform === 'win32' || !isOurPipe(lookAt(pipe))) return false;
  let descriptor: number | undefined;
  try {
    // ENXIO: nobody listens.
    descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if (!isOurPipe(fstatSync(descriptor))) return false;
    writeSync(descriptor, '\n');
    return true;
  } catch (error) {
    // It is full: then the plugin is awake.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** A FIFO that belongs to this user and that nobody else may open. */
const isOurPipe = (at: Stats | null): boolean =>
  at?.isFIFO() === true && at.uid === process.getuid?.() && (at.mode & 0o077) === 0;
