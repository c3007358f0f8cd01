import { createReadStream } from 'node:fs';
import { Agent as PlainAgent, request as plainRequest, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { type Agent, request as secureRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { reasonOf } from '../../../platform/errors.ts';
import { DestinationFailure } from '../destination.ts';
import { CERTIFICATE_TROUBLE, certificateAdvice, trustingAgent } from './certificates.ts';

/** Time limits count silence: a slow line may take hours. */
const SILENCE_MS = 60_000;
/** After the last byte a server may have to put many together. */
const THINKING_MS = 300_000;
/** Servers that do not know `Expect` get the body after this time, as from curl. */
const EXPECT_MS = 1000;
/** Smaller ones are sent at once. */
const EXPECTED_FROM_BYTES = 256 * 1024;
const MOST_ANSWERED = 32 * 1024 * 1024;

export interface FilePart {
  file: string;
  /** The first byte; default 0. */
  start?: number;
  bytes: number;
}

export type BodyPart = FilePart | Buffer | string;

export interface HttpAsk {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** Several are sent one after the other. */
  body?: BodyPart | readonly BodyPart[];
  /** false: what the server may have done is not asked for once more on its own; default true. */
  isRepeatable?: boolean;
  /** Takes the body of an answer with 2xx, instead of its being collected. */
  take?: (chunk: Buffer) => void;
  signal: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks one destination. */
export interface HttpClient {
  /** Every status but a redirect is an answer. Throws DestinationFailure, or the signal's reason. */
  ask(ask: HttpAsk): Promise<HttpAnswer>;
  close(): void;
}

/**
 * Connections to one destination, which nothing leads elsewhere: a redirect is never followed, so that no credentials go to another host.
 * `certificate`: the only one that is trusted, as PEM or SHA-256 fingerprint; null: those that everybody trusts.
 */
export function openHttpClient(certificate: string | null): HttpClient {
  const agents = { plain: new PlainAgent({ keepAlive: true }), secure: trustingAgent(certificate) };
  const ask = async (asked: HttpAsk): Promise<HttpAnswer> => {
    try {
      const answer = await once(asked, agents).catch((error: unknown) => {
        // The server had closed a connection that was kept.
        if (error instanceof StaleConnection && asked.isRepeatable !== false) return once(asked, agents);
        throw error;
      });
      refuseRedirect(asked, answer);
      return answer;
    } catch (error) {
      asked.signal.throwIfAborted();
      throw await failureOf(error, asked.url);
    }
  };
  return {
    ask,
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

class StaleConnection extends Error {}

interface Agents {
  plain: PlainAgent;
  secure: Agent;
}

async function once({ method, url, headers = {}, body, take, signal }: HttpAsk, agents: Agents): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const bytes = body === undefined ? 0 : lengthOf(body);
  const isExpected = bytes >= EXPECTED_FROM_BYTES;
  const all: Record<string, string> = { 'user-agent': 'Safelight', ...headers };
  if (body !== undefined) all['content-length'] = String(bytes);
  if (isExpected) all.expect = '100-continue';
  const options = { method, headers: all, signal, timeout: SILENCE_MS };
  const request =
    url.protocol === 'https:'
      ? secureRequest(url, { ...options, agent: agents.secure })
      : plainRequest(url, { ...options, agent: agents.plain });
  let isAnswered = false;
  const fail = (error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const isStale = request.reusedSocket && !isAnswered && (code === 'ECONNRESET' || code === 'EPIPE');
    reject(isStale ? new StaleConnection() : (error as Error));
  };
  const send = sender(request, body, fail);
  const waiting = isExpected ? setTimeout(send, EXPECT_MS) : undefined;
  request.on('continue', () => {
    clearTimeout(waiting);
    send();
  });
  request.on('response', (response) => {
    isAnswered = true;
    clearTimeout(waiting);
    const isRefused = isExpected && !request.writableEnded;
    collect(response, take, isRefused ? request : null).then(resolve, reject);
  });
  request.on('error', (error) => {
    clearTimeout(waiting);
    // A server may answer before it has read all, and hang up.
    if (!isAnswered) fail(error);
  });
  request.on('timeout', () => request.destroy(new Error('the line went silent')));
  if (isExpected) request.flushHeaders();
  else send();
  return promise;
}

type Body = NonNullable<HttpAsk['body']>;
const isWhole = (body: Body) => typeof body === 'string' || Buffer.isBuffer(body);
const partsOf = (body: Body): readonly BodyPart[] => (isWhole(body) || 'file' in body ? [body] : body);

const lengthOf = (body: Body) =>
  partsOf(body).reduce((sum, part) => sum + (isWhole(part) ? Buffer.byteLength(part) : part.bytes), 0);

async function* bytesOf(body: Body): AsyncIterable<Buffer | string> {
  for (const part of partsOf(body)) {
    if (isWhole(part)) yield part;
    else if (part.bytes > 0) {
      const { file, start = 0, bytes } = part;
      yield* createReadStream(file, {
        start,
        end: start + bytes - 1,
        highWaterMark: 256 * 1024,
      }) as AsyncIterable<Buffer>;
    }
  }
}

/** Sends the body, once. */
function sender(request: ClientRequest, body: HttpAsk['body'], fail: (error: unknown) => void): () => void {
  let isSent = false;
  request.once('finish', () => request.setTimeout(THINKING_MS));
  return () => {
    if (isSent || request.destroyed) return;
    isSent = true;
    if (body === undefined || isWhole(body)) {
      request.end(body);
      return;
    }
    const stream = Readable.from(bytesOf(body), { objectMode: false });
    stream.on('error', (error) => {
      request.destroy();
      fail(error);
    });
    request.on('close', () => stream.destroy());
    stream.pipe(request);
  };
}

async function collect(
  response: IncomingMessage,
  take: ((chunk: Buffer) => void) | undefined,
  refused: ClientRequest | null,
): Promise<HttpAnswer> {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (take && status < 300) take(chunk);
    else if ((bytes += chunk.length) > MOST_ANSWERED)
      throw new DestinationFailure('unknown', 'The answer is too long.');
    else chunks.push(chunk);
  }
  // The server waits for no body, or for one that never comes.
  refused?.destroy();
  return { status, headers: response.headers, body: Buffer.concat(chunks) };
}

function refuseRedirect({ url }: HttpAsk, { status, headers }: HttpAnswer): void {
  if (status < 300 || status >= 400 || status === 304) return;
  const to = headers.location === undefined ? 'elsewhere' : (URL.parse(headers.location, url)?.href ?? 'elsewhere');
  throw new DestinationFailure('person', `${url.origin} sends to ${to}. Enter that address if it is the right one.`);
}

async function failureOf(error: unknown, url: URL): Promise<unknown> {
  if (error instanceof DestinationFailure) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && CERTIFICATE_TROUBLE.has(code))
    return new DestinationFailure('person', await certificateAdvice(url, reasonOf(error)), { cause: error });
  return new DestinationFailure('later', `${url.host} cannot be reached: ${reasonOf(error)}`, { cause: error });
}
