import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter } from 'node:path';
import type { ExifTool } from 'exiftool-vendored';
import { IdleEnd } from '../platform/child-process.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

const startTimeoutMs = 10_000;
const taskTimeoutMs = 15_000;
const idleMs = 60_000;
const tryAgainMs = 300_000;

/** Other locations of Perl than in exiftool's first line: Homebrew, NixOS, the BSDs. */
const perlFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin', '/run/current-system/sw/bin'];
const usualPerl = '/usr/bin/perl';

/**
 * One ExifTool process (a Perl script from the package; an exe on Windows). It starts on demand, handles one request at a time and ends
 * after an idle minute. If it cannot start, this is logged once and tried again after five minutes.
 */
export class ExifToolProcess {
  readonly #log: Log;
  readonly #path: string | undefined;
  #starting: Promise<ExifTool | null> | undefined;
  readonly #idle = new IdleEnd(() => this.#end(), idleMs);
  #unavailableUntil = 0;
  #complained = false;
  #closed = false;

  constructor(log: Log, path?: string) {
    this.#log = log;
    this.#path = path;
  }

  /** Null when ExifTool cannot run. Rejects with the task's error. */
  use<Result>(task: (exiftool: ExifTool) => Promise<Result>): Promise<Result | null> {
    return this.#idle.use(async () => {
      const exiftool = await this.#started();
      return exiftool && within(startTimeoutMs + taskTimeoutMs, task(exiftool));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#idle.close();
    await this.#end();
  }

  async #end(): Promise<void> {
    const starting = this.#starting;
    this.#starting = undefined;
    const exiftool = await starting;
    await exiftool?.end(false).catch(() => undefined);
  }

  #started(): Promise<ExifTool | null> {
    if (this.#closed || performance.now() < this.#unavailableUntil) return Promise.resolve(null);
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      this.#unavailableUntil = performance.now() + tryAgainMs;
      if (!this.#complained) {
        this.#log.warn(
          { reason: reasonOf(error) },
          'ExifTool cannot start (it needs Perl), so the previews inside raw files are not shown',
        );
      }
      this.#complained = true;
      return null;
    });
    return this.#starting;
  }

  async #start(): Promise<ExifTool> {
    // Loaded with the first raw file, because it takes 15 MB.
    const { ExifTool } = await import('exiftool-vendored');
    const exiftool: ExifTool = new ExifTool({
      maxProcs: 1,
      taskRetries: 0,
      taskTimeoutMillis: taskTimeoutMs,
      spawnTimeoutMillis: startTimeoutMs,
      ...(this.#path === undefined ? {} : { exiftoolPath: this.#path }),
      processFactory: () => spawnExifTool(exiftool),
    });
    try {
      // Otherwise it would retry the start for ever.
      const failure = new Promise<never>((_, reject) => exiftool.on('startError', reject));
      await Promise.race([within(startTimeoutMs, exiftool.version()), failure]);
      return exiftool;
    } catch (error) {
      void exiftool.end(false).catch(() => undefined);
      throw error;
    }
  }
}

/** Like the package's own, but a missing program rejects instead of emitting an unhandled event. */
async function spawnExifTool(exiftool: ExifTool) {
  const script = await exiftool.exiftoolPath();
  const args = exiftool.options.exiftoolArgs;
  const env = { LANG: 'C', PATH: perlFolders.join(delimiter) };
  const byPerl = platform() !== 'win32' && !existsSync(usualPerl);
  const child = byPerl
    ? spawn('perl', [script, ...args], { env, windowsHide: true })
    : spawn(script, args, { env, windowsHide: true });
  await once(child, 'spawn');
  child.on('error', () => undefined);
  return child;
}

async function within<Result>(ms: number, task: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms).unref();
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
