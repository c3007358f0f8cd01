/** Portable copies that replace themselves: real programs, a real update server, real kills. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import type { UpdateStatus } from '../contract/updates.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { archiveOf, makePortableCopy, releaseOf, startUpdateServer } from '../testing/portable-copy.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startUpdateServer>>;
let newer: { name: string; bytes: Buffer };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-updates-'));
  makePortableCopy(join(folder, 'former'), { version: '1.0.0' });
  makePortableCopy(join(folder, 'safelight-1.1.0'), { version: '1.1.0' });
  newer = archiveOf(join(folder, 'safelight-1.1.0'));
  server = await startUpdateServer();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
beforeEach(() => {
  server.offer(releaseOf('1.1.0', newer), newer.bytes);
  server.asked.length = 0;
});

/** A portable copy of version 1.0.0 and a data folder that has updates switched on. */
function makeHome({ isOn = true } = {}) {
  const home = mkdtempSync(join(folder, 'home für '));
  const [copy, dataDir] = [join(home, 'Safe light'), join(home, 'data')];
  cpSync(join(folder, 'former'), copy, { recursive: true, verbatimSymlinks: true });
  mkdirSync(dataDir, { mode: 0o700 });
  const library = makeLibrary({ folder: join(home, 'darktable'), images: 1 }).file;
  const settings = { settingsVersion: 2, checkForUpdates: isOn, updateAddress: server.address, library };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const launcher = join(copy, 'safelight');
  const updates = join(copy, 'updates');

  /** The command's exit code and all that it said. */
  const run = async (args: string[], before: string[] = []) => {
    const [command, ...rest] = [...before, launcher, ...args, '--data-dir', dataDir];
    const child = spawn(command, rest, { env: { HOME: home, PATH: '/usr/bin:/bin' } });
    const ended = once(child, 'exit') as Promise<[number | null]>;
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, out, err };
  };
  const serve = async ({ path = '/usr/bin:/bin' } = {}) => {
    const child = spawn(launcher, ['serve', '--data-dir', dataDir, '--port', '0'], { env: { HOME: home, PATH: path } });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await listeningUrl(child);
    const ask = async (method: string, way = '') => {
      const { url, pid } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as {
        url: string;
        pid: number;
      };
      const headers = { authorization: `Bearer ${mintLocalAdminToken(dataDir)}` };
      const answer = await fetch(`${url}/api/v1/admin/update${way}`, { method, headers });
      return { ...((await answer.json()) as UpdateStatus), pid };
    };
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { child, ask, kill, log: () => log, ended };
  };
  const current = () =>
    existsSync(join(updates, 'current')) ? readFileSync(join(updates, 'current'), 'utf8').trim() : null;
  const parts = () => (existsSync(updates) ? readdirSync(updates).filter((name) => name.startsWith('.')) : []);
  return { home, dataDir, copy, updates, run, serve, current, parts };
}

/** What must hold after whatever went wrong: the former version starts, and nothing half is left. */
async function expectFormer({ serve, current, parts }: ReturnType<typeof makeHome>) {
  expect(current()).toBeNull();
  const again = await serve();
  expect(await again.ask('GET')).toMatchObject({ version: '1.0.0' });
  expect(parts()).toEqual([]);
  await again.kill();
}

test('nobody is asked while it is switched off', async () => {
  const { run } = makeHome({ isOn: false });
  const { code, err } = await run(['update', '--install']);
  expect([code, err]).toEqual([
    1,
    'error: Safelight does not look for updates. You can switch it on in the settings.\n',
  ]);
  expect(server.asked).toEqual([]);
});

test('a running copy tells what is new, and makes room for it under its own process number', async () => {
  const { run, serve, current, updates, copy } = makeHome();
  const { child, ask } = await serve();
  const told = await run(['update']);
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(told.out).toContain('Safelight 1.1.0 of 2026-12-01 is available; this is 1.0.0.');
  expect(told.out).toContain('- **Updates:** one is here.');
  expect((await run(['doctor'])).out).toMatch(
    /warn {2}Updates .* Safelight 1\.1\.0 of 2026-12-01 is available\. New: Added/,
  );
  expect(current()).toBeNull();

  expect(await run(['update', '--install'])).toMatchObject({ code: 0, err: '' });
  expect(current()).toBe('1.1.0');
  expect(await ask('GET')).toMatchObject({ version: '1.1.0', pid: child.pid, kind: 'portable', problem: null });
  expect((await run(['--version'])).out).toBe('1.1.0\n');
  // The folder that was unpacked is as it was, and of the download nothing is left.
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toContain('1.0.0');
  expect(readdirSync(updates).sort()).toEqual(['1.1.0', 'current']);
  // An older version that is offered later is none.
  server.offer(releaseOf('1.0.9', newer), newer.bytes);
  expect((await run(['update', '--install'])).out).toBe('Safelight 1.1.0 is the newest version.\n');
});

test('without a running one the command does it itself', async () => {
  const { run, current } = makeHome();
  expect(await run(['update', '--install'])).toMatchObject({ code: 0, err: '' });
  expect(current()).toBe('1.1.0');
  expect((await run(['--version'])).out).toBe('1.1.0\n');
});

test('a full disk during the download or the unpacking leaves the former version', async () => {
  const home = makeHome();
  const full = {
    code: 1,
    err: expect.stringMatching(/^error: .* full\. Free some space and try again\.\n$/) as string,
  };
  expect(await home.run(['update', '--install'], ['prlimit', '--fsize=2000:'])).toMatchObject(full);
  // The archive has room, but not a file in it.
  const large = join(home.home, 'large');
  makePortableCopy(large, { version: '1.1.0' });
  writeFileSync(join(large, 'zeros'), Buffer.alloc(newer.bytes.length * 3));
  const archive = archiveOf(large);
  server.offer(releaseOf('1.1.0', archive), archive.bytes);
  const limit = `--fsize=${archive.bytes.length + 1000}:`;
  expect(await home.run(['update', '--install'], ['prlimit', limit])).toMatchObject(full);
  await expectFormer(home);
});

test.each([
  [
    'ends before it answers',
    // An agent that calls meanwhile starts none in its way.
    `const starting = process.argv[process.argv.indexOf('--data-dir') + 1] + '/starting';
     console.error((await import('node:fs')).existsSync(starting) ? 'it is claimed' : 'anybody may start'); process.exit(7);`,
    /ended before it answered \(it is claimed\)/,
  ],
])('a new version that %s makes room for the former one', async (_what, main, reason) => {
  const home = makeHome();
  const broken = join(home.home, 'broken');
  makePortableCopy(broken, { version: '1.1.0', main });
  const archive = archiveOf(broken);
  server.offer(releaseOf('1.1.0', archive), archive.bytes);
  const { child, ask, kill } = await home.serve();
  const { code, err } = await home.run(['update', '--install']);
  expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
  expect(await ask('GET')).toMatchObject({ version: '1.0.0', pid: child.pid, problem: { code: 'did-not-start' } });
  expect(existsSync(join(home.dataDir, 'starting'))).toBe(false);
  await kill();
  await expectFormer(home);
});

test('kill -9 during the download leaves the former version', async () => {
  const home = makeHome();
  server.offer(releaseOf('1.1.0', newer), (response) => void response.write(newer.bytes.subarray(0, 1000)));
  const { ask, kill } = await home.serve();
  await ask('POST', '/check');
  await ask('POST', '/install');
  await vi.waitFor(
    async () => expect((await ask('GET')).progress).toMatchObject({ step: 'download', done: 1000 }),
    10_000,
  );
  expect(home.parts()).toHaveLength(1);
  await kill();
  await expectFormer(home);
});

test('kill -9 while it is unpacked leaves the former version', async () => {
  const home = makeHome();
  // A tar that stops in the middle of its work.
  const bin = join(home.home, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'tar'),
    `#!/bin/sh\nfor last; do :; done\nmkdir -p "$4/half"; touch '${home.home}/begun'; exec sleep 5\n`,
  );
  chmodSync(join(bin, 'tar'), 0o755);
  const { ask, kill } = await home.serve({ path: `${bin}:/usr/bin:/bin` });
  await ask('POST', '/check');
  await ask('POST', '/install');
  await vi.waitFor(() => expect(existsSync(join(home.home, 'begun'))).toBe(true), 10_000);
  await kill();
  await expectFormer(home);
});

test('kill -9 while the new version is tried ends that, too, and leaves the former one', async () => {
  const home = makeHome();
  const hanging = join(home.home, 'hanging');
  const note = join(home.home, 'pid');
  makePortableCopy(hanging, {
    version: '1.1.0',
    main: `import { writeFileSync } from 'node:fs';\nprocess.stdin.resume().on('end', () => process.exit());\nwriteFileSync(${JSON.stringify(note)}, String(process.pid));\n`,
  });
  const archive = archiveOf(hanging);
  server.offer(releaseOf('1.1.0', archive), archive.bytes);
  const { ask, kill } = await home.serve();
  await ask('POST', '/check');
  await ask('POST', '/install');
  await vi.waitFor(() => expect(readFileSync(note, 'utf8')).toMatch(/^\d+$/), 10_000);
  await kill();
  await vi.waitFor(() => expect(existsSync(`/proc/${readFileSync(note, 'utf8')}`)).toBe(false), 10_000);
  await expectFormer(home);
});
