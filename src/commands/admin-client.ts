import { mintLocalAdminToken } from '../auth/local-admin.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { Scope } from '../contract/scopes.ts';
import { runningServer } from '../settings/running-server.ts';
import { CommandError } from './command-error.ts';

/** The JSON of the answer, or undefined for 204. Throws CommandError with the server's message. */
type Request = (method: string, path: string, body?: unknown, options?: { timeoutMs?: number }) => Promise<unknown>;

/** The Safelight that runs on a data folder. */
export interface AdminClient {
  /** Its admin routes. */
  request: Request;
  /** What may be read and published. */
  api: Request;
  /** As `api`, with searches and what is found by them. */
  pictures: Request;
  /** The body of an answer that is no JSON. */
  download: (path: string) => Promise<ReadableStream>;
}

/**
 * Reaches the running Safelight of this data folder; null when none runs. Anyone who can read its key file may
 * administer it.
 */
export function adminClient(dataDir: string): AdminClient | null {
  const running = runningServer(dataDir);
  if (!running) return null;
  const asking =
    (base: string, scopes: readonly Scope[]) =>
    async (...[method, path, body, { timeoutMs } = {}]: Parameters<Request>): Promise<Response> => {
      const response = await fetch(`${running.url}${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${mintLocalAdminToken(dataDir, scopes)}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
      }).catch((error: unknown) => {
        throw new CommandError(`Safelight at ${running.url} (process ${running.pid}) does not respond.`, error);
      });
      if (response.ok) return response;
      const answer = (await answerOf(response)) as ErrorBody | undefined;
      throw new CommandError(answer?.detail ?? `The server answered ${response.status}.`);
    };
  const below = (base: string, scopes: readonly Scope[]): Request => {
    const ask = asking(base, scopes);
    return async (...request) => answerOf(await ask(...request));
  };
  return {
    request: below('/api/v1/admin', ['admin']),
    api: below('/api/v1', ['previews:read', 'cache:refresh']),
    pictures: below('/api/v1', ['images:read', 'previews:read', 'cache:refresh']),
    download: async (path) => (await asking('/api/v1', ['previews:read'])('GET', path)).body!,
  };
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** As `adminClient`. Throws CommandError when none runs. */
export function runningClient(dataDir: string): AdminClient {
  const client = adminClient(dataDir);
  if (!client) throw new CommandError(`Safelight is not running on ${dataDir}. Start it with: safelight serve`);
  return client;
}
