import { reasonOf } from '../../platform/errors.ts';
import { DestinationFailure } from '../destinations/destination.ts';

/** A run ends early, and goes on by itself, or once somebody has done something. */
export class Pause {
  readonly reason: string;
  readonly seconds: number | null;
  readonly isForPeople: boolean;
  constructor(
    reason: string,
    { seconds = null, isForPeople = false }: { seconds?: number | null; isForPeople?: boolean } = {},
  ) {
    this.reason = reason;
    this.seconds = seconds;
    this.isForPeople = isForPeople;
  }
}

export function pauseFor(error: unknown): Pause {
  if (!(error instanceof DestinationFailure)) return new Pause(reasonOf(error));
  return new Pause(error.message, { seconds: error.retryAfterSeconds, isForPeople: error.kind === 'person' });
}

/** The first pause after a failure that may be over soon; each further one is twice as long. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [10_000, 3_600_000];

/** `before`: how many pauses in a row there were. Never shorter than the destination asked for. */
export const pauseMs = ({ seconds }: Pause, before: number): number =>
  Math.max((seconds ?? 0) * 1000, Math.min(FIRST_PAUSE_MS * 2 ** before, LONGEST_PAUSE_MS));
