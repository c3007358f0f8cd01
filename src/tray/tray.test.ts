import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { ENGLISH, loadDesktopWords } from '../desktop/desktop-words.ts';
import { assetsDir } from '../platform/package-files.ts';
import { type DesktopSession, startDesktopSession } from '../testing/desktop-session.ts';
import { type HostItem, type HostRow, startTrayHost, type TrayHost } from '../testing/status-notifier-host.ts';
import { iconFile } from './tray-icons.ts';
import { openTray, type Tray, type TrayOptions, type TrayStatus } from './tray.ts';
import type { TrayAction, TrayState } from './tray-menu.ts';
import { executableProgram, packagedProgram, startTrayProgram } from './tray-program.ts';

const iconDir = join(assetsDir, 'icons');
const calm: TrayState = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4380',
  darktable: { state: 'ready', version: '4.2.1' },
  queues: { refresh: 0, export: 0 },
  machines: null,
  paused: false,
  libraryProblem: null,
  indexing: null,
  attention: null,
  asking: null,
  agentAsking: null,
  update: null,
  clients: [
    { id: 'phone', name: 'Phone', enabled: true },
    { id: 'script', name: 'Script', enabled: false },
  ],
  recentExports: [{ filename: 'IMG_0042.jpg', file: '/exports/IMG_0042.jpg' }],
  settings: { readOnly: false, autostart: true, lan: false, https: false },
};

let session: DesktopSession;
let folder: string;
const trays: Tray[] = [];
const hosts: TrayHost[] = [];
/** Clicks, log lines and statuses, in the order of events. */
let clicks: TrayAction[];
let logged: string[];
let statuses: TrayStatus[];
/** Of the computer that the tray believes it runs on. */
let arch: string;

beforeAll(async () => {
  session = await startDesktopSession();
});
afterAll(() => session.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safelight-tray-'));
  [clicks, logged, statuses] = [[], [], []];
  arch = process.arch;
});
afterEach(async () => {
  for (const tray of trays.splice(0)) await tray.close();
  for (const host of hosts.splice(0)) await host.close();
  await rm(folder, { recursive: true, force: true });
});

const startHost = async (bus = session.bus) => {
  const host = await startTrayHost(bus);
  hosts.push(host);
  return host;
};

function open(more: Partial<TrayOptions> = {}): Tray {
  const log = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        const { msg, reason, action, err } = JSON.parse(line) as Record<string, string> & { err?: Error };
        logged.push([msg, action, reason ?? err?.message].filter(Boolean).join(' | '));
      },
    },
  );
  const tray = openTray({
    state: calm,
    words: ENGLISH,
    actions: (action) => clicks.push(action),
    log,
    folder: join(folder, 'tray'),
    iconDir,
    env: session.env,
    arch,
    onStatus: (status) => statuses.push(status),
    panelLateMs: 0,
    backOff: { firstMs: 5, slowestMs: 50, resetAfterMs: 30_000 },
    ...more,
  });
  trays.push(tray);
  return tray;
}

/** Asks until the answer is no longer undefined; fails with what was seen last. */
async function until<T>(look: () => Promise<T | undefined> | T | undefined, host?: TrayHost): Promise<T> {
  const deadline = Date.now() + 60_000;
  let last: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== undefined) return seen;
    } catch (error) {
      // The menu went away while it was read.
      last = error;
    }
    if (Date.now() > deadline) throw new Error('Did not come about within a minute', { cause: last });
    await (host ? host.news(50) : sleep(10));
  }
}

const visible = (rows: HostRow[]): HostRow[] =>
  rows.filter((row) => row.visible).map((row) => ({ ...row, rows: visible(row.rows) }));
const layout = async (host: TrayHost) => visible(await (await host.item()).layout());
const flat = (rows: HostRow[]): HostRow[] => rows.flatMap((row) => [row, ...flat(row.rows)]);
const outline = (rows: HostRow[], indent = ''): string[] =>
  rows.flatMap((row) => [
    row.separator ? `${indent}-` : `${indent}${row.label}${row.enabled ? '' : ' (gray)'}`,
    ...outline(row.rows, `${indent}  `),
  ]);
/** Waits until the menu has a row with this label. */
const rowOf = (host: TrayHost, label: string) =>
  until(async () => flat(await layout(host)).find((row) => row.label === label), host);
/**
 * The program drops a click that comes while it reports the previous one. A person is not that quick, and would click
 * again.
 */
const press = async (item: HostItem, id: number): Promise<TrayAction> => {
  const already = clicks.length;
  for (;;) {
    await sleep(5);
    await item.click(id);
    const deadline = Date.now() + 2_000;
    while (Date.now() < deadline) {
      const click = clicks[already];
      if (click !== undefined) return click;
      await sleep(2);
    }
  }
};
const clickOn = async (host: TrayHost, label: string) => {
  const { id } = await rowOf(host, label);
  return press(await host.item(), id);
};

/** systray2's program has no build for Linux on ARM: there our own draws, which any Linux can run. */
describe.each([
  ['drawn by systray2', 'x64'],
  ['drawn by our own program', 'arm64'],
])('on a desktop with a panel, %s', (_, drawnOn) => {
  beforeEach(() => {
    arch = drawnOn;
  });

  test('the panel shows the whole menu and the icon', async () => {
    const host = await startHost();
    const tray = open();
    expect(await tray.ready).toEqual({ shown: true, reason: null });
    await rowOf(host, 'Quit');
    expect(outline(await layout(host))).toEqual([
      'Safelight 1.2.3 (gray)',
      'darktable 4.2.1 is running (gray)',
      'Refresh queue: 0 (gray)',
      'Export queue: 0 (gray)',
      '-',
      'Open gallery',
      '-',
      'Settings',
      '  Open settings page',
      '  Library…',
      '  Queue folder…',
      '  Export folder…',
      '  ☐ Read-only mode',
      '  ☑ Start at login',
      '  ☐ Allow LAN access',
      '  ☐ Encrypt connections of other devices (HTTPS)',
      'Clients',
      '  ☑ Phone',
      '  ☐ Script',
      '  Register new client…',
      '-',
      '☐ Pause queues',
      'Recent exports',
      '  IMG__0042.jpg',
      '  Open export folder',
      '-',
      'Restart server',
      'Quit',
    ]);
    const item = await host.item();
    expect(await item.properties()).toMatchObject({ Status: 'Active', Title: 'Safelight' });
    expect(await item.icon()).toEqual(await readFile(join(iconDir, iconFile('idle', 'linux', 'dark'))));
    expect(logged).toEqual(['The tray icon is shown']);
  });

  test('every item that can be clicked does what it says, and nothing else does anything', async () => {
    const host = await startHost();
    await open().ready;
    await rowOf(host, 'Quit');
    const item = await host.item();
    const rows = flat(await item.layout());
    const isAction = ({ enabled, visible, separator, rows: inside }: HostRow) =>
      enabled && visible && !separator && inside.length === 0;
    // Headings, disabled rows, hidden rows and parents of submenus: panels report them as clicked.
    for (const { id } of rows.filter((row) => !isAction(row))) await item.click(id);
    for (const { id } of rows.filter(isAction)) await press(item, id);
    expect(clicks).toEqual([
      { action: 'open-gallery' },
      { action: 'open-settings' },
      { action: 'choose', what: 'library' },
      { action: 'choose', what: 'queue-folder' },
      { action: 'choose', what: 'export-folder' },
      { action: 'set', setting: 'readOnly', on: true },
      { action: 'set', setting: 'autostart', on: false },
      { action: 'set', setting: 'lan', on: true },
      { action: 'set', setting: 'https', on: true },
      { action: 'set-client', id: 'phone', enabled: false },
      { action: 'set-client', id: 'script', enabled: true },
      { action: 'register-client' },
      { action: 'pause-queues', paused: true },
      { action: 'open-export', file: '/exports/IMG_0042.jpg' },
      { action: 'open-export-folder' },
      { action: 'restart' },
      { action: 'quit' },
    ]);
  });

  test('labels and the icon follow the state', async () => {
    const host = await startHost();
    const tray = open();
    await rowOf(host, 'Refresh queue: 0');
    const iconIs = (look: 'idle' | 'working' | 'attention') =>
      until(async () => {
        const wanted = await readFile(join(iconDir, iconFile(look, 'linux', 'dark')));
        return (await (await host.item()).icon()).equals(wanted) || undefined;
      }, host);

    for (let depth = 1; depth <= 300; depth++) tray.update({ ...calm, queues: { refresh: depth, export: 7 } });
    await rowOf(host, 'Refresh queue: 300');
    await rowOf(host, 'Export queue: 7');
    await iconIs('working');

    tray.update({ ...calm, queues: { refresh: 12, export: 0 }, darktable: { state: 'closed' } });
    await rowOf(host, 'darktable is not running — 12 jobs are waiting');
    await iconIs('attention');

    tray.update({ ...calm, indexing: { done: 4200, total: 10000 } });
    await rowOf(host, 'Reading the library: 4,200 of 10,000 pictures');
    tray.update({ ...calm, attention: { kind: 'failed-jobs', exports: 2, previews: 0 } });
    expect(await clickOn(host, '2 exports failed')).toEqual({ action: 'open-problem' });

    tray.update(calm);
    await iconIs('idle');
    await rowOf(host, 'Refresh queue: 0');
    expect(outline(await layout(host))[1]).toBe('darktable 4.2.1 is running (gray)');
    expect(host.registrations()).toBe(1);
  });

  test('in German the panel shows a German menu', async () => {
    const host = await startHost();
    open({ words: await loadDesktopWords('de'), state: { ...calm, attention: { kind: 'settings-file' } } });
    expect(await clickOn(host, 'Galerie öffnen')).toEqual({ action: 'open-gallery' });
    const menu = outline(await layout(host));
    expect(menu.slice(0, 3)).toEqual([
      'Safelight 1.2.3 (gray)',
      'Mit der Einstellungsdatei stimmt etwas nicht',
      'darktable 4.2.1 läuft (gray)',
    ]);
    expect(menu).toEqual(expect.arrayContaining(['Letzte Exporte', '  Ordner für Exporte öffnen', 'Beenden']));
  });

  test('a switch is right after fifty clicks', async () => {
    const host = await startHost();
    const state: TrayState = { ...calm, paused: false };
    const tray: Tray = open({
      actions: (action) => {
        if (action.action !== 'pause-queues') return;
        clicks.push(action);
        state.paused = action.paused;
        tray.update({ ...state });
      },
    });
    for (let click = 1; click <= 50; click++) {
      expect(await clickOn(host, `${state.paused ? '☑' : '☐'} Pause queues`)).toEqual({
        action: 'pause-queues',
        paused: click % 2 === 1,
      });
    }
    await rowOf(host, '☐ Pause queues');
    expect(outline(await layout(host)).filter((line) => line.includes('Pause'))).toEqual(['☐ Pause queues']);
  });

  test('clients come and go, without a new menu at first, with one when they are many', async () => {
    const host = await startHost();
    const tray = open();
    await rowOf(host, 'Quit');
    const clients = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `Client ${index}`, enabled: true }));
    const names = async () =>
      (await layout(host)).find(({ label }) => label === 'Clients')?.rows.map(({ label }) => label);

    for (const count of [1, 8, 0, 3]) {
      tray.update({ ...calm, clients: clients(count) });
      const expected = count === 0 ? ['No clients yet'] : clients(count).map(({ name }) => `☑ ${name}`);
      await until(
        async () => (await names())?.join() === [...expected, 'Register new client…'].join() || undefined,
        host,
      );
    }
    expect(host.registrations()).toBe(1);

    tray.update({ ...calm, clients: clients(40) });
    await rowOf(host, '☑ Client 39');
    expect((await names())?.at(-1)).toBe('Register new client…');
    expect(host.registrations()).toBe(2);
    expect(host.items()).toHaveLength(1);
    expect(await clickOn(host, '☑ Client 39')).toEqual({ action: 'set-client', id: 'c39', enabled: false });
    // Nobody was told that the icon was gone for a moment.
    expect(statuses).toEqual([{ shown: true, reason: null }]);
  });

  test("on Plasma the icon has the colors for the panel's", async () => {
    const host = await startHost();
    await host.setColours(2);
    open({ env: { ...session.env, XDG_CURRENT_DESKTOP: 'KDE' } });
    for (const [scheme, panel] of [
      [2, 'light'],
      [1, 'dark'],
      [0, 'light'],
    ] as const) {
      await host.setColours(scheme);
      const wanted = await readFile(join(iconDir, iconFile('idle', 'linux', panel)));
      await until(async () => (await (await host.item()).icon()).equals(wanted) || undefined, host);
    }
    expect(host.registrations()).toBe(1);
  });

  test('an action that fails is logged and the tray goes on', async () => {
    const host = await startHost();
    await open({
      actions: async (action) => {
        clicks.push(action);
        await Promise.reject(new Error('no browser'));
      },
    }).ready;
    await clickOn(host, 'Open gallery');
    expect(await clickOn(host, 'Restart server')).toEqual({ action: 'restart' });
    await until(() => (logged.length === 3 ? true : undefined));
    expect(logged[1]).toBe('A tray action failed | open-gallery | no browser');
  });

  test('closing takes the icon away and leaves nothing behind', async () => {
    const host = await startHost();
    const tray = open();
    await rowOf(host, 'Quit');
    const pid = tray.pid()!;
    await tray.close();
    await host.empty();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await readdir(join(folder, 'tray', 'icons'))).toEqual([]);
    expect(tray.status().shown).toBe(false);
    // Late news and a second close do no harm.
    tray.update({ ...calm, paused: true });
    await tray.close();
  });

  test('killed again and again, it comes back each time with the present menu and no icon files of the dead', async () => {
    const host = await startHost();
    const tray = open();
    await tray.ready;
    for (let round = 1; round <= (drawnOn === 'x64' ? 20 : 5); round++) {
      const pid = await until(() => (tray.status().shown ? tray.pid() : undefined));
      process.kill(pid, 'SIGKILL');
      // Writing to a dying program must not end this process.
      tray.update({ ...calm, queues: { refresh: round, export: 0 } });
      await until(() => tray.pid() !== pid || undefined);
      await rowOf(host, `Refresh queue: ${round}`);
    }
    expect(host.items()).toHaveLength(1);
    expect(await readdir(join(folder, 'tray', 'icons'))).toHaveLength(1);
    expect(logged).toContain('No tray icon. Safelight runs without it. | the tray program was ended by SIGKILL');
    await until(() => tray.status().shown || undefined);
  });

  test('passed over by the panel, it is started anew', async () => {
    const host = await startHost();
    host.ignore(2);
    const tray = open({ panelTakesMs: 250 });
    expect(await tray.ready).toEqual({ shown: true, reason: null });
    await rowOf(host, 'Quit');
    expect(host.registrations()).toBe(1);
  });

  test('a panel that never takes it is named, until another one comes', async () => {
    const host = await startHost();
    host.ignore(1000);
    const tray = open({ panelTakesMs: 200 });
    expect(await tray.ready).toEqual({ shown: false, reason: 'the panel does not show the icon' });
    await host.close();
    await startHost();
    await until(() => tray.status().shown || undefined);
  });

  test('a menu that needs more room while it is killed is not lost', async () => {
    const host = await startHost();
    const tray = open();
    for (let round = 1; round <= 5; round++) {
      const pid = await until(() => (tray.status().shown ? tray.pid() : undefined));
      const clients = Array.from({ length: round * 20 }, (_, id) => ({ id: `${id}`, name: `N${id}`, enabled: true }));
      tray.update({ ...calm, clients });
      process.kill(pid, 'SIGKILL');
      await rowOf(host, `☑ N${round * 20 - 1}`);
    }
    expect(host.items()).toHaveLength(1);
  });

  test('without a panel it waits, and appears when a panel starts, again and again', async () => {
    const tray = open();
    expect((await tray.ready).reason).toMatch(/^nothing on this desktop shows tray icons/);
    for (let round = 0; round < 3; round++) {
      const host = await startHost();
      await rowOf(host, 'Quit');
      await until(() => tray.status().shown || undefined);
      await host.close();
      // Told when no other panel has come for a moment.
      await until(() => statuses.at(-1)?.shown === false || undefined);
    }
    expect(statuses.map(({ shown }) => shown)).toEqual([false, true, false, true, false, true, false]);
  });

  test('when the session bus ends, the tray says so and the process lives on', async () => {
    const own = await startDesktopSession();
    const host = await startTrayHost(own.bus);
    const tray = open({ env: own.env });
    await rowOf(host, 'Quit');
    await host.close();
    await own.stop();
    // Which of the two is noticed first is a matter of luck.
    await until(() => (/session bus|tray program/.test(tray.status().reason ?? '') ? true : undefined));
    expect(tray.status().shown).toBe(false);
  });
});

describe('where there is no tray', () => {
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(session.env).filter(([name]) => !names.includes(name)));

  test.each<[string, () => Partial<TrayOptions>, string]>([
    [
      'no display',
      () => ({ env: without('DISPLAY') }),
      'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)',
    ],
    ['no session bus', () => ({ env: without('DBUS_SESSION_BUS_ADDRESS') }), 'there is no D-Bus session bus'],
    [
      'an old Windows',
      () => ({ platform: 'win32', arch: 'ia32' }),
      'the tray program needs an x86-64 computer; this one is ia32',
    ],
    [
      'no icons',
      () => ({ iconDir: join(folder, 'none') }),
      expect.stringContaining('a part of it is missing') as string,
    ],
    ['another system', () => ({ platform: 'freebsd' }), 'there is no tray program for freebsd'],
  ])('it says so in one line and starts nothing: %s', async (_, more, reason) => {
    const tray = open(more());
    expect(await tray.ready).toEqual({ shown: false, reason });
    tray.update({ ...calm, paused: true });
    expect(tray.pid()).toBeUndefined();
    expect(logged).toEqual([`No tray icon. Safelight runs without it. | ${tray.status().reason!}`]);
    expect(statuses).toEqual([{ shown: false, reason }]);
  });

  test('a display that cannot be opened is tried again, quietly', async () => {
    await startHost();
    const tray = open({ env: { ...session.env, DISPLAY: ':987' } });
    expect(await tray.ready).toEqual({ shown: false, reason: 'the display cannot be opened' });
    const first = tray.pid();
    await until(() => (tray.pid() !== undefined && tray.pid() !== first) || undefined);
    expect(logged).toEqual(['No tray icon. Safelight runs without it. | the display cannot be opened']);
  });

  test('a bus that is not there, or never answers, is named', async () => {
    const gone = open({ env: { ...session.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' } });
    expect((await gone.ready).reason).toMatch(/^the D-Bus session bus does not respond \(.*ENOENT/);

    const socket = join(folder, 'mute');
    const mute = createServer(() => undefined).listen(socket);
    const tray = open({
      env: { ...session.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` },
      busTimeoutMs: 50,
      folder: join(folder, 'other'),
    });
    expect((await tray.ready).reason).toMatch(/^the D-Bus session bus does not respond/);
    mute.close();
  });

  test('a panel that starts a little later than Safelight is no news', async () => {
    const tray = open({ panelLateMs: 60_000 });
    await sleep(50);
    expect(tray.status()).toEqual({ shown: false, reason: null });
    const host = await startHost();
    await rowOf(host, 'Quit');
    expect(await tray.ready).toEqual({ shown: true, reason: null });
    expect(logged).toEqual(['The tray icon is shown']);
  });

  test('on X11 it goes to a tray of the older kind after a while, and leaves it when a panel starts', async () => {
    const tray = open({ olderTrayAfterMs: 20 });
    const pid = await until(() => tray.pid());
    const host = await startHost();
    await rowOf(host, 'Quit');
    await until(() => tray.status().shown || undefined);
    // A new program: the old one would show two icons.
    expect(tray.pid()).not.toBe(pid);
    expect(host.items()).toHaveLength(1);
  });

  test('on Wayland the program is not started before there is a panel', async () => {
    const env = { ...session.env, WAYLAND_DISPLAY: 'wayland-none', GDK_BACKEND: 'x11' };
    const tray = open({ env, olderTrayAfterMs: 0 });
    await tray.ready;
    await sleep(20);
    expect(tray.pid()).toBeUndefined();
    const host = await startHost();
    await rowOf(host, 'Quit');
  });
});

describe('the tray program', () => {
  test('a program that stops reading is ended, however much it is told', async () => {
    const file = join(folder, 'program');
    await writeFile(file, `#!/bin/sh\necho '{"type":"ready"}'\nexec sleep 60\n`, { mode: 0o755 });
    const ended = Promise.withResolvers<string>();
    const ready = Promise.withResolvers();
    const program = startTrayProgram(
      { file, args: [], folder, env: session.env },
      { onReady: () => ready.resolve(null), onClick: () => undefined, onEnd: ended.resolve },
    );
    await ready.promise;
    const row = { __id: 1, title: '~'.repeat(1000), tooltip: '', enabled: true, hidden: false, checked: false };
    for (let sent = 0; sent < 2_000; sent++) program.changeRow(row);
    expect(await ended.promise).toBe('the tray program no longer reads its input');
    await program.close();
  });

  test('without the execute bit, as npm unpacks it, it is made executable', async () => {
    const host = await startHost();
    const program = join(folder, 'tray_linux_release');
    await copyFile(packagedProgram('linux')!, program);
    await chmod(program, 0o644);
    await open({ program }).ready;
    await rowOf(host, 'Quit');
  });

  test('where its file cannot be changed, a copy runs', async () => {
    const host = await startHost();
    const program = join(folder, 'mine');
    await copyFile(packagedProgram('linux')!, program);
    await chmod(program, 0o644);
    const copy = executableProgram(program, join(folder, 'copies'), () => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    });
    expect(copy).toBe(join(folder, 'copies', 'safelight-tray'));
    await open({ program: copy }).ready;
    await rowOf(host, 'Quit');
  });

  test.each<[string, string, string]>([
    [
      'libappindicator missing',
      'echo "x: error while loading shared libraries: libappindicator3.so.1: cannot open shared object file" >&2; exit 127',
      'the library libappindicator3.so.1 is missing (on Debian and Ubuntu: apt install libayatana-appindicator3-1)',
    ],
    ['it says nothing and ends', 'exit 3', 'the tray program ended with code 3'],
    [
      'it talks nonsense and ends',
      'echo hello; echo "{"; echo 12; echo oh dear >&2; exit 1',
      'the tray program ended with code 1: oh dear',
    ],
  ])('a program that does not work is named once and tried again: %s', async (_, script, reason) => {
    await startHost();
    const program = join(folder, 'program');
    await writeFile(program, `#!/bin/sh\necho start >> "${folder}/starts"\n${script}\n`, { mode: 0o755 });
    const tray = open({ program });
    expect(await tray.ready).toEqual({ shown: false, reason });
    await until(async () => (await readFile(join(folder, 'starts'), 'utf8')).split('\n').length > 5 || undefined);
    expect(logged).toEqual([`No tray icon. Safelight runs without it. | ${reason}`]);
  });

  test('a program that is not there is named', async () => {
    await startHost();
    const tray = open({ program: join(folder, 'none') });
    expect((await tray.ready).reason).toMatch('is missing');
  });

  test('numbers that no row has are ignored', async () => {
    await startHost();
    const program = join(folder, 'program');
    await writeFile(
      program,
      `#!/bin/sh\necho '{"type":"ready"}'\nfor id in 0 -1 99999 '"x"' 1.5 null 12; do echo '{"type":"clicked","__id":'"$id"'}'; done\ncat >/dev/null\n`,
      { mode: 0o755 },
    );
    await mkdir(join(folder, 'tray'), { recursive: true });
    open({ program });
    await until(() => clicks.length > 0 || undefined);
    expect(clicks).toEqual([{ action: 'open-gallery' }]);
  });
});
