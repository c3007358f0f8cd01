import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export const organisingChild = join(import.meta.dirname, 'organising-child.ts');

/** Runs organising-child.ts until it ends, or kills itself at POINT. */
export async function runOrganisingChild(file: string, dataDir: string, point: string) {
  const running = spawn(process.execPath, [organisingChild, file, dataDir, point], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void running.kill('SIGKILL'));
  const said = text(running.stdout);
  const [, signal] = (await once(running, 'close')) as [number | null, NodeJS.Signals | null];
  return { signal, said: (await said).trim() };
}
