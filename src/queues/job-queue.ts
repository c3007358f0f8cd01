import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { queueError, reasonOf } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Log } from '../log.ts';
import { watchFolder } from '../watch-folder.ts';

/** A text file with one image id a line, written here and emptied by the bridge. */
export interface JobQueue {
  readonly name: 'refresh' | 'export';
  readonly file: string;
  /** Adds a job. Throws queue_error, with the path and the reason, when it could not be written. */
  append(id: number): Promise<void>;
  /** How many different images wait or are being worked on: ids in the queue and in what the bridge has taken from it. */
  depth(): number;
  close(): void;
}

const settleMs = 100;

export function openJobQueue(options: {
  name: 'refresh' | 'export';
  file: string;
  events: Events;
  log: Log;
}): JobQueue {
  const { name, events, log } = options;
  const file = resolve(options.file);
  const pending = new PendingIds([file, `${file}.working`]);
  let known = pending.count();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const depth = pending.count();
      if (depth === known) return;
      known = depth;
      events.emit('queue.changed', { name, depth });
    }, settleMs).unref();
  };
  const watch = watchFolder(dirname(file), (changed) => {
    if (changed === null || changed.startsWith(basename(file))) look();
  });

  return {
    name,
    file,
    append: async (id) => {
      try {
        await appendLine(file, id);
      } catch (error) {
        log.warn({ err: error, queue: name }, 'a job could not be queued');
        throw queueError(`The ${name} queue ${file} cannot be written: ${reasonForPeople(error)}.`, error);
      }
      look();
    },
    depth: () => pending.count(),
    close() {
      watch.close();
      clearTimeout(timer);
    },
  };
}

// O_NONBLOCK: a FIFO or a device by that name must not hold us up. (Windows has no such flag: undefined, which counts as 0.)
const appending = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/**
 * One write of `ID\n`. Two things can go wrong with a plain append: a writer that crashed left a line without its end, which
 * would swallow our id; and the bridge takes the file (by renaming it) after we opened it, perhaps having read it already.
 * Then the job is written once more: it may run twice, never zero times.
 */
async function appendLine(file: string, id: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (appendOnce(file, id)) return;
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  throw new TakenAway();
}

/**
 * Whether the file that was written to still was the queue afterwards. Synchronous: it takes some 30 µs, and nothing of ours
 * comes between the look at the last line and the write.
 */
function appendOnce(file: string, id: number): boolean {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, appending, 0o600);
  try {
    const before = fstatSync(descriptor);
    if (!before.isFile()) throw new NotAFile();
    const line = Buffer.from(endsInLine(descriptor, before.size) ? `${id}\n` : `\n${id}\n`);
    const written = writeSync(descriptor, line);
    if (written < line.length) {
      // The disk filled up in the middle of a number, which would be another image's. Nobody else appended: take it back.
      if (fstatSync(descriptor).size === before.size + written) ftruncateSync(descriptor, before.size);
      throw new DiskFull();
    }
    const named = statSync(file, { throwIfNoEntry: false });
    return named?.ino === before.ino && named.dev === before.dev;
  } finally {
    closeSync(descriptor);
  }
}

function endsInLine(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const end = Buffer.alloc(1);
  return readSync(descriptor, end, 0, 1, size - 1) === 0 || end[0] === 0x0a;
}

class NotAFile extends Error {}
class DiskFull extends Error {}
class TakenAway extends Error {}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links go round in circles',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the disk quota is used up',
  ENXIO: 'it is not an ordinary file',
};

function reasonForPeople(error: unknown): string {
  if (error instanceof NotAFile) return 'it is not an ordinary file';
  if (error instanceof DiskFull) return 'the disk is full';
  if (error instanceof TakenAway) return 'something keeps taking it away';
  const code = (error as NodeJS.ErrnoException).code;
  return (code === undefined ? undefined : reasons[code]) ?? reasonOf(error);
}

/** The different ids in some files, read again only when a file changed. */
class PendingIds {
  readonly #files: string[];
  #stamp = '';
  #count = 0;

  constructor(files: string[]) {
    this.#files = files;
  }

  count(): number {
    const stats = this.#files.map((file) => fileStat(file));
    const stamp = stats.map((at) => (at ? `${at.ino}:${at.size}:${at.mtimeMs}` : '-')).join(' ');
    if (stamp !== this.#stamp) {
      const ids = new Set<string>();
      for (const [index, file] of this.#files.entries()) if (stats[index]) readIds(file, ids);
      this.#count = ids.size;
      this.#stamp = stamp;
    }
    return this.#count;
  }
}

function fileStat(file: string): Stats | null {
  try {
    const at = statSync(file, { throwIfNoEntry: false });
    return at?.isFile() ? at : null;
  } catch {
    return null;
  }
}

function readIds(file: string, ids: Set<string>): void {
  try {
    for (const line of readFileSync(file, 'latin1').split('\n')) {
      const id = line.trim();
      if (/^\d+$/.test(id)) ids.add(id);
    }
  } catch {
    // The bridge took it between the look and the read: the next change tells.
  }
}
