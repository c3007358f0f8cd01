import { reasonOf } from '../../../platform/errors.ts';
import { DestinationFailure } from '../destination.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Why there was no answer at all. */
export function connectionFailure(error: unknown, host: string, writes: boolean): DestinationFailure {
  const code = codeOf(error);
  if (CERTIFICATE.test(code)) {
    return new DestinationFailure('person', `The certificate of ${host} is not trusted (${code}).`, { cause: error });
  }
  // Nothing was sent yet; anything else may have been done there.
  const kind = NEVER_THERE.has(code) || !writes ? 'later' : 'unknown';
  return new DestinationFailure(kind, `${host} cannot be reached (${code || reasonOf(error)}).`, { cause: error });
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH/;
const NEVER_THERE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** fetch hides the reason in its cause. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return '';
}

/** What a status alone says; null: nothing that is the same for every server. */
export function statusFailure(answer: Answer, writes: boolean): DestinationFailure | null {
  const { status, headers } = answer;
  const retryAfterSeconds = retryAfter(headers);
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'another address';
    return new DestinationFailure('person', `The server sends to ${to}. Enter the address that is right.`);
  }
  if (status === 413) return new DestinationFailure('never', 'The server does not take files of this size.');
  if (status === 415) return new DestinationFailure('never', 'The server does not take files of this kind.');
  if (status === 401 || status === 402 || status === 403) {
    return new DestinationFailure('person', `The server refuses it (${status}): ${excerptOf(answer.text)}`);
  }
  if (status === 429 || status === 503 || status === 507) {
    return new DestinationFailure('later', BUSY[status], { retryAfterSeconds });
  }
  if (status === 408 || status === 502 || status === 504) {
    return new DestinationFailure(writes ? 'unknown' : 'later', `The server was too late (${status}).`, {
      retryAfterSeconds,
    });
  }
  if (status >= 500) {
    return new DestinationFailure('later', `The server failed (${status}): ${excerptOf(answer.text)}`, {
      retryAfterSeconds,
    });
  }
  return null;
}

const BUSY = {
  429: 'The server wants fewer requests.',
  503: 'The server is busy or being maintained.',
  507: 'The disk of the server is full.',
};

/** Nothing may follow from it. */
export const notUnderstood = (text: string, cause?: unknown) =>
  new DestinationFailure('unknown', `The server answers with something else than expected: ${excerptOf(text)}`, {
    cause,
  });

/** The beginning of an answer, for people. */
export function excerptOf(text: string): string {
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain || 'nothing';
}

/** Seconds, or a date by the clock of the server: ours may be wrong. */
function retryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : null;
}
