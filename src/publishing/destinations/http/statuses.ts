import { STATUS_CODES } from 'node:http';
import { DestinationFailure, type FailureKind } from '../destination.ts';
import type { HttpAnswer } from './http-client.ts';

const KINDS: Record<number, FailureKind> = {
  401: 'person',
  403: 'person',
  404: 'person',
  405: 'person',
  407: 'person',
  408: 'later',
  409: 'later',
  413: 'never',
  414: 'never',
  415: 'never',
  423: 'later',
  425: 'later',
  429: 'later',
};
const MOST_SECONDS = 24 * 3600;

/** What an answer means that is not the one that was asked for. `kinds`: where this destination differs. */
export function statusFailure(
  what: string,
  { status, headers }: HttpAnswer,
  kinds: Record<number, FailureKind> = {},
): DestinationFailure {
  const kind = kinds[status] ?? KINDS[status] ?? (status >= 500 ? 'later' : 'unknown');
  const message = `${what}: the server answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return new DestinationFailure(kind, `${message}${ADVICE[status] ?? ''}.`, {
    retryAfterSeconds: retryAfter(headers['retry-after']),
  });
}

const ADVICE: Record<number, string> = {
  200: ', which is not what this means. Maybe it is a login page',
  401: '. User name or password is wrong',
  403: '. This account may not do that',
  507: '. No space is left there for this account',
};

/** Seconds or a date, as RFC 9110 has it; null: not told. */
export function retryAfter(value: string | undefined, now = Date.now()): number | null {
  if (value === undefined) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MOST_SECONDS) : null;
}
