import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';

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
  for (const path of new Set([library, realPathOf(library)])) {
    const pid = lockHolder(`${path}.lock`);
    if (pid !== null && isDarktable(pid)) return { pid };
  }
  return process.platform === 'linux' ? holderByDescriptor(library) : null;
}

/** darktable puts the lock next to the path it was given, which may differ from ours. */
function realPathOf(library: string): string {
  try {
    return realpathSync(library);
  } catch {
    return library;
  }
}

function lockHolder(lock: string): number | null {
  try {
    // The number as text, followed by a NUL.
    const pid = Number.parseInt(readOrdinaryFile(lock, 'latin1'), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
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
