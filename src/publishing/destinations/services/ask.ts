import { DestinationFailure } from '../destination.ts';
import { type Answer, connectionFailure } from './failures.ts';
import type { Multipart } from './multipart.ts';
import { Silence } from './silence.ts';

/** fetch, or one that knows a pinned certificate. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** How long a server may be silent. It may take any time as long as something moves. */
export interface Patience {
  silenceMs: number;
  /** After the last byte of a body: the server has a picture to read. */
  answerMs: number;
  /** For what a server does after its answer, such as reading the metadata of a picture. */
  afterwardsMs: number;
}

export const PATIENCE: Patience = { silenceMs: 60_000, answerMs: 280_000, afterwardsMs: 10_000 };

export interface Question {
  method: string;
  address: string;
  headers?: Record<string, string>;
  body?: Multipart | string;
  /** Whether it leaves something behind there: then no answer does not mean that nothing was done. */
  writes: boolean;
  signal: AbortSignal;
}

/** More is no answer of an API. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** One request and all of its answer, whatever its status. A redirect is not followed: it would carry the credentials along. */
export async function ask(fetch: Fetch, question: Question, patience: Patience): Promise<Answer> {
  const { method, address, headers, body, writes, signal } = question;
  const silence = new Silence(patience.silenceMs);
  const request: RequestInit = {
    method,
    headers: { accept: 'application/json', ...headers, ...(typeof body === 'object' && body.headers) },
    redirect: 'manual',
    signal: AbortSignal.any([signal, silence.signal]),
  };
  if (typeof body === 'string') request.body = body;
  else if (body) Object.assign(request, { body: watched(body.bytes(), silence, patience.answerMs), duplex: 'half' });
  try {
    const response = await fetch(address, request);
    silence.isBroken(patience.silenceMs);
    return { status: response.status, headers: response.headers, text: await textOf(response, silence, patience) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DestinationFailure) throw error;
    if (!silence.isOver) throw connectionFailure(error, new URL(address).host, writes);
    throw new DestinationFailure(writes ? 'unknown' : 'later', `${new URL(address).host} does not answer.`);
  } finally {
    silence.end();
  }
}

async function* watched(bytes: AsyncIterable<Uint8Array>, silence: Silence, answerMs: number) {
  for await (const chunk of bytes) {
    yield chunk;
    silence.isBroken();
  }
  silence.isBroken(answerMs);
}

async function textOf(response: Response, silence: Silence, { silenceMs }: Patience): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    silence.isBroken(silenceMs);
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new DestinationFailure('unknown', 'The answer of the server does not end.');
  }
  return text + decoder.decode();
}
