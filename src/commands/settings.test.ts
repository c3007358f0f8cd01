import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import { Diagnostics } from '../contract/admin.ts';
import { describeSettings } from '../contract/setting-descriptions.ts';
import { SETTING_NAMES } from '../contract/settings.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { parseValue } from './settings.ts';
import { main } from '../testing/main-program.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-settings-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const safelight = (home: string, ...args: string[]) => safelightWith(home, {}, ...args);

function safelightWith(
  home: string,
  variables: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args, '--data-dir', join(home, 'data')],
      { env: { PATH: process.env.PATH, HOME: home, ...compileCache, ...variables } },
      (error, stdout, stderr) => {
        resolve({ code: error ? (error.code as number) : 0, stdout, stderr });
      },
    );
  });
}

async function serve(home: string): Promise<{ url: string; server: ChildProcess; said: () => string }> {
  const server = spawn(
    process.execPath,
    [main, 'serve', '--data-dir', join(home, 'data'), '--port', '0', '--log-level', 'debug'],
    {
      env: { PATH: process.env.PATH, HOME: home, ...compileCache },
    },
  );
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  onTestFinished(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  return { url: await listeningUrl(server), server, said: () => said };
}

describe.each([
  ['with no server', false],
  ['through a server that runs', true],
])('%s', (_title, isRunning) => {
  test('settings are listed, read, set and reset', async () => {
    const home = folder();
    if (isRunning) await serve(home);
    const run = (...args: string[]) => safelight(home, 'settings', ...args);
    const list = await run('list');
    for (const name of SETTING_NAMES) expect(list.stdout).toContain(name);
    expect(await run('get', 'theme')).toMatchObject({ code: 0, stdout: 'system\n' });
    expect(await run('set', 'theme', 'dark')).toMatchObject({ code: 0, stdout: 'theme is dark\n' });
    expect(await run('set', 'allowedHosts', 'nas,nas.local')).toMatchObject({
      stdout: 'allowedHosts is nas, nas.local\n',
    });
    expect(await run('set', 'notifyexports', 'off')).toMatchObject({ stdout: 'notifyExports is off\n' });
    expect(await run('get', 'allowedHosts', '--json')).toMatchObject({
      stdout: '{"allowedHosts":["nas","nas.local"]}\n',
    });
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({ theme: 'dark', notifyExports: false });
    expect(await run('reset', 'theme')).toMatchObject({ stdout: 'theme is system\n' });
    expect(await run('set', 'theme', 'blue')).toMatchObject({
      code: 1,
      stderr: /theme: must be system, light or dark/,
    });
    expect(await run('set', 'prot', '1')).toMatchObject({ code: 1, stderr: /did you mean port\?/ });
    expect(await run('get', 'prot')).toMatchObject({ code: 1, stderr: /prot: .*did you mean port\?/ });
    expect((await run('set', 'theme')).code).toBe(2);
  });

  test('folders of photographs are refused, with the reason, and nothing is made in them', async () => {
    const home = folder();
    const roll = join(home, 'photos');
    mkdirSync(roll);
    makeLibrary({ folder: join(home, '.config', 'darktable'), images: [{ id: 1, film: roll }] });
    if (isRunning) await serve(home);
    const settings = { exportDir: join(roll, 'exports'), exportQueue: join(roll, 'x.queue') };
    for (const [key, value] of Object.entries(settings)) {
      expect(await safelight(home, 'settings', 'set', key, value)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/film roll/) as string,
      });
    }
    const { stdout } = await safelight(home, 'settings', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ exportDir: null, exportQueue: null });
    expect(readdirSync(roll)).toEqual([]);
  });

  test('the doctor says what is well and what to do about the rest', async () => {
    const home = folder();
    const running = isRunning ? await serve(home) : null;
    const { code, stdout } = await safelight(home, 'doctor', '--json');
    expect(code).toBe(0);
    const { status, server, checks } = Diagnostics.parse(JSON.parse(stdout));
    expect(status).toBe('warn');
    expect(server).toBe(running?.url ?? null);
    expect(checks.find(({ id }) => id === 'library')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('sample') as string,
    });
    expect(stdout).not.toContain(home);
  });
});

test('a broken library is a failure that the doctor ends with', async () => {
  const home = folder();
  mkdirSync(join(home, '.config', 'darktable'), { recursive: true });
  writeFileSync(join(home, '.config', 'darktable', 'library.db'), 'This is a text.');
  const { code, stdout } = await safelight(home, 'doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(/FAIL +Library +~\/\.config\/darktable\/library\.db is not a database/);
  expect(stdout).toContain('Something does not work.');
  // It only looked, and touched nothing.
  expect(readdirSync(home)).not.toContain('data');
});

test('a server that hangs is looked at from outside', async () => {
  const home = folder();
  const { server, url } = await serve(home);
  server.kill('SIGSTOP');
  onTestFinished(() => void server.kill('SIGCONT'));
  const { stdout, code } = await safelight(home, 'doctor');
  expect(code).toBe(1);
  expect(stdout).toContain(`Safelight should respond at ${url}, but does not.`);
});

test.each([
  ['port', '5000', 5000],
  ['port', 'many', 'many'],
  ['library', '', null],
  ['library', '/photos/library.db', '/photos/library.db'],
  ['readOnly', 'on', true],
  ['readOnly', 'no', false],
  ['readOnly', 'maybe', 'maybe'],
  ['previewLevels', '2, 5', [2, 5]],
  ['allowedHosts', 'nas,nas.local', ['nas', 'nas.local']],
  ['allowedHosts', '', []],
  ['theme', 'dark', 'dark'],
])('%s %j is understood as %j', (name, text, value) => {
  expect(
    parseValue(
      describeSettings().find((each) => each.name === name)!,
      text,
    ),
  ).toEqual(value);
});

test('two command lines and the API changing settings at once lose nothing', { timeout: 90_000 }, async () => {
  const home = folder();
  const { url } = await serve(home);
  const token = mintLocalAdminToken(join(home, 'data'));
  const patch = (body: unknown) =>
    fetch(`${url}/api/v1/admin/settings`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const one = ['previewQuality', 'exportQuality', 'tokenLifetimeSeconds'];
  const other = ['notifyExports', 'notifyFailures', 'notifyBridgeLost', 'openBrowserAtStart'];
  const answers = await Promise.all([
    ...one.map((name, at) => safelight(home, 'settings', 'set', name, String(50 + at))),
    ...other.map((name) => safelight(home, 'settings', 'set', name, 'off')),
    safelight(home, 'clients', 'add', '--id', 'frame'),
    ...Array.from({ length: 20 }, (_, at) => patch({ allowedHosts: [`host-${at}`], theme: at % 2 ? 'dark' : 'light' })),
    patch({ previewLevels: [2, 3] }),
  ]);
  for (const answer of answers) expect('code' in answer ? answer.code : answer.status).toBe('code' in answer ? 0 : 200);
  const { stdout } = await safelight(home, 'settings', 'list', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    previewQuality: 50,
    exportQuality: 51,
    tokenLifetimeSeconds: 52,
    notifyExports: false,
    notifyFailures: false,
    notifyBridgeLost: false,
    openBrowserAtStart: false,
    previewLevels: [2, 3],
  });
  expect((await safelight(home, 'clients', 'list')).stdout).toContain('frame');
});

test('no secret stands in a log, an event, a diagnostic or the list of processes', { timeout: 90_000 }, async () => {
  const home = folder();
  const dataDir = join(home, 'data');
  const { url, server, said } = await serve(home);
  const admin = { authorization: `Bearer ${mintLocalAdminToken(dataDir)}` };

  let events = '';
  const listening = request(`${url}/api/v1/events`, { headers: admin }).end();
  // The command line's own token may not read images; a client's may.
  listening.once('response', (answer) => answer.resume());
  const secrets: string[] = [];
  const add = await safelight(home, 'clients', 'add', '--id', 'frame', '--scope', 'images:read admin', '--json');
  const { client_secret } = JSON.parse(add.stdout) as { client_secret: string };
  const token = async (secret: string) =>
    (
      (await (
        await fetch(`${url}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'frame', client_secret: secret }),
        })
      ).json()) as { access_token: string }
    ).access_token;
  const bearer = await token(client_secret);
  const stream = request(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${bearer}` } }).end();
  stream.once('response', (answer) => answer.on('data', (chunk: Buffer) => (events += chunk.toString())));
  stream.on('error', () => undefined);
  await vi.waitFor(() => expect(events).toContain('hello'));
  onTestFinished(() => void stream.destroy());

  const rotated = JSON.parse(
    (await safelight(home, 'clients', 'rotate', 'frame', '--overlap', '1', '--json')).stdout,
  ) as {
    client_secret: string;
  };
  const link = (await safelight(home, 'sign-in-link')).stdout.trim();
  const signedIn = await fetch(link, { redirect: 'manual' });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!.split('=')[1]!;
  await fetch(`${url}/oauth/token`, {
    headers: { authorization: 'Basic ZnJhbWU6d3Jvbmc=' },
    method: 'POST',
    body: 'grant_type=client_credentials',
  });
  await safelight(home, 'settings', 'set', 'lan', 'on');
  const pairing = (await (
    await fetch(`${url}/api/v1/admin/pairings`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Phone' }),
    })
  ).json()) as { url: string };
  secrets.push(
    ...[client_secret, rotated.client_secret, bearer, await token(rotated.client_secret), cookie],
    ...[new URL(link).searchParams.get('code')!, new URL(pairing.url).searchParams.get('code')!],
    readFileSync(join(dataDir, 'signing.key'), 'utf8').trim(),
    admin.authorization.slice('Bearer '.length),
    ...(readFileSync(join(dataDir, 'settings.json'), 'utf8').match(/scrypt\$[^"]+/g) ?? []),
  );
  expect(secrets).toHaveLength(11);
  // The shortest is a code that is typed.
  for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(14);

  const shown = {
    log: said(),
    events,
    doctor: (await safelight(home, 'doctor', '--json')).stdout,
    diagnostics: await (await fetch(`${url}/api/v1/admin/diagnostics`, { headers: admin })).text(),
    settings: await (await fetch(`${url}/api/v1/admin/settings`, { headers: admin })).text(),
    clients: await (await fetch(`${url}/api/v1/admin/clients`, { headers: admin })).text(),
    sessions: await (await fetch(`${url}/api/v1/admin/sessions`, { headers: admin })).text(),
    processes: ['cmdline', 'environ'].flatMap((name) => processFiles(server.pid!, name)).join('\n'),
  };
  expect(shown.events).toContain('settings-changed');
  expect(shown.log).toContain('Other computers');
  expect(shown.processes).toContain('serve');
  for (const [where, text] of Object.entries(shown)) {
    expect(text.length, where).toBeGreaterThan(50);
    for (const secret of secrets) expect(text.includes(secret), `${where} tells ${secret.slice(0, 8)}…`).toBe(false);
  }
  listening.destroy();
});

/** What everybody on this computer (cmdline) or its user (environ) can read about a process and its children. */
function processFiles(pid: number, name: string): string[] {
  const all = readdirSync('/proc').filter((each) => /^\d+$/.test(each));
  const parents = new Map(
    all.flatMap((each) => {
      try {
        return [
          [Number(each), Number(readFileSync(`/proc/${each}/stat`, 'latin1').split(') ')[1]!.split(' ')[1])] as const,
        ];
      } catch {
        return [];
      }
    }),
  );
  const family = [...parents].filter(([each, parent]) => each === pid || parent === pid).map(([each]) => each);
  return family.map((each) => readFileSync(`/proc/${each}/${name}`, 'latin1'));
}

test('what a stored name would do to the terminal is spelled out, and JSON means the same', async () => {
  const home = folder();
  const exportDir = join(home, 'a\u001b[2J\u009b31m\u202eb');
  mkdirSync(join(home, 'data'), { recursive: true });
  writeFileSync(join(home, 'data', 'settings.json'), JSON.stringify({ exportDir }));
  const spelled = 'a\\u001b[2J\\u009b31m\\u202eb';
  for (const args of [['settings', 'get', 'exportDir'], ['settings', 'list'], ['doctor'], [`wor\u001bd`]]) {
    const { stdout, stderr } = await safelight(home, ...args);
    expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(stdout + stderr).toContain(args[0] === 'wor\u001bd' ? 'wor\\u001bd' : spelled);
  }
  const { stdout } = await safelight(home, 'settings', 'get', 'exportDir', '--json');
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  expect(JSON.parse(stdout)).toEqual({ exportDir });
});

test.runIf(process.platform === 'linux')('start at login takes effect where no Safelight runs, too', async () => {
  const home = folder();
  const entry = join(home, '.config', 'autostart', 'safelight.desktop');
  const run = (...args: string[]) => safelightWith(home, { DISPLAY: ':99' }, 'settings', ...args);
  expect(await run('set', 'autostart', 'on')).toMatchObject({ code: 0, stdout: 'autostart is on\n' });
  expect(readFileSync(entry, 'utf8')).toContain('--at-login');
  expect((await run('get', 'autostart')).stdout).toBe('on\n');
  // Removed in the desktop's own settings.
  rmSync(entry);
  expect((await run('get', 'autostart')).stdout).toBe('off\n');
  expect(await run('set', 'autostart', 'on')).toMatchObject({ code: 0 });
  expect(readFileSync(entry, 'utf8')).toContain('--at-login');
  expect(await run('reset', 'autostart')).toMatchObject({ code: 0, stdout: 'autostart is off\n' });
  expect(() => readFileSync(entry)).toThrow('ENOENT');
  // Where the desktop's folder cannot be written, the command does not claim success.
  rmSync(join(home, '.config', 'autostart'), { recursive: true });
  writeFileSync(join(home, '.config', 'autostart'), '');
  expect(await run('set', 'autostart', 'on')).toMatchObject({ code: 1, stdout: '' });
  expect((await run('get', 'autostart')).stdout).toBe('off\n');
  const withoutDesktop = await safelight(home, 'settings', 'set', 'autostart', 'on');
  expect(withoutDesktop).toMatchObject({ code: 1, stderr: expect.stringContaining('no desktop') as string });
});
