const WINDOW_MS = 5 * 60_000;
const LEAST_MS = 10_000;

/** How many jobs end in a minute, measured over the last five. */
export class Speed {
  /** `performance.now`; the oldest first. */
  #ended: number[] = [];
  #sinceMs: number | null = null;

  count(): void {
    const now = performance.now();
    // After a rest, the rest does not count.
    if (this.#recent(now).length === 0) this.#sinceMs = now;
    this.#ended.push(now);
  }

  perMinute(): number {
    const now = performance.now();
    const ended = this.#recent(now);
    if (ended.length === 0 || this.#sinceMs === null) return 0;
    const spanMs = Math.max(LEAST_MS, Math.min(WINDOW_MS, now - this.#sinceMs));
    return Math.round((ended.length * 600_000) / spanMs) / 10;
  }

  #recent(now: number): number[] {
    const first = this.#ended.findIndex((at) => at > now - WINDOW_MS);
    if (first !== 0) this.#ended = first === -1 ? [] : this.#ended.slice(first);
    return this.#ended;
  }
}
