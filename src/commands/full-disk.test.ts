/** A Safelight with a full disk: no file of its process may grow, using `prlimit`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import { ALL_SCOPES } from '../contract/scopes.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { exposureParams } from '../testing/pictures/params.ts';
import { main } from '../testing/main-program.ts';

interface Said {
  error?: string;
  detail?: string;
  total?: number;
  client_secret?: string;
  access_token?: string;
}

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const dataDir = join(folder, 'data');
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }];
  const library = makeLibrary({ folder: join(folder, 'darktable'), images: [{ id: 1, filename: '1.raf', history }] });
  mkdirSync(join(dataDir, 'previews', '2'), { recursive: true });
  writeFileSync(join(dataDir, 'previews', '2', '1.jpg'), Buffer.from(`ffd8ff${'00'.repeat(200)}ffd9`, 'hex'));

  const start = async ({ isFull = false } = {}) => {
    const args = [main, 'serve', '--data-dir', dataDir, '--library', library.file, '--port', '0'];
    const [program, ...rest] = [...(isFull ? ['prlimit', '--fsize=0:'] : []), process.execPath, ...args] as [string];
    const child = spawn(program, rest, { env: { HOME: folder, PATH: '/usr/bin:/bin' } });
    let log = '';
    child.stderr.on('data', (text: Buffer) => (log += text.toString()));
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    const url = await listeningUrl(child);
    return {
      /** Its log lines about the disk. */
      complaints: () => log.split('\n').filter((line) => /disk|written|stored/.test(line)),
      /** For the server and its indexer. */
      fill: (isFull: boolean) => {
        const limit = (pid: number | string) =>
          execFileSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? '0' : 'unlimited'}:`], { stdio: 'pipe' });
        // The server first: an indexer that is started from now on has its limit.
        limit(child.pid!);
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
        for (const pid of children.filter((one) => one !== '')) {
          try {
            limit(pid);
          } catch (error) {
            // An indexer ends on a full disk, and another one is started.
            if (existsSync(`/proc/${pid}`)) throw error;
          }
        }
      },
      ask: async (method: string, path: string, body?: object, token = mintLocalAdminToken(dataDir)) => {
        const answer = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        const isJson = answer.headers.get('content-type')?.includes('json') === true;
        return { ...(isJson ? ((await answer.json()) as Said) : {}), status: answer.status };
      },
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  };
  return { dataDir, library: join(folder, 'darktable'), start };
}

type Server = Awaited<ReturnType<ReturnType<typeof home>['start']>>;

const decisions = [
  ['PATCH', '/images/1', { rating: 3 }],
  ['PATCH', '/images', { ids: [1], change: { title: 'T' } }],
  ['POST', '/tags', { name: 'new' }],
  ['POST', '/images/1/duplicate', undefined],
  ['POST', '/images/remove', { ids: [1] }],
] as const;

async function clientOf({ ask }: Server, id: string): Promise<{ client_id: string; client_secret: string }> {
  const { client_secret = '' } = await ask('POST', '/api/v1/admin/clients', { id, scope: ALL_SCOPES.join(' ') });
  return { client_id: id, client_secret };
}

async function tokenOf({ ask }: Server, client: object): Promise<string> {
  const { access_token = '' } = await ask('POST', '/oauth/token', { grant_type: 'client_credentials', ...client });
  return access_token;
}

test('what must be stored is refused with the folder and what to do, the rest goes on, and room mends it', async () => {
  const { dataDir, library, start } = home();
  const server = await start();
  const { ask, fill } = server;
  const client = await clientOf(server, 'my-frame');
  await vi.waitFor(
    async () => expect((await ask('GET', '/api/v1/images', undefined, await tokenOf(server, client))).total).toBe(1),
    20_000,
  );
  const quiet = server.complaints().length;
  fill(true);

  // A token is signed, not stored.
  const token = await tokenOf(server, client);
  for (let round = 0; round < 5; round++) {
    const isFull = {
      detail: `The folder ${dataDir} cannot be written: the disk is full. Free some space and try again.`,
    };
    const refused = { status: 507, error: 'storage_error', ...isFull };
    expect(await ask('POST', '/api/v1/admin/clients', { id: 'other' })).toEqual(refused);
    expect(await ask('PATCH', '/api/v1/admin/clients/my-frame', { enabled: false })).toEqual(refused);
    expect(await ask('PATCH', '/api/v1/admin/settings', { theme: 'dark' })).toEqual(refused);
    expect(await ask('POST', '/api/v1/admin/queues/pause')).toEqual(refused);
    expect(await ask('PATCH', '/api/v1/images/1/modules/exposure', { enabled: false }, token)).toEqual({
      status: 500,
      error: 'db_write_error',
      detail: expect.stringMatching(
        `not stored.*${dataDir}|${library} .*full.*Free some space and try again`,
      ) as string,
    });
    for (const [method, path, body] of decisions)
      expect([path, await ask(method, `/api/v1${path}`, body, token)]).toEqual([
        path,
        { status: 500, error: 'db_write_error', detail: expect.stringMatching(/full.*try again/) as string },
      ]);
    expect(await ask('POST', '/api/v1/images/1/refresh', undefined, token)).toEqual({
      status: 500,
      error: 'queue_error',
      detail: `The refresh queue ${join(dataDir, 'queues', 'refresh.queue')} cannot be written: the disk is full; free some space and try again.`,
    });
    for (const path of ['', '/1', '/1/preview?size=medium', '/1/modules', '/outline'])
      expect((await ask('GET', `/api/v1/images${path}`, undefined, token)).status, path).toBe(200);
    expect((await ask('GET', '/api/v1/admin/settings')).status).toBe(200);
  }
  // Once for each thing that cannot be stored, not once per request.
  expect(server.complaints().length - quiet).toBeLessThanOrEqual(2);

  fill(false);
  expect((await ask('POST', '/api/v1/admin/clients', { id: 'other' })).status).toBe(201);
  expect((await ask('PATCH', '/api/v1/admin/settings', { theme: 'dark' })).status).toBe(200);
  expect((await ask('PATCH', '/api/v1/images/1/modules/exposure', { enabled: false }, token)).status).toBe(204);
  expect((await ask('POST', '/api/v1/images/1/refresh', undefined, token)).status).toBe(202);
  // Nothing of what was refused has happened.
  expect(await ask('GET', '/api/v1/changes', undefined, token)).toMatchObject({ total: 1 });
  for (const [method, path, body] of decisions)
    expect((await ask(method, `/api/v1${path}`, body, token)).status, path).toBeLessThan(300);
});

test('a Safelight that is started on a full disk answers, says what it lacks, and has it once there is room', async () => {
  const { start, dataDir } = home();
  const first = await start();
  const client = await clientOf(first, 'my-frame');
  await vi.waitFor(
    async () =>
      expect((await first.ask('GET', '/api/v1/images', undefined, await tokenOf(first, client))).total).toBe(1),
    20_000,
  );
  await first.stop();
  // What one leaves that was killed; another process has its number now.
  const announced = join(dataDir, 'server.json');
  writeFileSync(announced, JSON.stringify({ pid: process.pid, url: 'http://127.0.0.1:4380' }));

  const server = await start({ isFull: true });
  expect(existsSync(announced)).toBe(false);
  const token = await tokenOf(server, client);
  const list = () => server.ask('GET', '/api/v1/images', undefined, token);
  // SQLite needs two files of its own to read the index.
  expect(await list()).toMatchObject({
    status: 503,
    error: 'index_building',
    detail: expect.stringMatching(/index\.db cannot be written: .*full/) as string,
  });
  expect((await server.ask('GET', '/api/v1/images/1', undefined, token)).status).toBe(200);
  expect((await server.ask('GET', '/api/v1/images/1/preview?size=medium', undefined, token)).status).toBe(200);
  expect(server.complaints().join('\n')).toContain(
    `The folder ${dataDir} cannot be written: the disk is full. Free some space`,
  );
  server.fill(false);
  expect((await server.ask('POST', '/api/v1/admin/clients', { id: 'other' })).status).toBe(201);
  await vi.waitFor(async () => expect(await list()).toMatchObject({ status: 200, total: 1 }), 30_000);
  await vi.waitFor(() => expect(existsSync(announced)).toBe(true), 30_000);
});

test.each([
  [
    'cannot be written',
    '/sys/kernel',
    /^error: The folder \/sys\/kernel cannot be written: .* Or choose another one with --data-dir\.$/m,
  ],
])(
  'a data folder that %s ends the start with one line that names it and says what to do',
  async (_what, dataDir, line) => {
    const { folder } = { folder: mkdtempSync(join(tmpdir(), 'safelight-full-')) };
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const child = spawn(process.execPath, [main, 'serve', '--data-dir', dataDir, '--port', '0'], {
      env: { HOME: folder },
    });
    const said = await listeningUrl(child).catch((error: unknown) => (error as Error).message);
    expect(said.replace('The server ended with 1: ', '')).toMatch(line);
    expect(said.trim().split('\n')).toHaveLength(1);
  },
);
