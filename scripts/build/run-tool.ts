import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Runs a program from the packages in this Node; true when it succeeded. */
export function runTool(
  what: string,
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): boolean {
  console.log(`\n── ${what}`);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}
