/**
 * [Note: Two clocks] The computer's clock can be set forward and back: by people, by the network, by a flat battery.
 * The monotonic clock only counts; it knows nothing of the time before the program started and, on Linux, nothing of
 * sleep. What must end, ends as soon as one of them says so; what must not be forgotten is kept until both say so.
 */
export interface Clocks {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds since some moment; never goes back. */
  readonly elapsedMs: () => number;
}

export const systemClocks: Clocks = { now: Date.now, elapsedMs: () => performance.now() };

/** How far the clocks may drift apart without being set. */
export const DRIFT_MS = 60_000;

/** Returns a function that tells whether the clock has not been set since. After sleep it looks as if it was. */
export function steadiness({ now, elapsedMs }: Clocks): () => boolean {
  const began = now() - elapsedMs();
  return () => Math.abs(now() - elapsedMs() - began) <= DRIFT_MS;
}

/** Returns a function that tells whether this many milliseconds have passed. */
export function deadline({ now, elapsedMs }: Clocks, lifetimeMs: number): () => boolean {
  const [end, elapsedEnd] = [now() + lifetimeMs, elapsedMs() + lifetimeMs];
  return () => now() >= end || elapsedMs() >= elapsedEnd;
}
