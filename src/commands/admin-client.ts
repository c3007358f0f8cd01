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
}

/**
 * Reaches the running Safelight of this data folder; null when none runs. Anyone who can read its key file may
 * administer it.
 */
export function adminClient(dataDir: string): AdminClient | null {
  const running = runningServer(dataDir);
  if (!running) return null;
  const below =
    (base: string, scopes: readonly Scope[]): Request =>
    async (method, path, body, { timeoutMs } = {}) => {
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
      const text = await response.text();
      const answer: unknown = text === '' ? undefined : JSON.parse(text);
      if (!response.ok)
        throw new CommandError((answer as ErrorBody | undefined)?.detail ?? `The server answered ${response.status}.`);
      return answer;
    };
  return {
    request: below('/api/v1/admin', ['admin']),
    api: below('/api/v1', ['previews:read', 'cache:refresh']),
  };
}
