import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  autostartEntry,
  autostartFile,
  launchAgent,
  launchAgentFile,
  openAutostart,
  readRegistryValue,
  windowsCommandLine,
} from './autostart.ts';
import { desktopEntry, execLine, readDesktopEntry } from './desktop-entry.ts';
import { installLauncher, launcherFiles, removeLauncher } from './launcher.ts';
import type { Tool, ToolResult } from './run-tool.ts';

const run = promisify(execFile);
const command = ['/opt/node 26/bin/node', '/home/anna/"photos" & $HOME/100%/`x`\\dist/main.js', '--data-dir', "/a'b"];

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'safelight-autostart-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('on Linux', () => {
  const open = (more: Partial<Parameters<typeof openAutostart>[0]> = {}) =>
    openAutostart({ command, home, env: {}, platform: 'linux', ...more })!;

  test('the tick shows what the desktop will do', async () => {
    const autostart = open();
    expect(await autostart.isOn()).toBe(false);
    await autostart.set(true);
    expect(await autostart.isOn()).toBe(true);
    await autostart.set(true);
    const file = autostartFile(home, {});
    expect(file).toBe(join(home, '.config', 'autostart', 'safelight.desktop'));
    expect(await readdir(dirname(file))).toEqual(['safelight.desktop']);

    const written = await readFile(file, 'utf8');
    expect(readDesktopEntry(written).get('TryExec')).toBe(command[0]);
    for (const line of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      // The way a desktop's settings switch it off.
      await writeFile(file, `${written}${line}\n`);
      expect(await autostart.isOn()).toBe(false);
    }
    await autostart.set(true);
    expect(await autostart.isOn()).toBe(true);
    // Another Safelight, for example the one before an update.
    expect(await open({ command: ['/old/node', '/old/main.js'] }).isOn()).toBe(false);
    await autostart.set(false);
    expect(await autostart.isOn()).toBe(false);
    await autostart.set(false);
    expect(await readdir(dirname(file))).toEqual([]);
  });

  test('XDG_CONFIG_HOME is respected', async () => {
    const env = { XDG_CONFIG_HOME: join(home, 'conf') };
    await open({ env }).set(true);
    expect(await readdir(join(home, 'conf', 'autostart'))).toEqual(['safelight.desktop']);
  });

  test('desktop-file-validate has nothing to say against the entries', async () => {
    const svg = join(home, 'icon.svg');
    await writeFile(svg, '<svg/>');
    await open({ icon: svg }).set(true);
    await installLauncher(command, { svg, home, env: {} });
    const files = launcherFiles(home, {});
    for (const file of [autostartFile(home, {}), files.entry]) {
      const { stdout, stderr } = await run('desktop-file-validate', [file]);
      expect(stdout + stderr).toBe('');
    }
    expect(readDesktopEntry(await readFile(files.entry, 'utf8')).get('Icon')).toBe(files.icon);
    expect(await readFile(files.icon, 'utf8')).toBe('<svg/>');
    await removeLauncher({ home, env: {} });
    expect(await readdir(dirname(files.entry))).toEqual([]);
    expect(await readdir(dirname(files.icon))).toEqual([]);
  });

  test('a folder that cannot be written is told, and nothing is left behind', async () => {
    // A file where the folder should be: that stops root, too.
    await mkdir(join(home, '.config'));
    await writeFile(join(home, '.config', 'autostart'), '');
    await expect(open().set(true)).rejects.toThrow('autostart');
    await rm(join(home, '.config', 'autostart'));
    await mkdir(autostartFile(home, {}), { recursive: true });
    await expect(open().set(true)).rejects.toThrow();
    expect(await readdir(join(home, '.config', 'autostart'))).toEqual(['safelight.desktop']);
    await chmod(home, 0o755);
  });

  test('the entry as a whole', () => {
    expect(autostartEntry(['/usr/bin/node', '/x/main.js'], '/x/icon.png')).toBe(`[Desktop Entry]
Type=Application
Version=1.0
Name=Safelight
Comment=Your darktable library in the browser
Icon=/x/icon.png
TryExec=/usr/bin/node
Exec="/usr/bin/node" "/x/main.js"
Terminal=false
X-GNOME-Autostart-enabled=true
`);
  });
});

describe('a command in a desktop entry', () => {
  test.each([
    [['/a b'], '"/a b"'],
    [['100%'], '"100%%"'],
    [['a$b'], '"a\\\\$b"'],
    [['a"b'], '"a\\\\"b"'],
    [['a\\b'], '"a\\\\\\\\b"'],
    [['a', ''], '"a" ""'],
  ])('%j is written %s', (args, line) => {
    expect(execLine(args)).toBe(line);
  });

  test('any arguments come out as they went in', () => {
    const argument = fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\r\0]/.test(text));
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1 }), (args) => {
        const entry = readDesktopEntry(desktopEntry({ name: 'x', exec: args }));
        expect(readExec(entry.get('Exec')!)).toEqual(args);
      }),
    );
  });

  test('a line break cannot be said and is refused', () => {
    expect(() => execLine(['a\nType=Link'])).toThrow('line break');
  });

  test('names cannot add keys', () => {
    const entry = readDesktopEntry(desktopEntry({ name: 'a\nHidden=true', exec: ['x'], keywords: ['a;b'] }));
    expect(entry.has('Hidden')).toBe(false);
    expect(entry.get('Keywords')).toBe('a\\;b;');
  });

  /** Reads it in the order of the specification: first the string value, then the arguments. */
  function readExec(value: string): string[] {
    const line = value.replace(
      /\\([sntr\\])/g,
      (_, escape: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r' })[escape] ?? '\\',
    );
    return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, quoted]) =>
      quoted!.replace(/\\(["`$\\])/g, '$1').replaceAll('%%', '%'),
    );
  }
});

describe('on macOS', () => {
  test('a launch agent is written, recognized and removed', async () => {
    const autostart = openAutostart({ command, home, env: {}, platform: 'darwin' })!;
    expect(await autostart.isOn()).toBe(false);
    await autostart.set(true);
    expect(await autostart.isOn()).toBe(true);
    expect(await readFile(launchAgentFile(home), 'utf8')).toContain(
      '<string>/home/anna/"photos" &amp; $HOME/100%/`x`\\dist/main.js</string>',
    );
    expect(await openAutostart({ command: ['/old'], home, env: {}, platform: 'darwin' })!.isOn()).toBe(false);
    await autostart.set(false);
    expect(await autostart.isOn()).toBe(false);
  });

  test('the property list as a whole', () => {
    expect(launchAgent(['/n', '<a>'])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>org.safelight.Safelight</string>
  <key>ProgramArguments</key>
  <array>
    <string>/n</string>
    <string>&lt;a&gt;</string>
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Interactive</string>
</dict>
</plist>
`);
  });
});

describe('on Windows', () => {
  /** A registry as reg.exe shows it. */
  function registry() {
    const values = new Map<string, { type: string; data: string }>();
    const calls: string[] = [];
    const tool = ({ command: program, args }: Tool): Promise<ToolResult> => {
      expect(program).toBe('reg.exe');
      const [verb, key, , name] = args;
      const at = `${key!}\\${name!}`;
      calls.push(verb!);
      const ended = (code: number, stdout = '') =>
        Promise.resolve<ToolResult>({ status: 'ended', code, signal: null, stdout, stderr: code ? 'ERROR' : '' });
      if (verb === 'add') values.set(at, { type: 'REG_SZ', data: args[args.indexOf('/d') + 1]! });
      if (verb === 'delete') return ended(values.delete(at) ? 0 : 1);
      const value = values.get(at);
      if (value === undefined) return ended(1);
      return ended(0, `\r\n${key!}\r\n    ${name!}    ${value.type}    ${value.data}\r\n\r\n`);
    };
    return { values, calls, tool };
  }
  const APPROVED = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run\\Safelight';

  test('the Run key is written, recognized and removed, and the Task Manager is heard', async () => {
    const { values, calls, tool } = registry();
    const windows = { home, env: {}, platform: 'win32' as const, run: tool };
    const autostart = openAutostart({ ...windows, command: ['C:\\Program Files\\node.exe', 'C:\\s\\main.js'] })!;
    expect(await autostart.isOn()).toBe(false);
    await autostart.set(false);
    await autostart.set(true);
    expect([...values]).toEqual([
      [
        'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\Safelight',
        { type: 'REG_SZ', data: '"C:\\Program Files\\node.exe" "C:\\s\\main.js"' },
      ],
    ]);
    expect(await autostart.isOn()).toBe(true);
    expect(await openAutostart({ ...windows, command: ['C:\\old.exe'] })!.isOn()).toBe(false);

    values.set(APPROVED, { type: 'REG_BINARY', data: '030000001C6A2B0000000000' });
    expect(await autostart.isOn()).toBe(false);
    values.set(APPROVED, { type: 'REG_BINARY', data: '020000000000000000000000' });
    expect(await autostart.isOn()).toBe(true);
    values.set(APPROVED, { type: 'REG_BINARY', data: '030000001C6A2B0000000000' });
    await autostart.set(true);
    expect(await autostart.isOn()).toBe(true);
    expect(values.has(APPROVED)).toBe(false);

    await autostart.set(false);
    expect(values.size).toBe(0);
    expect(calls).toContain('delete');
  });

  test('a registry that refuses is told', async () => {
    const refuse = (): Promise<ToolResult> =>
      Promise.resolve({ status: 'ended', code: 1, signal: null, stdout: '', stderr: 'ERROR: Access is denied.\r\n' });
    const autostart = openAutostart({ command, home, env: {}, platform: 'win32', run: refuse })!;
    expect(await autostart.isOn()).toBe(false);
    await expect(autostart.set(true)).rejects.toThrow('ERROR: Access is denied.');
  });

  test('any arguments come out of the command line as they went in', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '\\', '"') }), { minLength: 1 }), (args) => {
        expect(readCommandLine(windowsCommandLine(args))).toEqual(args);
      }),
    );
  });

  /** Splits a line like CommandLineToArgvW. */
  function readCommandLine(line: string): string[] {
    const args: string[] = [];
    let current = '';
    let isQuoted = false;
    let isOpen = false;
    for (let at = 0; at < line.length; at++) {
      if (line[at] === '\\') {
        let end = at;
        while (line[end] === '\\') end++;
        const slashes = end - at;
        if (line[end] === '"') {
          current += '\\'.repeat(Math.floor(slashes / 2));
          if (slashes % 2 === 1) current += '"';
          else isQuoted = !isQuoted;
          isOpen = true;
          at = end;
        } else {
          current += '\\'.repeat(slashes);
          at = end - 1;
        }
      } else if (line[at] === '"') [isQuoted, isOpen] = [!isQuoted, true];
      else if (line[at] === ' ' && !isQuoted) {
        if (isOpen) args.push(current);
        [current, isOpen] = ['', false];
      } else current += line[at]!;
    }
    return isOpen ? [...args, current] : args;
  }

  test('a value is read from what reg.exe prints', () => {
    const output =
      '\r\nHKEY_CURRENT_USER\\Run\r\n    One Drive    REG_SZ    "C:\\a"    x\r\n    Safelight    REG_SZ    y\r\n';
    expect(readRegistryValue(output, 'One Drive')).toEqual({ type: 'REG_SZ', data: '"C:\\a"    x' });
    expect(readRegistryValue(output, 'Safelight')).toEqual({ type: 'REG_SZ', data: 'y' });
    expect(readRegistryValue(output, 'Drive')).toBeNull();
  });
});

test('elsewhere there is no autostart', () => {
  expect(openAutostart({ command, home, env: {}, platform: 'aix' })).toBeNull();
});
