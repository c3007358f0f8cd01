import { type BigIntStats, closeSync, constants, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { isUnreadable, openOrdinaryFile } from '../platform/ordinary-file.ts';

/** What one check of a database file tells, without a lock and without SQLite. */
export type Look =
  | {
      kind: 'file';
      /** Changes with every commit, and when another file takes this name. */
      stamp: string;
      inode: bigint;
      size: number;
      /** Whether it begins like every SQLite file. */
      isSqlite: boolean;
      /** Write-ahead logging: new content is in a second file. */
      isWal: boolean;
    }
  | { kind: 'missing' }
  | { kind: 'folder' }
  | { kind: 'unreadable'; reason: string };

type FileLook = Extract<Look, { kind: 'file' }>;

/** The part of the file header that matters: magic text, journal versions (18, 19) and change counter (24-27). */
const HEADER_BYTES = 32;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** How long a -wal file counts as just written: longer than the coarsest file system clock that we know. */
const YOUNG_NS = 2_000_000_000n;

/**
 * Watches one database file by its stamp: SQLite's change counter, the time of the last write in ns, size and inode.
 *
 * Keeps one descriptor open, because closing any descriptor of a file drops all POSIX locks that the process holds on
 * it. When another file takes the name, the descriptor follows. Everything is synchronous and takes a few microseconds.
 */
export class StampedFile {
  readonly path: string;
  #realPath: string;
  #descriptor: number | null = null;
  #isClosed = false;
  #dev = 0n;
  #inode = 0n;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  /** The last check of the file, and what it was made from. */
  #seen: { look: FileLook; stats: BigIntStats; header: Buffer } | null = null;

  constructor(path: string) {
    this.path = path;
    this.#realPath = path;
  }

  look(): Look {
    if (this.#isClosed) return { kind: 'missing' };
    try {
      const stats = statSync(this.path, { bigint: true, throwIfNoEntry: false });
      if (!stats) return this.#lost({ kind: 'missing' });
      if (!stats.isFile()) return this.#lost({ kind: 'folder' });
      this.#follow(stats);
      this.#header.fill(0);
      readSync(this.#descriptor!, this.#header, 0, HEADER_BYTES, 0);
      // Usually nothing has changed. The -wal file may still have grown.
      const seen = this.#seen;
      if (seen && !seen.look.isWal && isSameFile(seen.stats, stats) && this.#header.equals(seen.header))
        return seen.look;
      const isWal = this.#header[18] === 2 && this.#header[19] === 2;
      const counter = this.#header.readUInt32BE(24);
      const look: FileLook = {
        kind: 'file',
        stamp: `${stats.ino}-${counter}-${stats.mtimeNs}-${stats.size}${isWal ? walStamp(this.#realPath) : ''}`,
        inode: stats.ino,
        size: Number(stats.size),
        isSqlite: this.#header.subarray(0, MAGIC.length).equals(MAGIC),
        isWal,
      };
      this.#seen = { look, stats, header: Buffer.from(this.#header) };
      return look;
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      // A parent in the path is not a folder, or the file vanished between stat and open.
      return this.#lost(
        reason === 'ENOTDIR' || reason === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', reason },
      );
    }
  }

  /** Where SQLite keeps the journal: next to the file itself, not next to a link to it. */
  get journal(): string {
    return `${this.#realPath}-journal`;
  }

  /** A journal that SQLite would roll back: a commit is under way, or a program died during one. */
  hasHotJournal(): boolean {
    try {
      const first = readFirstByte(this.journal);
      return first !== null && first !== 0;
    } catch (error) {
      return isUnreadable(error);
    }
  }

  /**
   * Whether somebody is writing a commit right now, according to the system's lock table. false where there is no such
   * table; an unchanged stamp must be enough then.
   */
  isBeingCommitted(locks = lockTable()): boolean {
    if (locks === null || this.#descriptor === null) return false;
    const inode = `:${this.#inode} `;
    return locks.includes(inode) && locks.split('\n').some((line) => line.includes(inode) && isExclusive(line));
  }

  /** From now on the file counts as missing. */
  close(): void {
    this.#isClosed = true;
    this.#letGo();
  }

  #letGo(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #follow(stats: BigIntStats): void {
    if (this.#descriptor !== null && stats.ino === this.#inode && stats.dev === this.#dev) return;
    this.#letGo();
    this.#realPath = realpathSync(this.path);
    this.#descriptor = openOrdinaryFile(this.#realPath, constants.O_RDONLY);
    this.#dev = stats.dev;
    this.#inode = stats.ino;
  }

  #lost(look: Look): Look {
    this.#letGo();
    return look;
  }
}

const isSameFile = (one: BigIntStats, other: BigIntStats) =>
  one.ino === other.ino && one.mtimeNs === other.mtimeNs && one.size === other.size;

/** The locks now held on all files; null where the system does not list them. Reading the table locks nothing. */
export function lockTable(): string | null {
  if (platform() !== 'linux') return null;
  try {
    return readFileSync('/proc/locks', 'latin1');
  } catch {
    return null;
  }
}

/**
 * A line of the lock table ends with the first and last byte of a lock. SQLite's EXCLUSIVE lock is a write lock on its
 * shared bytes, the 510 from 0x40000002 (os_unix.c); the system joins it with the locks on the bytes just before.
 */
function isExclusive(line: string): boolean {
  const [, mode, first, last] = /(READ|WRITE) .* (\d+) (\d+|EOF)$/.exec(line.trimEnd()) ?? [];
  return mode === 'WRITE' && Number(first) <= SHARED_FIRST && (last === 'EOF' || Number(last) >= SHARED_FIRST);
}

const SHARED_FIRST = 0x40000002;

/**
 * The -wal file grows or restarts with each commit. Two commits may share a tick of a coarse clock, so the stamp of a
 * young file ages: it changes once more when the file has come to rest.
 */
function walStamp(path: string): string {
  const wal = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false });
  if (!wal) return '-wal';
  const isYoung = BigInt(Date.now()) * 1_000_000n - wal.mtimeNs < YOUNG_NS;
  return `-wal-${wal.ino}-${wal.mtimeNs}-${wal.size}${isYoung ? '-young' : ''}`;
}

function readFirstByte(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size === 0) return null;
  const descriptor = openOrdinaryFile(path, constants.O_RDONLY);
  try {
    const byte = Buffer.alloc(1);
    readSync(descriptor, byte, 0, 1, 0);
    return byte[0]!;
  } finally {
    closeSync(descriptor);
  }
}
