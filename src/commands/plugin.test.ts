import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BridgeStatus } from '../contract/admin.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { main } from '../testing/main-program.ts';

/** A home with a library, and a darktable that records how it was started and exits normally; `former`: one that comes first on the PATH. */
function stage({ screen, schema = 37, former }: { screen: boolean; schema?: 37 | 57; former?: string }) {
  const home = mkdtempSync(join(tmpdir(), 'safelight-plugin-cli-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { file } = makeLibrary({ folder: join(home, 'darktable'), schema, images: [{}] });
  const bin = join(home, 'bin');
  const starts = join(home, 'starts');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'darktable'),
    `#!/bin/sh\n[ "$1" = --version ] && echo "this is darktable 9.9.9" || echo "$*" >> '${starts}'\n`,
    { mode: 0o755 },
  );
  const before = join(home, 'before');
  mkdirSync(before);
  if (former !== undefined)
    writeFileSync(join(before, 'darktable'), `#!/bin/sh\necho "this is darktable ${former}"\n`, { mode: 0o755 });
  const env = { PATH: `${before}:${bin}`, HOME: home, ...compileCache, ...(screen ? { DISPLAY: ':77' } : {}) };
  const shared = ['--data-dir', join(home, 'data'), '--library', file];
  const safelight = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [main, ...args, ...shared], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? (error.code as number) : 0, stdout, stderr }),
      );
    });
  return {
    config: dirname(file),
    starts: () => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n') : []),
    safelight,
    run: (...args: string[]) => safelight('plugin', ...args),
    serve: async () => {
      const server = spawn(process.execPath, [main, 'serve', ...shared, '--port', '0'], { env });
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await once(server, 'exit');
      });
      await listeningUrl(server);
    },
  };
}

describe.each([
  ['with no server', false],
  ['through a server that runs', true],
])('%s', (_title, isRunning) => {
  test('the plugin is installed, told of, and taken out', async () => {
    const on = stage({ screen: false });
    if (isRunning) await on.serve();
    expect((await on.run('status')).stdout).toMatch(
      /^darktable 9\.9\.9 is not running\.\nThe plugin is not installed\.\n$/,
    );
    expect(await on.run('install')).toMatchObject({
      code: 0,
      stdout: 'The plugin was installed. darktable uses it from its next start.\n',
    });
    expect(readFileSync(join(on.config, 'luarc'), 'utf8')).toContain('safelight');
    expect((await on.run('install')).stdout).toBe('The plugin is already installed.\n');
    const status = BridgeStatus.parse(JSON.parse((await on.run('status', '--json')).stdout));
    expect(status).toMatchObject({ state: 'closed', plugin: { installed: true, folder: on.config } });
    expect((await on.run('status')).stdout).toContain(`is installed in ${on.config}.`);
    expect((await on.run('uninstall')).stdout).toMatch(/^The plugin was uninstalled\./);
    expect(existsSync(join(on.config, 'luarc'))).toBe(false);
    expect((await on.run('uninstall')).stdout).toBe('The plugin was not installed.\n');
  });

  test('darktable is started where there is a screen, and else it is said why not', async () => {
    const on = stage({ screen: true });
    if (isRunning) await on.serve();
    expect(await on.run('start')).toMatchObject({ code: 0, stdout: 'darktable is starting.\n' });
    expect(on.starts()).toEqual([`--configdir ${on.config}`]);

    const without = stage({ screen: false });
    if (isRunning) await without.serve();
    const refused = await without.run('start');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('needs a screen')]);
    expect(without.starts()).toEqual([]);
  });
});

test('its former name still works, and help does not show it', async () => {
  const on = stage({ screen: false });
  const [help, former] = [await on.safelight('--help'), await on.safelight('bridge', 'status')];
  expect(help.stdout).toMatch(/^ +plugin /m);
  expect(help.stdout).not.toContain('bridge');
  expect(former).toEqual(await on.run('status'));
});

test('with no server, the darktable is told that opens the library', async () => {
  const on = stage({ screen: false, schema: 57, former: '4.2.1' });
  const { darktable } = BridgeStatus.parse(JSON.parse((await on.run('status', '--json')).stdout));
  expect(darktable.installed.slice(0, 2).map(({ version }) => version)).toEqual(['9.9.9', '4.2.1']);
});
