import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';

/**
 * A killed Safelight may have left its darktable-cli running in this folder, which nobody else uses. The pid in the
 * lock is not enough: after a reboot it may belong to the darktable in which somebody is editing. So the process must
 * have been started with this very folder.
 */
export function endOrphan(workDir: string): void {
  const config = join(workDir, 'config');
  const lock = join(config, 'data.db.lock');
  try {
    const pid = Number.parseInt(readOrdinaryFile(lock, 'latin1'), 10);
    if (pid > 0 && argumentsOf(pid).includes(config)) process.kill(pid, 'SIGKILL');
  } catch {
    // There is none, or nothing identifies it.
  }
  rmSync(lock, { force: true });
}

/** The arguments of a process on this computer; empty where the system does not tell, or when it has ended. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
