import type { Response } from 'express';

/** `nothing`: there is nothing for this guest, without a word about why. */
export type Outcome = 'answered' | 'nothing' | 'bad' | 'too-much';

const STATUS = { nothing: 404, bad: 400, 'too-much': 429 } as const;

export function sayOutcome(res: Response, outcome: Outcome): void {
  if (outcome === 'answered') return;
  if (outcome === 'too-much') res.set('Retry-After', '60');
  res.status(STATUS[outcome]).end();
}

/** Kept by nobody. */
export function tell(res: Response, status: number, body: object): Outcome {
  res.status(status).type('json').end(JSON.stringify(body));
  return 'answered';
}

export function tellNothing(res: Response): Outcome {
  res.status(204).end();
  return 'answered';
}
