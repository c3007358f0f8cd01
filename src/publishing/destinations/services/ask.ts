import { DestinationFailure } from '../destination.ts';
import type { HttpAnswer, HttpAsk, HttpClient } from '../http/http-client.ts';
import { statusFailure } from '../http/statuses.ts';
import type { Multipart } from './multipart.ts';

export interface Question {
  method: string;
  address: string;
  headers?: Readonly<Record<string, string>>;
  body?: Multipart | string;
  /** Whether it leaves something behind there: then no answer does not mean that nothing was done. */
  writes: boolean;
  signal: AbortSignal;
}

/** One request, and its answer with whatever status. Throws 'unknown' where it may have been done without an answer. */
export async function ask(client: HttpClient, question: Question): Promise<HttpAnswer> {
  const { method, address, headers, body, writes, signal } = question;
  const asked: HttpAsk = { method, url: new URL(address), signal, isRepeatable: !writes };
  asked.headers = { accept: 'application/json', ...headers, ...(typeof body === 'object' && body.headers) };
  if (body !== undefined) asked.body = typeof body === 'string' ? body : body.parts;
  return client.ask(asked).catch((error: unknown) => {
    if (!writes || !(error instanceof DestinationFailure) || error.kind !== 'later' || wasNeverThere(error))
      throw error;
    throw new DestinationFailure('unknown', error.message, { cause: error });
  });
}

const wasNeverThere = ({ cause }: DestinationFailure) =>
  cause instanceof Error && 'code' in cause && NEVER_THERE.has(String(cause.code));

const NEVER_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN']);

/** What a status alone says. After a gateway has lost patience, the server behind it may still be at work. */
export const refusedBy = (what: string, answer: HttpAnswer, writes: boolean): DestinationFailure =>
  statusFailure(what, answer, writes ? { 408: 'unknown', 502: 'unknown', 504: 'unknown' } : {});
