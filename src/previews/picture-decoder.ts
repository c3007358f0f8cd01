import type { ChildProcess } from 'node:child_process';
import { totalmem } from 'node:os';
import { forkSmall, IdleEnd, keepAwake, programBeside } from '../platform/child-process.ts';
import type { Area, BoundedPicture } from './bounded-picture.ts';
import type { SheetOptions } from './contact-sheet.ts';
import type { Part } from './decoded-pixels.ts';
import type { Box, DecoderAnswers, DecoderLimits, DecoderTask, FromDecoder, ToDecoder } from './decoder-process.ts';
import type { PictureStatistics } from './picture-statistics.ts';
import { Semaphore } from './semaphore.ts';

const PROGRAM = programBeside(import.meta, 'decoder-process');

export type DecoderOptions = DecoderLimits & {
  /** The time limit per picture. */
  timeoutMs: number;
  idleMs: number;
};

const DEFAULTS: DecoderOptions = {
  // Enough for a gigapixel picture on a slow computer.
  timeoutMs: 120_000,
  // Twice what accepted pictures need: see [Note: Small files, large pictures].
  limitBytes: Math.min(1024 ** 3, totalmem() / 2),
  idleMs: 300_000,
};

/**
 * Decodes untrusted pictures in a separate process, which a malicious picture may crash: see `decoder-process.ts`. It starts with the
 * first picture and ends after five idle minutes to free its memory.
 */
export class PictureDecoder {
  readonly #options: DecoderOptions;
  #shared: DecoderProcess | null = null;
  #own: DecoderProcess | null = null;
  readonly #alone = new Semaphore(1);
  readonly #idle: IdleEnd;
  #isClosed = false;

  constructor(options: Partial<DecoderOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#idle = new IdleEnd(() => this.#endShared('nobody needs it'), this.#options.idleMs);
  }

  /** Each rejects when the file is not a JPEG or PNG, is damaged, or is too large. */
  measure(file: string): Promise<DecoderAnswers['measure']> {
    return this.#do({ kind: 'measure', file });
  }

  /** Writes nothing when the picture fits already. Also rejects with file system errors, for example when `to` exists. */
  fit(file: string, options: { box: Box; to: string }): Promise<DecoderAnswers['fit']> {
    return this.#do({ kind: 'fit', file, ...options });
  }

  scale(file: string, options: { box: Box; to: string; quality: number }): Promise<DecoderAnswers['scale']> {
    return this.#do({ kind: 'scale', file, ...options });
  }

  /** `key`: of the content of the file, whose pixels are kept for a while. */
  async part(file: string, options: { key: string; part: Part }): Promise<Buffer> {
    return Buffer.from(await this.#do({ kind: 'part', file, ...options }), 'base64');
  }

  shrink(file: string): Promise<DecoderAnswers['shrink']> {
    return this.#do({ kind: 'shrink', file });
  }

  /** Rejects when it is not whole. */
  check(file: string): Promise<DecoderAnswers['check']> {
    return this.#do({ kind: 'check', file });
  }

  difference(file: string, other: string): Promise<DecoderAnswers['difference']> {
    return this.#do({ kind: 'difference', file, other });
  }

  /** Upright, sRGB, in the box and of no more than so many bytes. */
  async bounded(
    picture: Buffer,
    options: { box: Box; mostBytes: number; area?: Area | undefined },
  ): Promise<BoundedPicture> {
    return fromText(await this.#do({ kind: 'bound', picture: picture.toString('base64'), ...options }));
  }

  async sheet(pictures: readonly (Buffer | null)[], options: SheetOptions): Promise<BoundedPicture> {
    const texts = pictures.map((picture) => picture?.toString('base64') ?? null);
    return fromText(await this.#do({ kind: 'sheet', pictures: texts, options }));
  }

  statistics(picture: Buffer, options: { side: number; area?: Area | undefined }): Promise<PictureStatistics> {
    return this.#do({ kind: 'statistics', picture: picture.toString('base64'), ...options });
  }

  /** The current process, for tests. */
  get pid(): number | null {
    return this.#shared?.pid ?? null;
  }

  close(): void {
    this.#isClosed = true;
    this.#idle.close();
    this.#own?.end('Safelight is closing');
    this.#endShared('Safelight is closing');
  }

  async #do<Task extends DecoderTask>(task: Task): Promise<DecoderAnswers[Task['kind']]> {
    if (this.#isClosed) throw new DecoderDied('Safelight is closing');
    return this.#idle.use(() => this.#ask(task) as Promise<DecoderAnswers[Task['kind']]>);
  }

  async #ask(task: DecoderTask): Promise<unknown> {
    try {
      if (this.#shared?.hasEnded !== false) this.#shared = new DecoderProcess(this.#options);
      return await this.#shared.ask(task);
    } catch (error) {
      if (!(error instanceof DecoderDied) || this.#isClosed) throw error;
      // One of the pictures in progress caused the crash. Giving each its own process shows which.
      return this.#alone.take(async () => {
        const own = (this.#own = new DecoderProcess(this.#options));
        try {
          return await own.ask(task);
        } finally {
          own.end('it is no longer needed');
        }
      });
    }
  }

  #endShared(why: string): void {
    this.#shared?.end(why);
    this.#shared = null;
  }
}

const fromText = ({ jpeg, ...facts }: DecoderAnswers['bound']): BoundedPicture => ({
  ...facts,
  jpeg: Buffer.from(jpeg, 'base64'),
});

class DecoderDied extends Error {}

type Pending = { resolve: (answer: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

class DecoderProcess {
  readonly #timeoutMs: number;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #number = 0;
  hasEnded = false;

  constructor({ timeoutMs, limitBytes }: DecoderOptions) {
    this.#timeoutMs = timeoutMs;
    this.#child = forkSmall(PROGRAM, { limitBytes } satisfies DecoderLimits, { heapMegabytes: 64 });
    this.#child.on('message', (message) => this.#hear(message as FromDecoder));
    this.#child.once('error', (error) => this.end(`its process cannot be started: ${error.message}`));
    this.#child.once('exit', (code, signal) => this.end(`its process ended with ${signal ?? code}`));
    this.#keepAwake();
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  ask(task: DecoderTask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const number = ++this.#number;
      const late = `it takes longer than ${this.#timeoutMs / 1000} s`;
      const timer = setTimeout(() => this.end(late), this.#timeoutMs);
      this.#pending.set(number, { resolve, reject, timer });
      this.#keepAwake();
      this.#child.send({ number, task } satisfies ToDecoder, (error) => error && this.end(error.message));
    });
  }

  /** `why`: the error for waiting callers. */
  end(why: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#child.kill('SIGKILL');
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new DecoderDied(why));
    }
    this.#pending.clear();
    this.#keepAwake();
  }

  #hear(message: FromDecoder): void {
    if (message.kind === 'too-large') {
      this.end('it takes too much memory');
      return;
    }
    const pending = this.#pending.get(message.number);
    if (!pending) return;
    this.#pending.delete(message.number);
    clearTimeout(pending.timer);
    this.#keepAwake();
    if (message.kind === 'answer') pending.resolve(message.answer);
    else pending.reject(Object.assign(new Error(message.message), message.code && { code: message.code }));
  }

  /** Keeps the program alive only while a caller is waiting. */
  #keepAwake(): void {
    keepAwake(this.#child, this.#pending.size > 0);
  }
}
