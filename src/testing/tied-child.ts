import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that a test has started. */
export type TiedChild = {
  pid: number;
  hasEnded: () => boolean;
  /** Its exit code or the signal that ended it. */
  ending: () => string;
  /** All that it printed, errors too. */
  output: () => string;
  /** Whether it ended within that time. */
  ended: (withinMs: number) => Promise<boolean>;
  firstLine: () => Promise<string>;
  end: () => Promise<void>;
};

/** Starts a process that dies with us: on Linux the kernel sees to it even after a kill -9. */
export function startTied(
  children: TiedChild[],
  command: string,
  args: string[],
  environment?: NodeJS.ProcessEnv,
): TiedChild {
  const setpriv = '/usr/bin/setpriv';
  const [program, parameters] = existsSync(setpriv)
    ? [setpriv, ['--pdeathsig', 'KILL', command, ...args]]
    : [command, args];
  const child = spawn(program, parameters, { env: environment ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const line = once(createInterface(child.stdout), 'line').then(([text]: unknown[]) => String(text));
  line.catch(() => undefined);
  const failure = once(child, 'error').then(([error]: unknown[]) => error as Error);
  const exit = once(child, 'exit').then(
    () => true,
    () => true,
  );
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const handle: TiedChild = {
    pid: child.pid ?? 0,
    hasEnded,
    ending: () => String(child.signalCode ?? child.exitCode),
    output: () => output,
    ended: async (withinMs) => hasEnded() || (await within(exit, withinMs)),
    firstLine: async () => {
      const end = exit.then(() => new Error(`${command} ended before it said where it listens\n${output}`));
      const first = await Promise.race([line, failure, end, sleep(15_000, undefined, { ref: false })]);
      if (typeof first === 'string') return first;
      throw first ?? new Error(`${command} did not say where it listens\n${output}`);
    },
    end: async () => {
      if (hasEnded()) return;
      kill(child, command === 'Xvfb' ? 'SIGTERM' : 'SIGKILL');
      if (!(await within(exit, 5000))) kill(child, 'SIGKILL');
      await within(exit, 5000);
    },
  };
  children.push(handle);
  return handle;
}

const kill = (child: ChildProcess, signal: NodeJS.Signals) => child.kill(signal);

const within = (ending: Promise<boolean>, ms: number) => {
  const timeout = new AbortController();
  const late = sleep(ms, false, { signal: timeout.signal }).catch(() => false);
  return Promise.race([ending, late]).finally(() => timeout.abort());
};
