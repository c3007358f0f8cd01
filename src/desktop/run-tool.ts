import { spawn } from 'node:child_process';
import { reasonOf } from '../platform/errors.ts';

/** A desktop program and its arguments; no shell interprets them. */
export type Tool = {
  command: string;
  args: readonly string[];
  /** Texts for scripts that read them from the environment, to avoid quoting arguments. */
  variables?: Readonly<Record<string, string>>;
};

export type ToolResult =
  | { status: 'ended'; code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
  /** The program is not installed. */
  | { status: 'missing' }
  | { status: 'failed'; reason: string };

const LONGEST_OUTPUT = 64 * 1024;

/**
 * Runs a program to its end. Never throws. After `timeoutMs` it is killed, which shows as a signal; `ending` kills it
 * at once.
 */
export async function runTool(
  { command, args, variables = {} }: Tool,
  { env, timeoutMs, ending }: { env: NodeJS.ProcessEnv; timeoutMs?: number; ending?: AbortSignal | undefined },
): Promise<ToolResult> {
  return await new Promise((resolve) => {
    try {
      const child = spawn(command, [...args], {
        env: { ...env, ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
        ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
        ...(ending === undefined ? {} : { signal: ending }),
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout = (stdout + text).slice(0, LONGEST_OUTPUT);
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr = (stderr + text).slice(0, LONGEST_OUTPUT);
      });
      child.once('error', (error) => resolve(notStarted(error)));
      child.once('close', (code, signal) => resolve({ status: 'ended', code, signal, stdout, stderr }));
    } catch (error) {
      resolve(notStarted(error));
    }
  });
}

function notStarted(error: unknown): ToolResult {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'missing' };
  return { status: 'failed', reason: reasonOf(error) };
}
