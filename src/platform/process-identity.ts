import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What tells a process from another one that got its number later. */
export interface ProcessIdentity {
  /** As the system writes it: only to be compared. */
  started: string;
  /** Program and arguments, with a blank between. */
  command: string;
}

/** The field of `/proc/PID/stat` with the start, counted from the one after the name (proc(5): 22 and 3). */
const START = 22 - 3;

/** null: there is none of this number, or the system does not tell (Windows). */
export function identityOfProcess(pid: number): ProcessIdentity | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name, in parentheses, may contain anything.
      const [started = ''] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(START);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
      return { started, command };
    }
    if (process.platform === 'win32') return null;
    const ask = (field: string) =>
      execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], {
        encoding: 'utf8',
        env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
      });
    return { started: ask('lstart').trim(), command: ask('command').trim() };
  } catch {
    return null;
  }
}
