import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { forkSmall, keepAwake, programBeside, Restarts } from '../platform/child-process.ts';
import type { Log } from '../platform/log.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-process.ts';

const PROGRAM = programBeside(import.meta, 'indexer-process');
const BACK_OFF = { firstMs: 200, slowestMs: 30_000, resetAfterMs: 60_000 };
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
  readonly #restarts = new Restarts(() => this.#start(), BACK_OFF);
  #heardMs = 0;
  #ticket = 0;
  #rejects: Extract<ToIndexer, { kind: 'rejects' }> | null = null;
  #isAwaited = false;
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
    if (this.#process) keepAwake(this.#process, isAwaited);
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
    this.#restarts.stop();
    const child = this.#process;
    if (!child) return;
    keepAwake(child, true);
    const gone = once(child, 'exit');
    this.#send({ kind: 'stop' });
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  }

  #start(): void {
    this.#restarts.noteStart();
    this.#heardMs = performance.now();
    const child = forkSmall(PROGRAM, this.#options.task, { heapMegabytes: 256, stderr: 'inherit' });
    this.#process = child;
    child.on('message', (message) => {
      this.#heardMs = performance.now();
      this.#options.onMessage(message as FromIndexer);
    });
    child.on('error', (error) => {
      this.#options.log.error({ err: error }, 'The indexer cannot be started');
      if (child.pid === undefined) this.#ended({ isStarted: false });
    });
    child.once('exit', (code, signal) => this.#ended({ code, signal }));
    if (this.#rejects) this.#send(this.#rejects);
    if (this.#ticket > 0) this.#send({ kind: 'sync', ticket: this.#ticket });
    keepAwake(child, this.#isAwaited);
  }

  #ended(how: object): void {
    this.#process = null;
    if (this.#isClosed) return;
    this.#options.log.warn({ ...how, restartMs: this.#restarts.plan() }, 'The indexer does not run and is restarted.');
  }

  #seeIfItLives(): void {
    if (!this.#process) return;
    if (performance.now() - this.#heardMs > this.#options.silenceMs) {
      this.#options.log.warn({ silentMs: this.#options.silenceMs }, 'The indexer does not respond and is restarted.');
      this.#heardMs = performance.now();
      this.#process.kill('SIGKILL');
    } else {
      this.#send({ kind: 'ping' });
    }
  }
}
