import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UpdateError } from './update-error.ts';

const PATIENCE_MS = 60_000;
/** The last lines that it said are told with a failure. */
const LAST_LINES = 3;

/**
 * Starts the new program on the real data folder, without a tray, and waits until it answers there as `version`. Then it
 * is ended again. It also ends when this process does, however that ends: it holds a pipe of ours. Throws UpdateError.
 */
export async function tryUpdate(
  program: string,
  {
    version,
    args,
    timeoutMs = PATIENCE_MS,
    signal,
  }: { version: string; args: readonly string[]; timeoutMs?: number; signal?: AbortSignal },
): Promise<void> {
  const child = spawn(
    join(program, 'bin', 'node'),
    [join(program, 'dist', 'main.js'), 'serve', ...args, '--json', '--on-trial'],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'close').catch(() => [null]);
  child.stdin.on('error', () => undefined);
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) =>
    said.splice(0, said.length - LAST_LINES + 1, ...said.slice(1 - LAST_LINES), line),
  );
  const failed = (why: string) =>
    new UpdateError('did-not-start', `Safelight ${version} ${why}${said.length > 0 ? ` (${said.join(' ')})` : ''}.`);
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      ended.then(() => Promise.reject(failed('ended before it answered'))),
      new Promise((_resolve, reject) => {
        timer = setTimeout(() => reject(failed('did not answer in time')), timeoutMs);
        signal?.addEventListener('abort', () => reject(failed('was not waited for')));
      }),
      answersAs(version, child.stdout, failed),
    ]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(hard);
  }
}

async function answersAs(
  version: string,
  output: NodeJS.ReadableStream,
  failed: (why: string) => UpdateError,
): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    let started: { url?: string; version?: string };
    try {
      started = JSON.parse(line) as { url?: string; version?: string };
    } catch {
      continue;
    }
    if (started.url === undefined) continue;
    if (started.version !== version) throw failed(`says that it is ${started.version ?? 'another version'}`);
    const health = await fetch(`${started.url}/health`).catch(() => null);
    if (health?.ok !== true) throw failed('does not answer at its address');
    return;
  }
  // Its end is told by the other promise.
  await new Promise(() => undefined);
}
