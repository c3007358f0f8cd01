import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { Log } from '../platform/log.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-process.ts';

/** Next to this file: `.ts` in a checkout, `.js` in a build. */
const PROGRAM = join(import.meta.dirname, `indexer-process${extname(import.meta.filename)}`);

/** A process that died is replaced at once, then after longer and longer waits. */
const AGAIN_MS = { least: 200, most: 30_000 };
/** A process that ran this long did not die of the same cause as the one before. */
const LONG_LIFE_MS = 60_000;
const STOP_MS = 3000;

export type IndexerClientOptions = {
  task: IndexerTask;
  log: Log;
  /** How long the process may be silent before it counts as hung. One statement on a million images takes seconds. */
  silenceMs?: number;
  onMessage: (message: FromIndexer) => void;
};

/** Starts the indexer process, and another one whenever it dies or hangs. */
export class IndexerClient {
  readonly #options: Required<IndexerClientOptions>;
  #process: ChildProcess | null = null;
  #startedMs = 0;
  #heardMs = 0;
  #deaths = 0;
  #ticket = 0;
  #rejects: Extract<ToIndexer, { kind: 'rejects' }> | null = null;
  #isAwaited = false;
  #again: NodeJS.Timeout | null = null;
  readonly #watch: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: IndexerClientOptions) {
    this.#options = { silenceMs: 30_000, ...options };
    this.#start();
    this.#watch = setInterval(() => this.#seeIfItLives(), this.#options.silenceMs / 6).unref();
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** Rejects to show as made, from the next pass on. A new process hears of them, too. */
  setWaitingRejects(keys: string, version: number): void {
    this.#rejects = { kind: 'rejects', keys, version };
    this.#send(this.#rejects);
  }

  /** Asks for a pass over the library and returns its ticket, which comes back in `done`. */
  askForPass(): number {
    this.#send({ kind: 'sync', ticket: ++this.#ticket });
    return this.#ticket;
  }

  /** The process keeps the program alive only while somebody waits for it. */
  keepAwake(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    if (isAwaited) this.#process?.channel?.ref();
    else this.#process?.channel?.unref();
  }

  /** Asks the indexer to discard the index and build a new one. */
  askForRebuild(reason: string): void {
    this.#send({ kind: 'rebuild', reason });
  }

  #send(message: ToIndexer): void {
    // A dying process is replaced, and the new one is asked again.
    if (this.#process?.connected) this.#process.send(message, () => undefined);
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    if (this.#again) clearTimeout(this.#again);
    const child = this.#process;
    if (!child) return;
    child.ref();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    this.#send({ kind: 'stop' });
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  }

  #start(): void {
    this.#again = null;
    this.#startedMs = this.#heardMs = performance.now();
    const child = fork(PROGRAM, [JSON.stringify(this.#options.task)], {
      execPath: process.execPath,
      // The options this process was started with (inspector, test runner) are not meant for the indexer. Its work is
      // done in SQLite, not in JavaScript: without the JIT compiler and its threads it needs a fifth less memory.
      // (Loading TypeScript needs WebAssembly, which needs the compiler.)
      execArgv: [
        ...(PROGRAM.endsWith('.js') ? ['--lite-mode'] : []),
        '--v8-pool-size=0',
        '--max-semi-space-size=1',
        '--max-old-space-size=256',
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#process = child;
    child.on('message', (message) => {
      this.#heardMs = performance.now();
      this.#options.onMessage(message as FromIndexer);
    });
    child.on('error', (error) => {
      this.#options.log.error({ err: error }, 'The indexer cannot be started');
      if (child.pid === undefined) this.#ended('could not be started');
    });
    child.once('exit', (code, signal) => this.#ended(signal ? `was ended by ${signal}` : `ended with code ${code}`));
    if (this.#rejects) this.#send(this.#rejects);
    if (this.#ticket > 0) this.#send({ kind: 'sync', ticket: this.#ticket });
    child.unref();
    if (!this.#isAwaited) child.channel?.unref();
  }

  #ended(how: string): void {
    this.#process = null;
    if (this.#isClosed || this.#again) return;
    if (performance.now() - this.#startedMs > LONG_LIFE_MS) this.#deaths = 0;
    const inMs = Math.min(AGAIN_MS.least * 2 ** this.#deaths++, AGAIN_MS.most);
    this.#options.log.warn(`The indexer ${how}; restarting it in ${inMs / 1000} s`);
    this.#again = setTimeout(() => this.#start(), inMs).unref();
  }

  #seeIfItLives(): void {
    if (!this.#process) return;
    if (performance.now() - this.#heardMs > this.#options.silenceMs) {
      this.#options.log.warn(`The indexer has not responded for ${this.#options.silenceMs / 1000} s; restarting it`);
      this.#heardMs = performance.now();
      this.#process.kill('SIGKILL');
    } else {
      this.#send({ kind: 'ping' });
    }
  }
}
