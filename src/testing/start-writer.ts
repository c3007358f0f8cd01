import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WriterResult } from './darktable-writer.ts';

/** The stand-in for a darktable that people are working in, see darktable-writer.ts. */
const program = fileURLToPath(new URL('./darktable-writer.ts', import.meta.url));

export type RunningWriter = AsyncDisposable & {
  /** What it wrote, once its time is over. */
  result: Promise<WriterResult>;
  /** Ends it before its time. */
  stop(): Promise<WriterResult>;
};

/** Starts a writer and returns when its first commit is stored. */
export async function startWriter(options: {
  library: string;
  commitsPerSecond: number;
  seconds: number;
  images?: number;
}): Promise<RunningWriter> {
  const { library, commitsPerSecond, seconds, images = 100 } = options;
  const child = spawn(process.execPath, [program, library, String(commitsPerSecond), String(seconds), String(images)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const result = once(child, 'close').then(() => resultOf(output, complaint));
  result.catch(() => undefined);
  while (!output.includes('\n') && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  if (hasEnded(child)) await result;
  const stop = () => {
    if (!hasEnded(child)) child.kill('SIGTERM');
    return result;
  };
  return {
    result,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded(child)) child.kill('SIGKILL');
      await result.catch(() => undefined);
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function resultOf(output: string, complaint: string): WriterResult {
  const lines = output.trim().split('\n');
  if (lines.length < 2) throw new Error(`The writer ended without a result: ${complaint}`);
  return JSON.parse(lines.at(-1)!) as WriterResult;
}
