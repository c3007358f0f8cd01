import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * [Note: Child processes] The indexer and the tray always run and are restarted. The decoder, the resident darktable and ExifTool run on
 * demand, end when idle, and the next request starts another; ExifTool's own process is supervised by `exiftool-vendored`. How each is
 * asked, and what its death means for whoever asked, differs and stays with each.
 */

/** A program of ours that lies beside the file that starts it: `.ts` in a checkout, `.js` in a build. */
export const programBeside = ({ dirname, filename }: ImportMeta, name: string) =>
  join(dirname, `${name}${extname(filename)}`);

/**
 * Starts a program whose work is not done in JavaScript: without the JIT compiler and its threads it needs a fifth less memory.
 * (Loading TypeScript needs WebAssembly, which needs the compiler.) The options that this process was started with (inspector, test
 * runner) are not meant for it.
 */
export function forkSmall(
  program: string,
  task: object,
  { heapMegabytes, stderr = 'ignore' }: { heapMegabytes: number; stderr?: 'ignore' | 'inherit' },
): ChildProcess {
  return fork(program, [JSON.stringify(task)], {
    execPath: process.execPath,
    execArgv: [
      ...(program.endsWith('.js') ? ['--lite-mode'] : []),
      '--v8-pool-size=0',
      '--max-semi-space-size=1',
      `--max-old-space-size=${heapMegabytes}`,
    ],
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  });
}

/** Whether a forked process keeps this one from ending: only while somebody waits for it. */
export function keepAwake(child: ChildProcess, isAwaited: boolean): void {
  const change = isAwaited ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

export type BackOff = {
  firstMs: number;
  /** The wait doubles up to this. */
  slowestMs: number;
  /** What ran this long did not die of the same cause as the one before. */
  resetAfterMs: number;
};

/** Starts again what has ended: soon, then after longer and longer waits. */
export class Restarts {
  readonly #start: () => void;
  readonly #backOff: BackOff;
  #waitMs: number;
  #startedMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(start: () => void, backOff: BackOff) {
    this.#start = start;
    this.#backOff = backOff;
    this.#waitMs = backOff.firstMs;
  }

  /** Call it when it starts, also without having been asked to. */
  noteStart(): void {
    this.stop();
    this.#startedMs = performance.now();
  }

  /** Plans the next start, not before `atLeastMs`; returns the wait. */
  plan(atLeastMs = 0): number {
    const { firstMs, slowestMs, resetAfterMs } = this.#backOff;
    if (performance.now() - this.#startedMs > resetAfterMs) this.#waitMs = firstMs;
    const waitMs = Math.max(this.#waitMs, atLeastMs);
    this.#waitMs = Math.min(waitMs * 2, slowestMs);
    this.stop();
    this.#timer = setTimeout(this.#start, waitMs).unref();
    return waitMs;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Ends what nobody has used for a while, to free its memory. */
export class IdleEnd {
  readonly #end: () => unknown;
  readonly #idleMs: number;
  #users = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(end: () => unknown, idleMs: number) {
    this.#end = end;
    this.#idleMs = idleMs;
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#users++;
    clearTimeout(this.#timer);
    try {
      return await work();
    } finally {
      if (--this.#users === 0 && !this.#isClosed) this.#timer = setTimeout(this.#end, this.#idleMs).unref();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}

/**
 * Called in the child: a forked one ends with the server, and only with it, since Ctrl+C and the end of a session reach the whole process group. One
 * without that channel has to notice the end by itself.
 * `isFirstToGo`: if memory runs out, Linux should kill this process first.
 */
export function belongToServer({ isFirstToGo = false } = {}): void {
  process.on('disconnect', () => process.exit(0));
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  try {
    if (isFirstToGo && process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A container may not allow it.
  }
}
