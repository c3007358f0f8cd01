/** A data folder in which somebody has put other things under the names of our files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { putOddFile, type OddKind } from '../testing/odd-files.ts';
import { main } from '../testing/main-program.ts';

interface Said {
  error?: string;
  detail?: string;
  access_token?: string;
}

/** In its own process, because a server blocked on a FIFO would block this test too. */
function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-odd-'));
  const dataDir = join(folder, 'data');
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [{ id: 1, filename: 'one.raf' }] });
  const put = (kind: OddKind, ...names: string[]) => names.forEach((name) => putOddFile(kind, join(dataDir, name)));
  const start = () => {
    const args = ['serve', '--data-dir', dataDir, '--library', file, '--port', '0'];
    const child = spawn(process.execPath, [main, ...args], {
      env: { HOME: folder, PATH: '/usr/bin:/bin', ...compileCache },
    });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    });
    const url = listeningUrl(child);
    url.catch(() => undefined);
    const send = async (path: string, token: string, init: RequestInit = {}) => {
      const answer = await fetch((await url) + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(30_000),
      });
      return { status: answer.status, body: (await answer.json()) as Said };
    };
    /** Like a client with all scopes. */
    const signIn = async () => {
      await url;
      const client = await send('/api/v1/admin/clients', mintLocalAdminToken(dataDir), {
        method: 'POST',
        body: JSON.stringify({ id: 'tester', scope: 'images:read previews:read cache:refresh admin' }),
      });
      const body = JSON.stringify({ grant_type: 'client_credentials', ...client.body, scope: '' });
      const { access_token = '' } = (await send('/oauth/token', '', { method: 'POST', body })).body;
      return (method: string, path: string) => send(path, access_token, { method });
    };
    return { signIn, url };
  };
  return { dataDir, put, start };
}

test.each<OddKind>(['a FIFO', 'a link to a FIFO', 'a link to a device'])(
  '%s in the places of queues, signs of life, journal and index leaves a server that answers',
  async (kind) => {
    const { put, start } = serve();
    put(kind, 'index.db', 'journal.db', 'sessions.json', 'revoked-tokens.json', 'library.json');
    put(kind, 'previews/2/1.jpg', 'exports/1.jpg', 'queues/bridge.heartbeat', 'queues/edits/edits.queue');
    for (const queue of ['refresh', 'export'])
      for (const ending of ['', '.working', '.taken', '.failed', '.working-cli', '.taken-cli'])
        put(kind, `queues/${queue}.queue${ending}`);
    const ask = await start().signIn();

    for (const [method, path] of [
      ['GET', '/api/v1/images/1/preview'],
      ['POST', '/api/v1/images/1/refresh'],
      ['POST', '/api/v1/images/1/export'],
      ['GET', '/api/v1/images/1/full'],
    ] as const) {
      const { status, body } = await ask(method, path);
      expect([status, body.error, body.detail], path).toEqual([
        500,
        'queue_error',
        expect.stringMatching(/queue is not an ordinary file/),
      ]);
    }
    expect((await ask('GET', '/api/v1/images')).body.detail).toMatch(/index\.db is not an ordinary file/);
    expect((await ask('GET', '/api/v1/images/1')).status).toBe(200);
    expect((await ask('GET', '/api/v1/admin/queues')).status).toBe(200);
    const { body } = await ask('GET', '/api/v1/admin/diagnostics');
    expect(JSON.stringify(body)).toContain('refresh.queue.working cannot be written: it is not an ordinary file');
  },
);

test.each(['settings.json', 'signing.key', 'instance.lock'])(
  'a FIFO in the place of %s ends the start with a line that says so',
  async (name) => {
    const { dataDir, put, start } = serve();
    put('a FIFO', name);
    const said = await start().url.catch((error: unknown) => (error as Error).message);
    expect(said).toMatch(/^The server ended with 1: (.*\n)*error: .* is not an ordinary file/);
    expect(said).toContain(`${join(dataDir, name)} is not an ordinary file`);
  },
);
