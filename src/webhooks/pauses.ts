import type { Pause, StoredWebhook } from './webhook-store.ts';

/** The first pause after a failure; each further one is twice as long. An address that is back is found within an hour. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5_000, 3_600_000];
/** Of each pause, so that what failed together does not come back together. */
const JITTER = 0.2;
const GIVEN_UP_MS = 3 * 24 * 3600_000;
/** More than three days have: of a clock that is set back again and again, no delivery lives for ever. */
const MOST_ATTEMPTS = 120;

/** `failures`: how many there were in a row. Never shorter than the receiver asked for. */
export function pauseAfter(
  failures: number,
  retryAfterSeconds: number | null,
  { now, random }: { now: number; random: () => number },
): Pause {
  const plain = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30), LONGEST_PAUSE_MS);
  const jittered = plain * (1 + JITTER * (2 * random() - 1));
  return { from: now, until: now + Math.round(Math.max(jittered, (retryAfterSeconds ?? 0) * 1000)) };
}

/** 0: none. Before its beginning there is none: the clock was set back. */
export const pauseLeft = ({ pause }: Pick<StoredWebhook, 'pause'>, now: number): number =>
  pause && now >= pause.from ? Math.max(0, pause.until - now) : 0;

/** What has waited since before this has been tried for long enough. */
export const givenUpBefore = (now: number): number => now - GIVEN_UP_MS;

export const isGivenUp = ({ since, attempts }: { since: number; attempts: number }, now: number): boolean =>
  since < givenUpBefore(now) || attempts >= MOST_ATTEMPTS;
