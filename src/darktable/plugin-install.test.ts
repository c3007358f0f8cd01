import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assetsDir } from '../platform/package-files.ts';
import type { BridgeInstallError } from './bridge-install-error.ts';
import { LUARC_LINE, withLine, withoutLine } from './luarc.ts';
import { bridgeInstallation, findDarktableConfigs, installBridge, uninstallBridge } from './plugin-install.ts';

function config(luarc?: string) {
  const configDir = mkdtempSync(path.join(tmpdir(), 'safelight-config-'));
  onTestFinished(() => rmSync(configDir, { recursive: true, force: true }));
  const luarcFile = path.join(configDir, 'luarc');
  if (luarc !== undefined) writeFileSync(luarcFile, luarc, 'latin1');
  return {
    configDir,
    luarcFile,
    folders: { configDir, assetsDir },
    plugin: path.join(configDir, 'lua', 'safelight'),
    luarc: () => readFileSync(luarcFile, 'latin1'),
    /** Every file with its content. */
    all: () =>
      Object.fromEntries(
        readdirSync(configDir, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .map((file) => [path.relative(configDir, file), readFileSync(file, 'latin1')]),
      ),
  };
}

const L = LUARC_LINE;
test.each<[string, string, string]>([
  ['an empty one', '', `${L}\n`],
  ['scripts of the user', 'require "a"\nrequire "b"\n', `${L}\nrequire "a"\nrequire "b"\n`],
  ['no line end at the end', 'require "a"', `${L}\nrequire "a"`],
  ['one that ends in a return', 'x()\nreturn\n', `${L}\nx()\nreturn\n`],
  ['Windows line ends', 'a()\r\nb()\r\n', `${L}\r\na()\r\nb()\r\n`],
  ['Windows line ends, none at the end', 'a()\r\nb()', `${L}\r\na()\r\nb()`],
  ['a byte order mark', '\xef\xbb\xbfa()\n', `\xef\xbb\xbf${L}\na()\n`],
  ['a first line with #', '#!/usr/bin/lua\na()\n', `#!/usr/bin/lua\n${L}\na()\n`],
  ['nothing but a line with #', '#!lua', `#!lua\n${L}`],
  ['bytes that are no UTF-8', '-- \xff\xfe\x00\x80\n', `${L}\n-- \xff\xfe\x00\x80\n`],
  ['empty lines and comments', '\n\n-- mine\n\n', `${L}\n\n\n-- mine\n\n`],
])('luarc, %s: the line goes in and comes out again, byte for byte', (_name, before, after) => {
  expect(withLine(before)).toBe(after);
  expect(withoutLine(after)).toBe(before);
  const at = config(before);
  const found = at.all();
  const { done, backup } = installBridge(at.folders);
  expect(done).toBe('installed');
  expect(readFileSync(backup!, 'latin1')).toBe(before);
  expect(at.luarc()).toBe(after);
  expect(bridgeInstallation(at.folders)).toMatchObject({ installed: true, upgradable: false });
  expect(uninstallBridge(at.configDir)).toBe(true);
  expect(at.all()).toEqual(found);
});

test('the line of an earlier Safelight stays when the plugin is installed again, and comes out', () => {
  const at = config(`${L.replace('plugin uninstall', 'bridge uninstall')}\na()\n`);
  const before = at.luarc();
  installBridge(at.folders);
  expect(at.luarc()).toBe(before);
  expect(uninstallBridge(at.configDir)).toBe(true);
  expect(at.luarc()).toBe('a()\n');
});

test.each(['a()\n', 'return\n', '#!lua\n', '\xef\xbb\xbfa()', 'a()\r\nreturn'])(
  'luarc stays good Lua with the line in it: %j',
  (before) => {
    const at = config(`local function a() end\n${before}`);
    writeFileSync(at.luarcFile, withLine(before), 'latin1');
    execFileSync('luac5.4', ['-p', at.luarcFile]);
  },
);

describe('installing', () => {
  test('without a luarc makes one, and takes it away again with all that was made', () => {
    const at = config();
    expect(bridgeInstallation(at.folders)).toMatchObject({ installed: false, version: null, upgradable: false });
    expect(installBridge(at.folders)).toMatchObject({ done: 'installed', backup: null });
    expect(at.luarc()).toBe(`${L}\n`);
    const shipped = readdirSync(path.join(assetsDir, 'lua', 'safelight'));
    expect(shipped).toContain('worker.lua');
    expect(readdirSync(at.plugin)).toEqual(expect.arrayContaining(shipped));
    uninstallBridge(at.configDir);
    expect(readdirSync(at.configDir)).toEqual([]);
  });

  test('a second time changes nothing', () => {
    const at = config('a()\n');
    installBridge(at.folders);
    const before = at.all();
    const { mtimeMs } = statSync(at.luarcFile);
    expect(installBridge(at.folders)).toMatchObject({ done: 'nothing', backup: null });
    expect(at.all()).toEqual(before);
    expect(statSync(at.luarcFile).mtimeMs).toBe(mtimeMs);
  });

  test('puts a missing line in again, and files that were lost', () => {
    const at = config('a()\n');
    installBridge(at.folders);
    writeFileSync(at.luarcFile, `-- ${L}\nb()\n`);
    expect(bridgeInstallation(at.folders).installed).toBe(false);
    expect(installBridge(at.folders).done).toBe('installed');
    expect(at.luarc()).toBe(`${L}\n-- ${L}\nb()\n`);
    rmSync(path.join(at.plugin, 'queue.lua'));
    expect(bridgeInstallation(at.folders)).toMatchObject({ installed: true, upgradable: true });
    expect(installBridge(at.folders).done).toBe('upgraded');
    expect(existsSync(path.join(at.plugin, 'queue.lua'))).toBe(true);
  });

  test('leaves a line that somebody wrote by hand alone, also when it goes', () => {
    const at = config('require "safelight/init"\n');
    expect(installBridge(at.folders)).toMatchObject({ done: 'installed', backup: null });
    expect(at.luarc()).toBe('require "safelight/init"\n');
    uninstallBridge(at.configDir);
    expect(at.luarc()).toBe('require "safelight/init"\n');
  });

  test("leaves the user's scripts beside the plugin alone", () => {
    const at = config('a()\n');
    mkdirSync(path.join(at.configDir, 'lua', 'contrib'), { recursive: true });
    writeFileSync(path.join(at.configDir, 'lua', 'contrib', 'mine.lua'), 'return 1');
    const before = at.all();
    installBridge(at.folders);
    uninstallBridge(at.configDir);
    expect(at.all()).toEqual(before);
  });

  test('keeps what the user wrote into luarc meanwhile, and then the backup too', () => {
    const at = config('a()\n');
    installBridge(at.folders);
    writeFileSync(at.luarcFile, `${at.luarc()}b()\n`);
    uninstallBridge(at.configDir);
    expect(at.all()).toEqual({ luarc: 'a()\nb()\n', 'luarc-before-safelight': 'a()\n' });
  });

  test('an older version is noticed and upgraded; a script of somebody else stays', () => {
    const at = config('a()\n');
    installBridge(at.folders);
    const heartbeat = path.join(at.plugin, 'heartbeat.lua');
    writeFileSync(heartbeat, readFileSync(heartbeat, 'utf8').replace(/plugin = "[^"]+"/, 'plugin = "0.0.1"'));
    writeFileSync(path.join(at.plugin, 'old.lua'), 'return nil');
    writeFileSync(path.join(at.plugin, 'bridge.conf'), 'protocol=1\n');
    const { current } = bridgeInstallation(at.folders);
    expect(current).toMatch(/^\d+\.\d+\.\d+$/);
    expect(bridgeInstallation(at.folders)).toMatchObject({ installed: true, version: '0.0.1', upgradable: true });
    expect(installBridge(at.folders)).toMatchObject({ done: 'upgraded', backup: null, version: current });
    expect(bridgeInstallation(at.folders)).toMatchObject({ version: current, upgradable: false });
    // Somebody's own script: no version of the plugin had a file with this name.
    expect(readFileSync(path.join(at.plugin, 'old.lua'), 'utf8')).toBe('return nil');
    expect(existsSync(path.join(at.plugin, 'bridge.conf'))).toBe(true);
  });

  test('follows a linked luarc and keeps the link and the permissions', () => {
    const at = config();
    const dotfiles = path.join(at.configDir, 'dotfiles');
    writeFileSync(dotfiles, 'a()\n');
    chmodSync(dotfiles, 0o640);
    symlinkSync('dotfiles', at.luarcFile);
    installBridge(at.folders);
    expect(lstatSync(at.luarcFile).isSymbolicLink()).toBe(true);
    expect(readFileSync(dotfiles, 'utf8')).toBe(`${L}\na()\n`);
    expect(statSync(dotfiles).mode & 0o777).toBe(0o640);
    uninstallBridge(at.configDir);
    expect(readFileSync(dotfiles, 'utf8')).toBe('a()\n');
  });

  test('keeps the permissions of luarc for its copy, too', () => {
    const at = config('-- my password\n');
    chmodSync(at.luarcFile, 0o600);
    installBridge(at.folders);
    for (const file of [at.luarcFile, path.join(at.configDir, 'luarc-before-safelight')])
      expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each(['init.lua', 'queue.lua'])('somebody’s own %s in the folder is neither replaced nor removed', (name) => {
    const at = config('a()\n');
    mkdirSync(at.plugin, { recursive: true });
    writeFileSync(path.join(at.plugin, name), 'return "mine"');
    const before = at.all();
    expect(() => installBridge(at.folders)).toThrow(`files that Safelight did not install: ${name}.`);
    expect(at.all()).toEqual(before);
    expect(uninstallBridge(at.configDir)).toBe(false);
    expect(at.all()).toEqual(before);
  });

  test('knows by their names the files that an older version installed, and those that one noted', () => {
    const at = config('a()\n');
    installBridge(at.folders);
    const record = path.join(at.plugin, 'installed.json');
    const worker = path.join(at.plugin, 'worker.lua');
    const before = { luarc: false, lua: true };
    for (const [noted, old] of [
      [{}, 'queue.lua'],
      [{ files: ['former.lua', 'init.lua', 'queue.lua', 'worker.lua'] }, 'former.lua'],
    ] as const) {
      writeFileSync(record, JSON.stringify({ ...before, ...noted }));
      for (const file of [worker, path.join(at.plugin, old)]) writeFileSync(file, '-- of last year');
      if (old === 'former.lua')
        for (const name of readdirSync(at.plugin))
          if (!['init.lua', 'queue.lua', 'worker.lua', old, 'installed.json'].includes(name))
            rmSync(path.join(at.plugin, name));
      expect(installBridge(at.folders).done).toBe('upgraded');
      expect(bridgeInstallation(at.folders)).toMatchObject({ installed: true, upgradable: false });
    }
    expect(existsSync(path.join(at.plugin, 'former.lua'))).toBe(false);
    uninstallBridge(at.configDir);
    expect(at.all()).toEqual({ luarc: 'a()\n' });
  });

  test('leaves the files of a linked plugin folder alone', () => {
    const at = config();
    const checkout = path.join(at.configDir, 'checkout');
    cpSync(path.join(assetsDir, 'lua', 'safelight'), checkout, { recursive: true });
    writeFileSync(path.join(checkout, 'queue.lua'), '-- being worked on');
    mkdirSync(path.join(at.configDir, 'lua'));
    symlinkSync(checkout, at.plugin);
    installBridge(at.folders);
    expect(bridgeInstallation(at.folders)).toMatchObject({ installed: true, linked: true, upgradable: false });
    uninstallBridge(at.configDir);
    expect(readFileSync(path.join(checkout, 'queue.lua'), 'utf8')).toBe('-- being worked on');
    expect(existsSync(at.plugin)).toBe(true);
  });

  test.each<[string, (at: ReturnType<typeof config>) => void, BridgeInstallError['problem']]>([
    ['a read-only luarc', (at) => chmodSync(at.luarcFile, 0o444), 'luarc-unwritable'],
    [
      'a luarc that links to nothing',
      (at) => {
        rmSync(at.luarcFile);
        symlinkSync('/nowhere/luarc', at.luarcFile);
      },
      'luarc-unwritable',
    ],
    ...(['luarc', 'lua/safelight/installed.json', 'lua/safelight/heartbeat.lua'] as const).flatMap((name) => {
      const problem = name === 'luarc' ? 'luarc-unwritable' : 'folder-unwritable';
      const put = (what: string, make: (file: string) => void) =>
        [
          `${what} in the place of ${name}`,
          (at: ReturnType<typeof config>) => {
            const file = path.join(at.configDir, name);
            mkdirSync(path.dirname(file), { recursive: true });
            rmSync(file, { force: true });
            make(file);
          },
          problem,
        ] as [string, (at: ReturnType<typeof config>) => void, BridgeInstallError['problem']];
      return [
        put('a FIFO', (file) => execFileSync('mkfifo', [file])),
        put('a device', (file) => symlinkSync('/dev/zero', file)),
        put('a folder', (file) => mkdirSync(file)),
        put('a link that leads to itself', (file) => symlinkSync(file, file)),
      ];
    }),
    ['a lua that is a file', (at) => writeFileSync(path.join(at.configDir, 'lua'), ''), 'folder-unwritable'],
    ['no config folder', (at) => rmSync(at.configDir, { recursive: true }), 'no-config'],
  ])('says what is in the way and changes nothing: %s', (_name, spoil, problem) => {
    const at = config('a()\n');
    spoil(at);
    const there = () =>
      existsSync(at.configDir)
        ? readdirSync(at.configDir, { recursive: true, encoding: 'utf8' }).map((name) => {
            const { ino, mode, mtimeMs } = lstatSync(path.join(at.configDir, name));
            return [name, ino, mode, mtimeMs];
          })
        : null;
    const before = there();
    expect(() => installBridge(at.folders)).toThrow(expect.objectContaining({ problem }) as Error);
    expect(there()).toEqual(before);
    if (problem === 'luarc-unwritable') expect(() => installBridge(at.folders)).toThrow(/luarc/);
  });
});

describe('the config folders of darktable', () => {
  const home = '/home/anna';
  const own = `${home}/.config/darktable`;
  const flatpak = `${home}/.var/app/org.darktable.Darktable/config/darktable`;
  const snap = `${home}/snap/darktable/current/.config/darktable`;
  test.each<[string, NodeJS.Platform, string[], { XDG_CONFIG_HOME?: string; library?: string }, string[]]>([
    ['none', 'linux', [], {}, []],
    ['all three', 'linux', [own, flatpak, snap], {}, [`native ${own}`, `flatpak ${flatpak}`, `snap ${snap}`]],
    ['a flatpak', 'linux', [flatpak], {}, [`flatpak ${flatpak}`]],
    ['another place', 'linux', ['/cfg/darktable'], { XDG_CONFIG_HOME: '/cfg' }, ['native /cfg/darktable']],
    ['macOS', 'darwin', [own], {}, [`native ${own}`]],
    [
      'Windows',
      'win32',
      ['C:\\Users\\anna\\AppData\\Local\\darktable'],
      {},
      ['native C:\\Users\\anna\\AppData\\Local\\darktable'],
    ],
    [
      'beside the library',
      'linux',
      [own, '/nas/dt'],
      { library: '/nas/dt/library.db' },
      ['library /nas/dt', `native ${own}`],
    ],
    [
      'that of the library first',
      'linux',
      [own, flatpak],
      { library: `${flatpak}/library.db` },
      [`flatpak ${flatpak}`, `native ${own}`],
    ],
    ['a library without a config beside it', 'linux', [own], { library: '/nas/library.db' }, [`native ${own}`]],
  ])('%s', (_name, platform, there, { library, ...environment }, expected) => {
    const files = there.flatMap((folder) => [`${folder}/darktablerc`, `${folder}\\darktablerc`]);
    const found = findDarktableConfigs(
      { home: platform === 'win32' ? 'C:\\Users\\anna' : home, ...environment },
      platform,
      {
        library,
        isThere: (file) => files.includes(file),
      },
    );
    expect(found.map(({ kind, configDir }) => `${kind} ${configDir}`)).toEqual(expected);
  });
});
