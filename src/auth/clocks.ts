/**
 * [Note: Two clocks] The clock of the computer can be set, forward and back: by people, by the network, by a flat battery. The other one only counts,
 * but knows nothing of the time before the program started, and on Linux nothing of sleep. What must end, ends as soon as one of them says so;
 * what must not be forgotten is kept until both say so.
 */
export interface Clocks {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds since some moment; never goes back. */
  readonly elapsedMs: () => number;
}

export const systemClocks: Clocks = { now: Date.now, elapsedMs: () => performance.now() };

/** How far the two may drift apart in a run that nobody set the clock in. */
const DRIFT_MS = 60_000;

/** Whether the clock has gone its ordinary way since this was called. After sleep it seems that it has not. */
export function steadiness({ now, elapsedMs }: Clocks): () => boolean {
  const began = now() - elapsedMs();
  return () => Math.abs(now() - elapsedMs() - began) <= DRIFT_MS;
}

/** Tells whether so many milliseconds from now are over. */
export function deadline({ now, elapsedMs }: Clocks, lifetimeMs: number): () => boolean {
  const [end, elapsedEnd] = [now() + lifetimeMs, elapsedMs() + lifetimeMs];
  return () => now() >= end || elapsedMs() >= elapsedEnd;
}
