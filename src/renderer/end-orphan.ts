import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';

/**
 * A Safelight that was killed may have left its darktable-cli at work in this folder, which nobody else uses. The number in the lock
 * alone does not tell: after a restart of the computer it may be that of the darktable that somebody is editing in. So the process
 * must have been given this very folder.
 */
export function endOrphan(workDir: string): void {
  const config = join(workDir, 'config');
  const lock = join(config, 'data.db.lock');
  try {
    const pid = Number.parseInt(readOrdinaryFile(lock, 'latin1'), 10);
    if (pid > 0 && argumentsOf(pid).includes(config)) process.kill(pid, 'SIGKILL');
  } catch {
    // There is none, or nothing to tell it by.
  }
  rmSync(lock, { force: true });
}

/** Of a process of this computer; none where the system does not tell them, or it has ended. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
