import type { Log } from '../platform/log.ts';

const STUCK_MS = 5_000;
const MINUTE_MS = 60_000;

/** How rendering goes: what ended since the start, and why it does not go on. */
export class RenderTally {
  readonly #log: Log;
  #stuck: { reason: string; untilMs: number } | null = null;
  #done = 0;
  #failed = 0;
  #ended: number[] = [];
  /** Why jobs wait though nothing is wrong, in words for people. */
  waitsBecause: string | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `ended`: in the last minute (`performance.now`). */
  state(): { isStuck: boolean; reason: string | null; done: number; failed: number; ended: readonly number[] } {
    this.#ended = this.#ended.filter((at) => at > performance.now() - MINUTE_MS);
    const reason = this.#stuck?.reason ?? this.waitsBecause;
    return { isStuck: this.#stuck !== null, reason, done: this.#done, failed: this.#failed, ended: this.#ended };
  }

  /** Whether it is too early to try again. */
  get isPausing(): boolean {
    return this.#stuck !== null && performance.now() < this.#stuck.untilMs;
  }

  getStuck(reason: string): void {
    if (this.#stuck?.reason !== reason) this.#log.warn({ reason }, 'Rendering has stopped');
    this.#stuck = { reason, untilMs: performance.now() + STUCK_MS };
    this.waitsBecause = reason;
  }

  goesOn(): void {
    this.#stuck = null;
  }

  noteDone(): void {
    this.#done++;
    this.#ended.push(performance.now());
  }

  noteFailed(): void {
    this.#failed++;
    this.#ended.push(performance.now());
  }
}
