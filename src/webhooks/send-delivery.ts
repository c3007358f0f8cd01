import { once } from 'node:events';
import { request as plainRequest, STATUS_CODES, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ANSWER_BYTES } from '../contract/webhooks.ts';
import { reasonOf } from '../platform/errors.ts';
import { retryAfter } from '../publishing/destinations/http/statuses.ts';
import { type Address, allowedAddresses, type Place, type Resolve } from './allowed-addresses.ts';

export interface Outcome {
  /** null: there was no answer. */
  status: number | null;
  /** The first bytes. */
  answer: string;
  /** null: it was taken. */
  problem: string | null;
  retryAfterSeconds: number | null;
  durationMs: number;
}

export interface Sent {
  place: Place;
  headers: Record<string, string>;
  body: string;
}

export interface SendOptions {
  resolve: Resolve;
  /** For everything, from the name to the end of what is read of the answer. */
  timeoutMs: number;
  /** Aborted: the outcome is that nobody knows. */
  signal: AbortSignal;
}

/** One attempt. What is not a status from 200 to 299 has failed, redirects among them. */
export async function sendDelivery({ place, headers, body }: Sent, options: SendOptions): Promise<Outcome> {
  const began = performance.now();
  const late = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, late]);
  const ended = (outcome: Omit<Outcome, 'durationMs'>): Outcome => ({
    ...outcome,
    durationMs: Math.round(performance.now() - began),
  });
  try {
    const addresses = await orAborted(allowedAddresses(place, options.resolve), signal);
    const response = await post(place.url, { addresses, headers, body, signal });
    const answer = await firstBytes(response);
    const status = response.statusCode ?? 0;
    const retryAfterSeconds = retryAfter(response.headers['retry-after']);
    return ended({ status, answer, problem: problemOf(response), retryAfterSeconds });
  } catch (error) {
    const problem = late.aborted ? `No answer came within ${options.timeoutMs / 1000} seconds.` : reasonOf(error);
    return ended({ status: null, answer: '', problem, retryAfterSeconds: null });
  }
}

function problemOf({ statusCode: status = 0, headers }: IncomingMessage): string | null {
  if (status >= 200 && status < 300) return null;
  const answered = `It answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
  return isRedirect ? `${answered}. Redirects are not followed: enter the address itself.` : `${answered}.`;
}

interface Posted {
  addresses: readonly Address[];
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

async function post(url: URL, { addresses, headers, body, signal }: Posted): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup: pinnedTo(addresses),
    // A connection that was kept could lead to where the name led before.
    agent: false,
    signal,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** The name is not asked for again. */
const pinnedTo =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/** Whatever follows, or that it ends in the middle, is nobody's concern: the status has been told. */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // What came has come.
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
}

/** The system's resolver cannot be ended. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
