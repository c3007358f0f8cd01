import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEFAULT_SCOPES } from '../../src/contract/scopes.ts';
import type { BenchLibrary } from './bench-library.ts';
import { startChild, type ChildServer } from './child-server.ts';

/** The built program. */
export const MAIN = join(import.meta.dirname, '../../dist/main.js');
/** The program that people start. */
export const LAUNCHER = join(import.meta.dirname, '../safelight.js');

export interface SafelightServer extends ChildServer {
  /** What each request must carry. */
  headers: Record<string, string>;
  /** The body of a GET that must succeed, as text and parsed. */
  text(path: string): Promise<string>;
  get<Body>(path: string): Promise<Body>;
}

/**
 * Starts the built program like people do, with the library's data folder; creates the registration if it is missing.
 */
export async function startSafelight(library: BenchLibrary, program = MAIN): Promise<SafelightServer> {
  library.client ??= await register(library);
  const server = await startChild([program, 'serve', ...optionsFor(library), '--port', '0']);
  library.token ??= await newToken(server.url, library.client);
  const headers = { authorization: `Bearer ${library.token}` };
  const text = async (path: string) => {
    const response = await fetch(server.url + path, { headers });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return response.text();
  };
  const get = async <Body>(path: string) => JSON.parse(await text(path)) as Body;
  return { ...server, headers, text, get };
}

/** Resolves when the lists show the whole library. */
export async function untilComplete(server: SafelightServer, images: number, timeoutSeconds = 120): Promise<void> {
  const end = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const response = await fetch(`${server.url}/api/v1/images?limit=1`, { headers: server.headers });
    const body = (await response.json()) as { total?: number };
    if (response.ok && body.total === images) return;
    if (Date.now() > end)
      throw new Error(`The lists are not complete after ${timeoutSeconds} s: ${JSON.stringify(body)}`);
    await sleep(10);
  }
}

function optionsFor({ dataDir, file, cache }: BenchLibrary): string[] {
  return ['--data-dir', dataDir, '--library', file, '--darktable-cache', cache, '--log-level', 'warn'];
}

async function register({ dataDir }: BenchLibrary): Promise<{ id: string; secret: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    MAIN,
    'clients',
    'add',
    '--id',
    'bench',
    '--json',
    '--data-dir',
    dataDir,
    '--scope',
    [...DEFAULT_SCOPES, 'images:write'].join(' '),
  ]);
  const { client_id, client_secret } = JSON.parse(stdout) as { client_id: string; client_secret: string };
  return { id: client_id, secret: client_secret };
}

async function newToken(url: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  });
  if (!response.ok) throw new Error(`No token: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
