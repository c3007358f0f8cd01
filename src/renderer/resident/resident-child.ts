import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { programBeside } from '../../platform/child-process.ts';
import { inheritedEnvironment } from '../../platform/environment.ts';
import {
  FrameReader,
  type Answer,
  type PictureFacts,
  type PictureRequest,
  type StartOptions,
  type Told,
} from './protocol.ts';
import { SourceFailure } from './source-failure.ts';

const PROGRAM = programBeside(import.meta, 'resident-process');

export interface ChildLimits {
  /** For darktable to start. */
  startMs: number;
  /** For one picture. */
  timeoutMs: number;
  /** Of its resident memory. */
  limitBytes: number;
}

export interface ChildPicture extends Told {
  jpeg: Buffer;
  facts: PictureFacts;
}
const NO_PICTURE = {
  jpeg: Buffer.alloc(0),
  facts: { whole: { width: 0, height: 0 }, x: 0, y: 0, width: 0, height: 0 },
};

/** The process has ended; the message says why, for people. */
export class ChildEnded extends Error {}

/** We have ended it, because a picture took too long. */
export class ChildLate extends ChildEnded {}

/** darktable rendered no picture, but goes on. */
export class NotRendered extends Error {}

const LOOK_MS = 250;
const OUTPUT_BYTES = 4_000;

/** One process with darktable in it. It is given one request at a time. */
export class ResidentChild {
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #limits: ChildLimits;
  readonly #socket: Duplex;
  /** The answer that is awaited. */
  #waiting: { resolve: (picture: ChildPicture) => void; reject: (error: Error) => void } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  #output = '';
  #why: string | null = null;
  #isLate = false;
  #number = 0;
  pictures = 0;

  /** `node`: the program that runs ours and its first arguments. */
  constructor(start: StartOptions, limits: ChildLimits, node: readonly string[] = [process.execPath]) {
    this.#limits = limits;
    const [program, ...first] = node;
    this.#child = spawn(program!, [...first, '--no-warnings', PROGRAM, JSON.stringify(start)], {
      // 5.0.1 leaves pictures half empty with fewer threads than processors.
      env: {
        ...inheritedEnvironment(),
        OMP_NUM_THREADS: undefined,
        OMP_WAIT_POLICY: 'passive',
        DISPLAY: undefined,
        WAYLAND_DISPLAY: undefined,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    // What darktable prints is nobody's news, unless the process dies.
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream
        .setEncoding('utf8')
        .on('data', (text: string) => (this.#output = (this.#output + text).slice(-OUTPUT_BYTES)))
        .on('error', () => undefined);
    this.#socket = this.#child.stdio[3] as Duplex;
    let isReady = (): void => undefined;
    let isNot = (_error: Error): void => undefined;
    this.ready = new Promise((resolve, reject) => {
      isReady = resolve;
      isNot = reject;
    });
    this.ready.catch(() => undefined);
    const reader = new FrameReader((answer, bytes) => {
      if (answer.is === 'ready') {
        clearTimeout(this.#timer);
        isReady();
      } else this.#hear(answer, bytes);
    });
    this.#socket.on('data', (chunk: Buffer) => reader.push(chunk)).on('error', () => undefined);
    this.#child.once('error', (error) => this.#ended(`it could not be started: ${error.message}`, isNot));
    this.#child.once('exit', (code, signal) => this.#ended(`it ended with ${signal ?? code}`, isNot));
    this.#timer = setTimeout(
      () => this.end(`darktable did not start within ${limits.startMs / 1000} s`),
      limits.startMs,
    );
    this.#look = setInterval(() => this.#endWhenTooLarge(), LOOK_MS).unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#why !== null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What it printed last. */
  get output(): string {
    return this.#output;
  }

  /** Rejects with SourceFailure, NotRendered or ChildEnded. */
  async render(request: Omit<PictureRequest, 'number'>): Promise<ChildPicture> {
    await this.ready;
    if (this.hasEnded) throw new ChildEnded(this.#why ?? 'it has ended');
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      const { timeoutMs } = this.#limits;
      this.#timer = setTimeout(() => {
        this.#isLate = true;
        this.end(`a picture took longer than ${timeoutMs / 1000} s`);
      }, timeoutMs);
      this.pictures++;
      this.#socket.write(`${JSON.stringify({ ...request, number: ++this.#number } satisfies PictureRequest)}\n`);
    });
  }

  /** Its resident memory in bytes; null where the system does not tell. */
  memory(): number | null {
    try {
      // In kilobytes; the pages of statm have another size on some ARM computers.
      const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? [];
      return kilobytes === undefined ? null : Number(kilobytes) * 1024;
    } catch {
      return null;
    }
  }

  /** Throws where the system does not allow it: an ordinary user may only lower it. */
  setPriority(priority: number): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    // On Linux each thread has its own.
    for (const thread of threadsOf(pid)) setPriority(thread, priority);
  }

  end(why: string): void {
    this.#why ??= why;
    this.#child.kill('SIGKILL');
  }

  #hear(answer: Exclude<Answer, { is: 'ready' }>, bytes: Buffer): void {
    const waiting = this.#waiting;
    if (answer.number !== this.#number || !waiting) return;
    this.#waiting = null;
    clearTimeout(this.#timer);
    if (answer.is === 'told') waiting.resolve({ ...NO_PICTURE, ...answer.told });
    else if (answer.is === 'picture') waiting.resolve({ jpeg: Buffer.from(bytes), facts: answer.facts });
    else waiting.reject(answer.isOfSource ? new SourceFailure(answer.reason) : new NotRendered(answer.reason));
  }

  #ended(how: string, isNotReady: (error: Error) => void): void {
    clearTimeout(this.#timer);
    clearInterval(this.#look);
    this.#why ??= how;
    const error = new (this.#isLate ? ChildLate : ChildEnded)(this.#why);
    isNotReady(error);
    this.#waiting?.reject(error);
    this.#waiting = null;
    this.#socket.destroy();
  }

  #endWhenTooLarge(): void {
    const { limitBytes } = this.#limits;
    if ((this.memory() ?? 0) > limitBytes) this.end(`it took more than ${Math.round(limitBytes / 1024 ** 2)} MB`);
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
