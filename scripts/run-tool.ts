import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const commandLine = (script: string, args: readonly string[]) => [join(root, 'node_modules', script), ...args];

/** Runs a program from the packages in this Node; true when it succeeded. */
export function runTool(
  what: string,
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): boolean {
  console.log(`\n── ${what}`);
  const { status } = spawnSync(process.execPath, commandLine(script, args), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** The same while other things happen: what it prints comes when it has ended. Once `signal` is aborted it ends, and prints nothing. */
export async function runBeside(
  what: string,
  script: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const began = performance.now();
  const child = spawn(process.execPath, commandLine(script, args), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.kill();
  signal?.addEventListener('abort', end, { once: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      said += String(error);
      resolve(null);
    });
  });
  signal?.removeEventListener('abort', end);
  if (signal?.aborted) return false;
  console.log(`\n── ${what} (${Math.round((performance.now() - began) / 1000)} s)\n${said}`.trimEnd());
  return code === 0;
}
