import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a process called darktable that seems to have a library open: its pid is in library.db.lock. */
export async function startDarktableProcess(folder: string, library: string): Promise<{ end(): Promise<void> }> {
  const program = join(mkdtempSync(join(folder, 'program-')), 'darktable');
  copyFileSync('/bin/sleep', program);
  const running = spawn(program, ['600'], { stdio: 'ignore' });
  const ended = once(running, 'exit');
  await once(running, 'spawn');
  writeFileSync(`${library}.lock`, `${running.pid}\0`);
  return {
    end: async () => {
      running.kill('SIGKILL');
      await ended;
    },
  };
}
