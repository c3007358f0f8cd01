import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dataBeside } from './locate.ts';
import { networkDriveOf } from '../platform/network-drive.ts';
import { lockHolder, lockOf, UNKNOWN_HOLDER } from './library-locks.ts';

/** A darktable that has a library open. */
export interface RunningDarktable {
  pid: number;
}

/**
 * The darktable that has this library open, or null. darktable writes its pid into `library.db.lock` and removes the
 * file when it quits; after a crash the file stays, so the process must exist and be a darktable. A darktable in a
 * sandbox (flatpak, snap) writes its pid inside the sandbox: on Linux any darktable that holds the library open counts
 * as well.
 */
export function runningDarktable(library: string): RunningDarktable | null {
  for (const lock of locksOf(library)) {
    const pid = lockHolder(lock);
    if (pid !== null && isDarktable(pid)) return { pid };
  }
  return process.platform === 'linux' ? holderByDescriptor(library) : null;
}

/** What keeps Safelight from writing to a library. `pid`: UNKNOWN_HOLDER for a lock that cannot be read. */
export interface LibraryHolder extends RunningDarktable {
  /** The file that it is known by. */
  lock: string | null;
  /** The file system, such as `nfs4`, if it is a darktable of another computer; null: of this one. */
  networkDrive: string | null;
}

/**
 * The darktable that may have library.db or its data.db open, here or on another computer; null: none, so that Safelight
 * may write. On a network drive a lock whose process is no darktable of this computer may be that of a darktable
 * elsewhere: it is respected until somebody says that it is stale (`removeLocks`).
 */
export function libraryHolder(library: string): LibraryHolder | null {
  const running = runningDarktable(library);
  if (running) return { ...running, lock: null, networkDrive: null };
  for (const lock of [library, dataBeside(library)].flatMap(locksOf)) {
    const pid = lockHolder(lock);
    if (pid === null) continue;
    if (pid === UNKNOWN_HOLDER) return { pid, lock, networkDrive: null };
    const networkDrive = isDarktable(pid) ? null : networkDriveOf(lock);
    if (networkDrive !== null || isDarktable(pid)) return { pid, lock, networkDrive };
  }
  return null;
}

/** Who has a library open, and why we think so. A sentence without its full stop. */
export function holderWords({ pid, lock, networkDrive }: LibraryHolder): string {
  if (pid === UNKNOWN_HOLDER) return `darktable may have this library open: ${lock} cannot be read`;
  if (networkDrive !== null)
    return `a darktable on another computer may have this library open: ${lock} names process ${pid}, which is not a darktable of this computer, and lies on a network drive (${networkDrive}). Close darktable there. If none is open, say so with "safelight unlock" or in the settings under Diagnostics`;
  return lock === null
    ? `darktable (process ${pid}) has this library open`
    : `darktable (process ${pid}) has the data.db of this library open`;
}

/** Every lock file that darktable may have made for a database: it puts it next to the path that it was given. */
export const locksOf = (database: string): string[] => [...new Set([database, realPathOf(database)])].map(lockOf);

function realPathOf(library: string): string {
  try {
    return realpathSync(library);
  } catch {
    return library;
  }
}

function isDarktable(pid: number): boolean {
  try {
    switch (process.platform) {
      case 'linux':
        return isDarktableName(readFileSync(`/proc/${pid}/comm`, 'utf8'));
      case 'win32':
        return isDarktableName(
          execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' }),
        );
      default:
        return isDarktableName(execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }));
    }
  } catch {
    // No such process.
    return false;
  }
}

const isDarktableName = (text: string) => /darktable/i.test(text);

function holderByDescriptor(library: string): RunningDarktable | null {
  let wanted: { dev: number; ino: number };
  try {
    wanted = statSync(library);
  } catch {
    return null;
  }
  const kernel = kernelThreads();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || kernel.has(name) || !isDarktable(Number(name))) continue;
    try {
      const holds = readdirSync(`/proc/${name}/fd`).some((fd) => {
        try {
          const { dev, ino } = statSync(`/proc/${name}/fd/${fd}`);
          return dev === wanted.dev && ino === wanted.ino;
        } catch {
          return false;
        }
      });
      if (holds) return { pid: Number(name) };
    } catch {
      // A process of another user: its darktable does not use our library, or we could not write the library anyway.
    }
  }
  return null;
}

/** Flag of a kernel thread (PF_KTHREAD in the kernel's sched.h). */
const IS_OF_KERNEL = 0x0020_0000;

/**
 * The process ids of kernel threads, often more than half of all processes, as text. They are the children of process
 * 2, unless this is a container: there any program can have that id.
 */
function kernelThreads(): Set<string> {
  try {
    const stat = readFileSync('/proc/2/stat', 'latin1');
    const flags = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[6]);
    return new Set(flags & IS_OF_KERNEL ? readFileSync('/proc/2/task/2/children', 'latin1').split(' ') : []);
  } catch {
    return new Set();
  }
}
