import { z } from 'zod';
import { KeptByBuild } from './kept-by-build.ts';
import type { Outcome } from './self-test.ts';

const Verdict = z.object({
  /** What is wrong; null: it passed. */
  problem: z.string().nullable(),
  /** It adds the same default steps as its darktable-cli. */
  rendersPlain: z.boolean(),
  timeMs: z.number(),
});

/** A busy computer may have been at fault. */
const TRY_AGAIN_MS = 24 * 60 * 60_000;

/** The outcomes of the last self-tests. */
export class Verdicts {
  readonly #kept;

  constructor(file: string) {
    this.#kept = new KeptByBuild(file, Verdict);
  }

  /** undefined: this darktable was not tested by this Safelight, or failed long ago. */
  of(identity: string): Outcome | undefined {
    const found = this.#kept.of(identity);
    if (!found) return undefined;
    const isOld = Math.abs(Date.now() - found.timeMs) > TRY_AGAIN_MS;
    return found.problem !== null && isOld ? undefined : found;
  }

  note(identity: string, outcome: Outcome): Promise<void> {
    return this.#kept.note(identity, { ...outcome, timeMs: Date.now() });
  }
}
