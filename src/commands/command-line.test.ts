import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compileCache } from '../testing/compile-cache.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { main } from '../testing/main-program.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'safelight-cli-'));
  // The indexer of a killed server may write a moment longer.
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return path;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function safelight(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { env: { PATH: '/nowhere', HOME: '/nowhere', ...compileCache, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error ? (error.code as number) : 0, stdout, stderr });
      },
    );
  });
}

async function serve(
  dataDir: string,
  ...args: string[]
): Promise<{ url: string; server: ChildProcess; ended: Promise<number | null> }> {
  const server = spawn(process.execPath, [main, 'serve', '--data-dir', dataDir, '--port', '0', ...args], {
    env: { HOME: dataDir, ...compileCache },
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  return { url: await listeningUrl(server), server, ended };
}

describe('usage', () => {
  test('help and version end well', async () => {
    const help = await safelight(['--help']);
    expect(help.code).toBe(0);
    for (const word of [
      'serve',
      'clients',
      'sample',
      '--data-dir',
      '--library',
      '--darktable-cache',
      '--port',
      '--host',
      '--json',
      'SAFELIGHT_DATA_DIR',
    ]) {
      expect(help.stdout).toContain(word);
    }
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(await safelight(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect((await safelight(['clients', 'add', '--help'])).stdout).toContain('--scope');
  });

  test.each([
    [['--prot', '1'], /--port/],
    [['serve', '--dta-dir', 'x'], /--data-dir/],
    [['srve'], /serve/],
    [['clients', 'ad'], /add/],
    [['serve', '--port', '70000'], /0 to 65535/],
    [['serve', '--port', 'http'], /0 to 65535/],
    [['serve', '--data-dir'], /argument missing/],
    [['clients', 'add'], /--id/],
    [['clients', 'rotate'], /id/],
    [['serve', 'now'], /too many arguments|now/],
  ])('%j is wrong, and the nearest right word is named', async (args, words) => {
    const { code, stderr, stdout } = await safelight(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(stdout).toBe('');
  });

  test('a wrong environment variable is named', async () => {
    expect(await safelight(['serve'], { SAFELIGHT_PORT: 'many' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SAFELIGHT_PORT: must be a whole number from 0 to 65535') as string,
    });
  });
});

describe('serve', () => {
  test('answers once it says so, and ends cleanly', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { url, server, ended } = await serve(await folder());
      expect(((await (await fetch(`${url}/health`)).json()) as { status: string }).status).toBe('ok');
      server.kill(signal);
      expect(await ended).toBe(0);
    }
  });

  test('a second one on the same data folder says where the first is', async () => {
    const dataDir = await folder();
    const { url } = await serve(dataDir);
    const second = await safelight(['serve', '--data-dir', dataDir, '--port', '0']);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(url);
  });

  test('a server that was killed leaves nothing that holds the next one up', async () => {
    const dataDir = await folder();
    const first = await serve(dataDir);
    first.server.kill('SIGKILL');
    await first.ended;
    const { url } = await serve(dataDir);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('a taken port says by whom, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await safelight(['serve', '--data-dir', await folder(), '--port', String(port)]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken`);
    expect(stderr).toContain('--port 0');
    if (process.platform === 'linux') expect(stderr).toContain(`process ${process.pid}`);
  });

  test('a data folder that cannot be made says so, and nothing loops', async () => {
    const file = join(await folder(), 'file');
    await writeFile(file, '');
    const { code, stderr } = await safelight(['serve', '--data-dir', join(file, 'data'), '--port', '0']);
    expect(code).toBe(1);
    expect(stderr).toContain('--data-dir');
  });

  test('a library that is not there is no reason not to start', async () => {
    const { url } = await serve(await folder(), '--library', '/nowhere/library.db');
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});

describe('clients', () => {
  test('are registered, listed, rotated and removed without a server', async () => {
    const dataDir = await folder();
    const added = await safelight([
      'clients',
      'add',
      '--id',
      'one',
      '--scope',
      'images:read tags:read',
      '--data-dir',
      dataDir,
      '--json',
    ]);
    expect(added.code).toBe(0);
    const secret = JSON.parse(added.stdout) as Record<string, string>;
    expect(Object.keys(secret)).toEqual(['client_id', 'client_secret', 'scope']);
    expect(secret).toMatchObject({ client_id: 'one', scope: 'images:read tags:read' });

    expect((await safelight(['clients', 'add', '--id', 'one', '--data-dir', dataDir])).code).toBe(1);
    expect(
      (await safelight(['clients', 'add', '--id', 'two', '--scope', 'images:reed', '--data-dir', dataDir])).stderr,
    ).toMatch(/images:reed/);
    expect((await safelight(['clients', 'list', '--data-dir', dataDir])).stdout).toMatch(
      /one +enabled .*never +images:read tags:read/,
    );
    const rotated = JSON.parse(
      (await safelight(['clients', 'rotate', 'one', '--data-dir', dataDir, '--json'])).stdout,
    ) as Record<string, string>;
    expect(rotated.client_secret).not.toBe(secret.client_secret);
    expect((await safelight(['clients', 'remove', 'one', '--data-dir', dataDir])).code).toBe(0);
    expect((await safelight(['clients', 'remove', 'one', '--data-dir', dataDir])).code).toBe(1);
    expect(JSON.parse((await safelight(['clients', 'list', '--data-dir', dataDir, '--json'])).stdout)).toEqual({
      items: [],
    });
    expect((await stat(join(dataDir, 'settings.json'))).mode & 0o777).toBe(0o600);
  });

  test('count at once in a server that runs', async () => {
    const dataDir = await folder();
    const { url } = await serve(dataDir);
    const { stdout } = await safelight(['clients', 'add', '--id', 'live', '--data-dir', dataDir, '--json']);
    const { client_id, client_secret } = JSON.parse(stdout) as { client_id: string; client_secret: string };
    const trade = () =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
      });
    const token = ((await (await trade()).json()) as { access_token: string }).access_token;
    const list = () => fetch(`${url}/api/v1/tags`, { headers: { authorization: `Bearer ${token}` } });
    expect((await list()).status).not.toBe(401);

    expect((await safelight(['clients', 'remove', 'live', '--data-dir', dataDir])).code).toBe(0);
    expect((await trade()).status).toBe(401);
    expect((await list()).status).toBe(401);
  });
});

describe('sample and sign-in-link', () => {
  test('sample puts a library into the data folder and prints where', async () => {
    const dataDir = await folder();
    const { stdout } = await safelight(['sample', '--data-dir', dataDir, '--json']);
    const { library } = JSON.parse(stdout) as { library: string };
    expect((await stat(library)).size).toBeGreaterThan(100_000);
    expect(library.startsWith(dataDir)).toBe(true);
  });

  test('sign-in-link needs a running server and signs in once', async () => {
    const dataDir = await folder();
    expect((await safelight(['sign-in-link', '--data-dir', dataDir])).code).toBe(1);
    await serve(dataDir);
    const link = (await safelight(['sign-in-link', '--data-dir', dataDir])).stdout.trim();
    const first = await fetch(link, { redirect: 'manual' });
    expect(first.status).toBe(303);
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/i);
    const second = await fetch(link, { redirect: 'manual' });
    expect(second.headers.get('set-cookie')).toBeNull();
  });
});
