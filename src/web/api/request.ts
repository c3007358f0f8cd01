import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import { connectionFound, connectionLost } from './connection.ts';
import { below } from '../base.ts';

/** The service refused the request. `message` is its detail, written for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** What is wrong with each setting, by name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: ErrorCode | 'unknown',
    detail: string,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** The service did not answer. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('Safelight is not answering.', { cause });
    this.name = 'ConnectionError';
  }
}

/** Sends a request with the page's session; throws ApiError or ConnectionError (or an AbortError). */
export async function send(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(below(path), { credentials: 'same-origin', ...options }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    connectionLost();
    throw new ConnectionError(error);
  });
  connectionFound();
  if (answer.ok || answer.status === 304) return answer;
  const body = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null;
  throw new ApiError(
    answer.status,
    body?.error ?? 'unknown',
    body?.detail ?? `Safelight answered ${answer.status} ${answer.statusText}.`,
    body?.fields,
  );
}

/** The JSON answer to a GET. It is not validated: the service and this page are built from the same contract. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await send(path, { headers: { accept: 'application/json' }, ...(signal && { signal }) });
  return (await answer.json()) as T;
}
