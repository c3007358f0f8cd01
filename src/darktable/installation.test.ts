import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findDarktable, findDarktables } from './installation.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'safelight-installation-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function program(at: string, name: string, says: string): string {
  mkdirSync(at, { recursive: true });
  const file = join(at, name);
  writeFileSync(file, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(file, 0o755);
  return file;
}

test('the darktable of this machine', async () => {
  const found = await findDarktable({ environment: { home: folder() }, platform: 'linux' });
  expect(found).toMatchObject({ kind: 'native', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
  expect(found!.cli).not.toBeNull();
});

test('asking it for its version makes no folders for somebody who has not started it yet', async () => {
  const home = folder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', undefined);
  vi.stubEnv('XDG_CACHE_HOME', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await findDarktable({ environment: { home }, platform: 'linux' })).not.toBeNull();
  expect(readdirSync(home)).toEqual([]);
});

test('the one that comes first on the PATH', async () => {
  const [empty, bin] = [folder(), folder()];
  const app = program(bin, 'darktable', 'this is darktable 9.1.0');
  const environment = { home: folder(), PATH: `relative:${empty}:${bin}` };
  expect(await findDarktable({ environment, platform: 'linux' })).toEqual({
    kind: 'native',
    version: '9.1.0',
    app: [app],
    cli: null,
    program: app,
  });
  const cli = program(bin, 'darktable-cli', 'this is darktable-cli 9.1.0+5~gabc');
  expect(await findDarktable({ environment, platform: 'linux' })).toMatchObject({
    version: '9.1.0+5~gabc',
    cli: [cli],
  });
});

test('several are all found once, the one to use first, and one that is updated has its new version at once', async () => {
  const home = folder();
  const [first, linked, own] = [folder(), folder(), join(home, '.local', 'bin')];
  const app = program(first, 'darktable', 'this is darktable 9.1.0');
  symlinkSync(app, join(linked, 'darktable'));
  program(own, 'darktable', 'this is darktable 9.3.0');
  const environment = { home, PATH: `${first}:${linked}` };
  const found = async () =>
    (await findDarktables({ environment, platform: 'linux' })).filter(({ version }) => version!.startsWith('9.'));
  expect((await found()).map(({ version }) => version)).toEqual(['9.1.0', '9.3.0']);
  rmSync(app);
  program(first, 'darktable', 'this is darktable 9.2.1');
  expect((await found()).map(({ version }) => version)).toEqual(['9.2.1', '9.3.0']);
});

test('one that does not tell its version is asked again after a minute, or when it has changed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const bin = folder();
  const asked = join(bin, 'asked');
  program(bin, 'darktable', `asked' >> '${asked}'; echo '`);
  const environment = { home: folder(), PATH: bin };
  const version = async () => (await findDarktable({ environment, platform: 'linux' }))?.version;
  const times = () => readFileSync(asked, 'utf8').trimEnd().split('\n').length;
  expect([await version(), await version(), times()]).toEqual([null, null, 1]);
  vi.advanceTimersByTime(61_000);
  expect([await version(), times()]).toEqual([null, 2]);
  program(bin, 'darktable', 'this is darktable 9.1.0');
  expect(await version()).toBe('9.1.0');
});

test('of several, the first one that opens the library is used, unless somebody has chosen another one', async () => {
  const home = folder();
  const [old, newer, elsewhere] = [folder(), folder(), join(home, 'built', 'bin')];
  const programs = [
    program(old, 'darktable', 'this is darktable 4.2.1'),
    program(newer, 'darktable', 'this is darktable 5.4.1'),
    program(elsewhere, 'darktable', 'this is darktable 9.1.0'),
  ];
  const environment = { home, PATH: `${old}:${newer}` };
  const used = async (more: { schema?: number; chosen?: string }) =>
    (await findDarktables({ environment, platform: 'linux', ...more }))[0]!.program;
  expect(await used({ schema: 37 })).toBe(programs[0]);
  expect(await used({ schema: 57 })).toBe(programs[1]);
  expect(await used({ schema: 57, chosen: programs[0]! })).toBe(programs[0]);
  expect(await used({ schema: 57, chosen: programs[2]! })).toBe(programs[2]);
  expect(await used({ schema: 57, chosen: join(home, 'gone', 'darktable') })).toBe(programs[1]);
});

test('a flatpak is used for a library in its own folder, and where it is chosen', async () => {
  const home = folder();
  const bin = folder();
  mkdirSync(join(home, '.local/share/flatpak/app/org.darktable.Darktable'), { recursive: true });
  program(bin, 'flatpak', 'this is darktable-cli 5.4.1');
  const own = program(bin, 'darktable', 'this is darktable 5.4.0');
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const environment = { home, PATH: bin };
  const used = async (more: { library?: string; chosen?: string }) =>
    (await findDarktables({ environment, platform: 'linux', schema: 57, ...more }))[0]!;
  const theirs = join(home, '.var/app/org.darktable.Darktable/config/darktable/library.db');
  const launcher = join(home, '.local/share/flatpak/exports/bin/org.darktable.Darktable');
  expect((await used({})).program).toBe(own);
  expect(await used({ library: theirs })).toEqual({
    kind: 'flatpak',
    version: '5.4.1',
    program: launcher,
    app: ['flatpak', 'run', '--command=darktable', 'org.darktable.Darktable'],
    cli: ['flatpak', 'run', '--command=darktable-cli', 'org.darktable.Darktable'],
  });
  expect((await used({ library: theirs, chosen: own })).program).toBe(own);
  expect((await used({ chosen: launcher })).program).toBe(launcher);
});

test('the application folder of a Mac and the program folder of Windows, where a PATH tells nothing', async () => {
  const home = folder();
  const mac = join(home, 'Applications', 'darktable.app', 'Contents', 'MacOS');
  const onMac = [program(mac, 'darktable', ''), program(mac, 'darktable-cli', 'this is darktable-cli 5.4.1')];
  expect(await findDarktable({ environment: { home }, platform: 'darwin' })).toMatchObject({
    version: '5.4.1',
    app: [onMac[0]],
    cli: [onMac[1]],
  });
  const bin = join(home, 'programs', 'darktable', 'bin');
  const onWindows = [
    program(bin, 'darktable.exe', ''),
    program(bin, 'darktable-cli.exe', 'this is darktable-cli 5.2.0'),
  ];
  const environment = { home, PROGRAMFILES: join(home, 'programs') };
  expect(await findDarktable({ environment, platform: 'win32' })).toMatchObject({
    version: '5.2.0',
    app: [onWindows[0]],
    cli: [onWindows[1]],
  });
});
