import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { version as safelight } from '../../platform/package-files.ts';
import { replaceFile } from '../../platform/replace-file.ts';
import type { Outcome } from './self-test.ts';

const Verdict = z.object({
  /** Which darktable. */
  identity: z.string(),
  safelight: z.string(),
  /** What is wrong; null: it passed. */
  problem: z.string().nullable(),
  /** It adds the same default steps as its darktable-cli; 5.0.1 does not. */
  rendersPlain: z.boolean(),
  timeMs: z.number(),
});

/** A busy computer may have been at fault. */
const TRY_AGAIN_MS = 24 * 60 * 60_000;

/** An installed darktable, and another one, each with and without the graphics card. */
const MOST = 4;

/** The outcomes of the last self-tests, so that they need not be repeated at every start. */
export class Verdicts {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** undefined: this darktable was not tested by this Safelight, or failed long ago. */
  of(identity: string): Outcome | undefined {
    const found = this.#all().find((verdict) => verdict.identity === identity && verdict.safelight === safelight);
    if (!found) return undefined;
    const isOld = Math.abs(Date.now() - found.timeMs) > TRY_AGAIN_MS;
    return found.problem !== null && isOld ? undefined : found;
  }

  async note(identity: string, outcome: Outcome): Promise<void> {
    const verdict: z.infer<typeof Verdict> = { identity, safelight, ...outcome, timeMs: Date.now() };
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const others = this.#all().filter((other) => other.identity !== identity);
    replaceFile(this.#file, JSON.stringify([verdict, ...others].slice(0, MOST)));
  }

  /** Newest first. */
  #all(): z.infer<typeof Verdict>[] {
    try {
      return z.array(Verdict).parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return [];
    }
  }
}
