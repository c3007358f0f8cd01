import { mintLocalAdminToken } from '../auth/local-admin.ts';
import type { ErrorBody } from '../contract/errors.ts';
import { runningServer } from '../settings/instance.ts';
import { CommandError } from './command-error.ts';

/** The admin routes of the Safelight that runs on a data folder. */
export interface AdminClient {
  /** The JSON of the answer, or undefined for 204. Throws CommandError with the server's message. */
  request(method: string, path: string, body?: unknown, options?: { timeoutMs?: number }): Promise<unknown>;
}

/**
 * Reaches the running Safelight of this data folder; null when none runs. Anyone who can read its key file may
 * administer it.
 */
export function adminClient(dataDir: string): AdminClient | null {
  const running = runningServer(dataDir);
  if (!running) return null;
  const token = mintLocalAdminToken(dataDir);
  return {
    async request(method, path, body, { timeoutMs } = {}) {
      const response = await fetch(`${running.url}/api/v1/admin${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
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
    },
  };
}
