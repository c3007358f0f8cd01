import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DesktopSession, startDesktopSession } from '../testing/desktop-session.ts';
import { pick, type Picked, pickers, type PickRequest } from './pickers.ts';

const run = promisify(execFile);
const library = { name: 'darktable library', patterns: ['*.db'], all: 'Any file' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safelight-pick-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each<[string, PickRequest, string, string[][]]>([
  [
    'a folder',
    { kind: 'folder', title: 'Exports', start: '/home/anna/out' },
    '',
    [
      ['zenity', '--file-selection', '--title=Exports', '--directory', '--filename=/home/anna/out/'],
      ['kdialog', '--title', 'Exports', '--getexistingdirectory', '/home/anna/out'],
    ],
  ],
  [
    'a file, on Plasma',
    { kind: 'file', title: 'Library', start: '/a b/library.db', filter: library },
    'KDE',
    [
      ['kdialog', '--title', 'Library', '--getopenfilename', '/a b/library.db', 'darktable library (*.db)'],
      [
        'zenity',
        '--file-selection',
        '--title=Library',
        '--filename=/a b/library.db',
        '--file-filter=darktable library | *.db',
        '--file-filter=Any file | *',
      ],
    ],
  ],
  [
    'nowhere to begin',
    { kind: 'file', title: '$(reboot)' },
    'GNOME',
    [
      ['zenity', '--file-selection', '--title=$(reboot)'],
      ['kdialog', '--title', '$(reboot)', '--getopenfilename', '.'],
    ],
  ],
])('the dialogs of Linux, best first: %s', (_, request, desktop, commands) => {
  expect(pickers(request, 'linux', desktop).map(({ command, args }) => [command, ...args])).toEqual(commands);
});

test('on macOS the user’s words are arguments of the script, never part of it', () => {
  const [picker] = pickers({ kind: 'file', title: '" & quit', start: '/Users/anna/a "b"/library.db' }, 'darwin');
  expect(picker?.command).toBe('osascript');
  expect(picker?.args.slice(-2)).toEqual(['" & quit', '/Users/anna/a "b"/']);
  const script = picker?.args.slice(0, -2).join('\n');
  expect(script).toContain('choose file with prompt theTitle');
  expect(script).not.toContain('anna');
});

test('on Windows they are variables that the script reads', () => {
  const [picker] = pickers({ kind: 'file', title: "'; rm *", start: 'C:\\a\\library.db', filter: library }, 'win32');
  expect(picker).toMatchObject({
    command: 'powershell.exe',
    variables: {
      SAFELIGHT_TITLE: "'; rm *",
      SAFELIGHT_START: 'C:\\a\\library.db',
      SAFELIGHT_FILTER: 'darktable library|*.db|Any file|*.*',
    },
  });
  expect(picker?.args.slice(0, 3)).toEqual(['-NoProfile', '-STA', '-EncodedCommand']);
  const script = Buffer.from(picker?.args[3] ?? '', 'base64').toString('utf16le');
  expect(script).toContain('$dialog.Title = $env:SAFELIGHT_TITLE');
  expect(script).not.toContain('rm *');
});

test.each<[NodeJS.Platform, { code: number; stdout?: string; stderr?: string }, Picked['status']]>([
  ['linux', { code: 0, stdout: '/home/anna/ends in a blank \n' }, 'picked'],
  ['linux', { code: 1, stderr: 'Gtk-Message: GtkDialog mapped without a transient parent.' }, 'cancelled'],
  ['linux', { code: 1, stderr: 'Gtk-WARNING **: cannot open display: ' }, 'failed'],
  ['linux', { code: 1, stderr: 'qt.qpa.xcb: could not connect to display' }, 'failed'],
  ['linux', { code: 255 }, 'failed'],
  ['darwin', { code: 0, stdout: '/Users/anna/out/\n' }, 'picked'],
  ['darwin', { code: 1, stderr: '156:195: execution error: User canceled. (-128)' }, 'cancelled'],
  ['darwin', { code: 1, stderr: 'execution error: No user interaction allowed. (-1713)' }, 'failed'],
  ['win32', { code: 0, stdout: 'D:\\Fotos' }, 'picked'],
  ['win32', { code: 3 }, 'cancelled'],
  ['win32', { code: 1, stderr: 'Unable to load DLL' }, 'failed'],
])('a canceled dialog is no failure: %s %o', (platform, { code, stdout = '', stderr = '' }, status) => {
  const [picker] = pickers({ kind: 'folder', title: 'T' }, platform);
  expect(picker?.read({ status: 'ended', code, signal: null, stdout, stderr }).status).toBe(status);
});

test('the path is taken as it is, but for the line’s end and macOS’ slash', () => {
  const ended = (stdout: string) => ({ status: 'ended' as const, code: 0, signal: null, stdout, stderr: '' });
  const request: PickRequest = { kind: 'folder', title: 'T' };
  expect(pickers(request, 'linux')[0]?.read(ended('/a \n\n'))).toEqual({ status: 'picked', path: '/a \n' });
  expect(pickers(request, 'darwin')[0]?.read(ended('/Users/x/\n'))).toEqual({ status: 'picked', path: '/Users/x' });
  expect(pickers(request, 'darwin')[0]?.read(ended('/\n'))).toEqual({ status: 'picked', path: '/' });
});

test('where the first dialog is missing the second is shown', async () => {
  await writeFile(join(folder, 'kdialog'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/args'\necho /picked\n`, {
    mode: 0o755,
  });
  const picked = await pick({ kind: 'folder', title: 'a "b" $c' }, { env: { PATH: folder }, platform: 'linux' });
  expect(picked).toEqual({ status: 'picked', path: '/picked' });
  expect(await readFile(join(folder, 'args'), 'utf8')).toBe('--title\na "b" $c\n--getexistingdirectory\n.\n');
});

test('where there is none the answer names what to install', async () => {
  const picked = await pick({ kind: 'folder', title: 'T' }, { env: { PATH: folder }, platform: 'linux' });
  expect(picked).toEqual({ status: 'missing', programs: ['zenity', 'kdialog'] });
});

test('a dialog that is open when Safelight ends is closed with it', async () => {
  await writeFile(join(folder, 'zenity'), `#!/bin/sh\necho $$ > '${folder}/pid'\nexec sleep 60\n`, { mode: 0o755 });
  const ending = new AbortController();
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const picking = pick({ kind: 'folder', title: 'T' }, { env, platform: 'linux', ending: ending.signal });
  const pid = await vi.waitFor(async () => {
    const text = await readFile(join(folder, 'pid'), 'utf8');
    expect(text).toMatch(/\d\n/);
    return Number(text);
  });
  ending.abort();
  expect(await picking).toEqual({ status: 'cancelled' });
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow());
});

describe('the real zenity', () => {
  let session: DesktopSession;
  beforeAll(async () => {
    session = await startDesktopSession();
  });
  afterAll(async () => {
    await session.stop();
  });

  /** Like a person: looks for the window, presses the key, and again when nothing happens. */
  const pressUntil = async <T>(answer: Promise<T>, title: string, key: string): Promise<T> => {
    const xdotool = async (...args: string[]) => (await run('xdotool', args, { env: session.env })).stdout.trim();
    const windows = await xdotool('search', '--sync', '--onlyvisible', '--name', title);
    const window = windows.split('\n').at(-1)!;
    for (;;) {
      // The window may be gone by now.
      await xdotool('windowfocus', window, 'key', key).catch(() => undefined);
      const answered = await Promise.race([answer, sleep(500, 'not yet' as const)]);
      if (answered !== 'not yet') return answered;
    }
  };

  test('Return picks the folder, Escape cancels', async () => {
    const start = join(folder, 'exports of mine');
    await mkdir(start);
    const options = { env: session.env, platform: 'linux' as const };
    const picking = pick({ kind: 'folder', title: 'Pick one', start }, options);
    expect(await pressUntil(picking, 'Pick one', 'Return')).toEqual({ status: 'picked', path: start });

    const cancelling = pick({ kind: 'file', title: 'Leave it', filter: library }, options);
    expect(await pressUntil(cancelling, 'Leave it', 'Escape')).toEqual({ status: 'cancelled' });
  });

  test('no display is a failure with its reason', async () => {
    const env = { ...session.env, DISPLAY: ':987' };
    const picked = await pick({ kind: 'folder', title: 'T' }, { env, platform: 'linux' });
    expect(picked).toMatchObject({ status: 'failed', reason: expect.stringMatching(/display/) as string });
  });
});
