/**
 * The whole program on its own desktop: a screen, a session bus, a panel and a notification daemon that the test can
 * observe.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import type { ClientSecret } from '../contract/clients.ts';
import type { QueueList } from '../contract/admin.ts';
import type { SettingsAnswer } from '../contract/settings.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import type { BridgeState } from '../darktable/bridge-heartbeat.ts';
import { assetsDir, version } from '../platform/package-files.ts';
import { beat } from '../testing/beat.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { startDesktopSession, type DesktopSession } from '../testing/desktop-session.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { startNotificationHost, type NotificationHost } from '../testing/notification-host.ts';
import { trayHand, type TrayHand } from '../testing/tray-hand.ts';
import { startTrayHost, type TrayHost } from '../testing/status-notifier-host.ts';
import { main } from '../testing/main-program.ts';
import type { z } from 'zod';

let session: DesktopSession;
let panel: TrayHost;
let messages: NotificationHost;

beforeAll(async () => {
  session = await startDesktopSession();
  [panel, messages] = await Promise.all([startTrayHost(session.bus), startNotificationHost(session.bus)]);
});
afterAll(async () => {
  await Promise.all([panel.close(), messages.close()]);
  await session.stop();
});

/** A home folder whose browser, picture viewer and file dialog record their arguments. */
function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'safelight-start-'));
  const opened = join(home, 'opened');
  const answer = join(home, 'answer');
  const bin = join(home, 'bin');
  const applications = join(home, '.local', 'share', 'applications');
  for (const folder of [bin, applications, join(home, '.config')]) mkdirSync(folder, { recursive: true });
  const script = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return join(bin, name);
  };
  const opener = script('open-it', `printf '%s\\n' "$1" >> '${opened}'`);
  // Without an answer it acts like Escape.
  script('zenity', `cat '${answer}' 2>/dev/null`);
  const types = ['x-scheme-handler/http', 'image/jpeg', 'inode/directory'];
  writeFileSync(
    join(applications, 'opener.desktop'),
    `[Desktop Entry]\nType=Application\nName=Opener\nExec=${opener} %u\nMimeType=${types.join(';')};\n`,
  );
  writeFileSync(
    join(home, '.config', 'mimeapps.list'),
    `[Default Applications]\n${types.map((type) => `${type}=opener.desktop`).join('\n')}\n`,
  );
  const library = makeLibrary({ folder: join(home, 'darktable'), images: [{ id: 1, filename: 'one.raf' }, { id: 2 }] });
  return {
    home,
    library: library.file,
    dataDir: join(home, 'data'),
    /** What was opened so far. */
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []),
    /** Sets what the next file dialogs answer. */
    choose: (path: string) => writeFileSync(answer, `${path}\n`),
    env: { ...session.env, ...compileCache, HOME: home, PATH: `${bin}:/usr/bin:/bin` } as NodeJS.ProcessEnv,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }),
  };
}
type Home = ReturnType<typeof makeHome>;

function run(home: Home, args: readonly string[] = [], env: NodeJS.ProcessEnv = home.env) {
  const own = ['--data-dir', home.dataDir, '--library', home.library];
  const child: ChildProcess = spawn(process.execPath, [main, ...args, ...own, '--port', '0'], { env, cwd: home.home });
  const said = { stdout: '', stderr: '' };
  child.stdout!.on('data', (text: Buffer) => (said.stdout += text.toString()));
  child.stderr!.on('data', (text: Buffer) => (said.stderr += text.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    said,
    url: listeningUrl(child),
    ended,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Sends a request to the running program like the command line. */
async function admin<Body>(home: Home, path: string, method = 'GET', body?: unknown): Promise<Body> {
  const { url } = JSON.parse(readFileSync(join(home.dataDir, 'server.json'), 'utf8')) as { url: string };
  const answer = await fetch(`${url}/api/v1/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${mintLocalAdminToken(home.dataDir)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as Body;
}
const settingsOf = async (home: Home) => (await admin<SettingsAnswer>(home, '/settings')).settings;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const trayOf = (pid: number) =>
  childrenOf(pid).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('Safelight'));
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
const soon = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 15_000, interval: 50 });

describe('with a panel', () => {
  let home: Home;
  let program: ReturnType<typeof run>;
  let hand: TrayHand;
  let url: string;

  beforeAll(async () => {
    home = makeHome();
    program = run(home);
    url = await program.url;
    hand = trayHand(panel);
    await hand.sees('Quit');
  });
  afterAll(async () => {
    await program.end();
    home.remove();
  });

  /** The link that the next click opens. */
  const linkFrom = async (label: string | RegExp) => {
    const before = home.opened().length;
    return new URL(await hand.click(label, () => home.opened()[before]));
  };
  const queue = (name: 'refresh' | 'export') => join(home.dataDir, 'queues', `${name}.queue`);
  const appended = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, text);
  };

  test('the menu tells how things stand', async () => {
    await hand.sees(/^darktable/);
    const menu = await hand.read();
    expect(menu[0]).toBe(`Safelight ${version}`);
    expect(menu).toEqual(
      expect.arrayContaining([
        'Refresh queue: 0',
        'Export queue: 0',
        'Open gallery',
        '  ☐ Read-only mode',
        '  ☐ Start at login',
        '  ☐ Allow LAN access',
        '  No clients yet',
        '  Register new client…',
        '☐ Pause queues',
        '  Nothing exported yet',
        'Restart server',
        'Quit',
      ]),
    );
  });

  test('the gallery was opened at the start, signed in, and nothing more is printed than where it is', async () => {
    const [link] = await soon(() => {
      expect(home.opened().length).toBeGreaterThan(0);
      return home.opened();
    });
    expect(link).toMatch(new RegExp(`^${url}/sign-in\\?code=[\\w-]{43}$`));
    expect(program.said.stdout).toBe(`Safelight is listening on ${url}\n`);
  });

  test('the numbers of waiting jobs follow the queue files', async () => {
    appended(queue('refresh'), '1\n2\n');
    await hand.sees('Refresh queue: 2');
    await hand.sees(/2 jobs are waiting/);
    appended(queue('export'), '2\n');
    await hand.sees('Export queue: 1');
    rmSync(queue('refresh'));
    rmSync(queue('export'));
    await hand.sees('Refresh queue: 0');
    await hand.sees('Export queue: 0');
  });

  test('a client is registered by clicks, works, and is switched off by another', async () => {
    const link = await linkFrom('Register new client…');
    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/settings/clients?register=1']);
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
    // The form on that page does just this.
    const registered = await fetch(`${link.origin}/api/v1/admin/clients`, {
      method: 'POST',
      headers: { cookie, origin: link.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'frame', name: 'Picture frame', scope: 'tags:read' }),
    });
    expect(registered.status).toBe(201);
    const { client_id, client_secret } = (await registered.json()) as ClientSecret;
    const grant = () =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
      });
    await hand.sees('☑ Picture frame');
    expect((await grant()).status).toBe(200);

    await hand.click('☑ Picture frame', async () => ((await grant()).status === 401 ? true : undefined));
    await hand.sees('☐ Picture frame');
    await hand.click('☐ Picture frame', async () => ((await grant()).status === 200 ? true : undefined));

    const secrets = [client_secret, link.searchParams.get('code')!, cookie.split('=')[1]!];
    for (const secret of secrets) expect(program.said.stderr + program.said.stdout).not.toContain(secret);
  });

  test('queues are paused by a click, and go on by another program', async () => {
    const isPaused = async () => (await admin<z.infer<typeof QueueList>>(home, '/queues')).paused;
    await hand.click('☐ Pause queues', async () => ((await isPaused()) ? true : undefined));
    await hand.sees('☑ Pause queues');
    await hand.sees(/ — paused/);
    await admin(home, '/queues/resume', 'POST');
    await hand.sees('☐ Pause queues');
  });

  test('a switch of the menu is a setting, and a setting that somebody else changes is a tick', async () => {
    await hand.click('☐ Read-only mode', async () => ((await settingsOf(home)).readOnly ? true : undefined));
    await hand.sees('☑ Read-only mode');
    await admin(home, '/settings', 'PATCH', { readOnly: false });
    await hand.sees('☐ Read-only mode');

    await admin(home, '/settings', 'PATCH', { lan: true });
    await hand.click('☑ Allow LAN access', async () => ((await settingsOf(home)).lan ? undefined : true));
    await hand.sees('☐ Allow LAN access');
  });

  test('start at login is ticked while the desktop will do it, whoever changed that', async () => {
    const entry = join(home.home, '.config', 'autostart', 'safelight.desktop');
    await hand.click('☐ Start at login', () => (existsSync(entry) ? true : undefined));
    expect(readFileSync(entry, 'utf8')).toMatch(/^Exec="[^"]+" "[^"]+main\.[jt]s" "--data-dir" "[^"]+" "--at-login"$/m);
    await hand.sees('☑ Start at login');
    expect((await settingsOf(home)).autostart).toBe(true);
    // Removed in the desktop's own settings. There is no event for this; other news makes the tray check.
    rmSync(entry);
    appended(queue('refresh'), '1\n');
    await hand.sees('☐ Start at login');
    rmSync(queue('refresh'));
  });

  test('folders are chosen with the dialogs of the desktop, and what cannot be is told', async () => {
    const exports = join(home.home, 'my exports');
    mkdirSync(exports);
    home.choose(exports);
    await hand.click('Export folder…', async () => ((await settingsOf(home)).exportDir === exports ? true : undefined));
    const queues = join(home.home, 'my queues');
    mkdirSync(queues);
    home.choose(queues);
    await hand.click('Queue folder…', async () =>
      (await settingsOf(home)).exportQueue === join(queues, 'export.queue') ? true : undefined,
    );
    appended(join(queues, 'refresh.queue'), '2\n');
    await hand.sees('Refresh queue: 1');
    await admin(home, '/settings', 'PATCH', { exportDir: null, refreshQueue: null, exportQueue: null });
    rmSync(queue('refresh'));
    await hand.sees('Refresh queue: 0');

    const picture = join(home.home, 'picture.db');
    writeFileSync(picture, 'no library at all');
    home.choose(picture);
    const told = () => messages.shown.find(({ title }) => title === 'This library cannot be used');
    await hand.click('Library…', told);
    expect(told()!.body).toContain('picture.db');
    expect((await settingsOf(home)).library).toBeNull();
  });

  test('finished and failed exports are told of, and opened by a click', async () => {
    const exports = join(home.dataDir, 'exports');
    const finish = (id: number) => {
      // The desktop checks the content before it chooses a viewer.
      writeFileSync(join(exports, `${id}.jpg.tmp`), Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'));
      renameSync(join(exports, `${id}.jpg.tmp`), join(exports, `${id}.jpg`));
    };
    finish(1);
    appended(queue('export'), '2\n');
    await soon(() => expect(messages.shown.at(-1)).toMatchObject({ title: 'Export finished', body: 'one.raf' }));
    const before = home.opened().length;
    await hand.click('one.raf', () => home.opened()[before]);
    expect(home.opened()[before]).toMatch(/\/data\/exports\/1\.jpg$/);

    await admin(home, '/settings', 'PATCH', { notifyExports: false });
    finish(2);
    appended(`${queue('export')}.failed`, '2\tthe disk is full\n');
    await soon(() => expect(messages.shown.at(-1)).toMatchObject({ title: 'A job failed', body: /the disk is full/ }));
    expect(messages.shown.filter(({ title }) => /export(s)? finished/i.test(title))).toHaveLength(1);
    expect((await linkFrom('1 export failed')).searchParams.get('to')).toBe('/settings/queues');
    await admin(home, '/queues/export/clear', 'POST');
    rmSync(`${queue('export')}.failed`);
    await hand.misses('1 export failed');
  });

  test('what darktable does is told, and when it goes away while jobs wait', async () => {
    const { heartbeat } = bridgePaths(home.dataDir);
    const alive = (state: BridgeState, job = '') =>
      beat(heartbeat, { library: home.library, darktable: '5.4.1', state, job });
    const icon = async () => (await panel.item()).icon();
    const drawn = (look: string) => readFileSync(join(assetsDir, 'icons', `tray-${look}-dark-48.png`));
    const shows = (look: string) => soon(async () => expect((await icon()).equals(drawn(look))).toBe(true));
    await shows('idle');
    appended(queue('export'), '1\n');
    alive('working', 'export 1');
    await hand.sees('darktable 5.4.1 is exporting one.raf');
    await shows('working');
    alive('stopped');
    await hand.sees(/ — 1 job is waiting/);
    await shows('attention');
    await soon(() => expect(messages.shown.at(-1)).toMatchObject({ title: 'darktable no longer responds' }));
    await admin(home, '/queues/export/clear', 'POST');
    await shows('idle');
  });

  test('the server moves to another port, and the menu goes with it', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await admin(home, '/settings', 'PATCH', { port });
    const link = await linkFrom('Open gallery');
    expect(link.port).toBe(String(port));
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/');
    url = `http://127.0.0.1:${port}`;
  });

  test('a tray that is killed comes back, and the server does not notice', async () => {
    const pid = program.child.pid!;
    const registrations = panel.registrations();
    process.kill(trayOf(pid)!, 'SIGKILL');
    await soon(() => expect(panel.registrations()).toBeGreaterThan(registrations));
    await hand.sees('Open gallery');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(program.child.exitCode).toBeNull();
  });

  test('the server is started anew by a click, in the same process and at the same address', async () => {
    await hand.click('Restart server', () =>
      program.said.stderr.includes('The server has been restarted') ? true : undefined,
    );
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(program.child.exitCode).toBeNull();
    await admin(home, '/settings', 'PATCH', { readOnly: true });
    await hand.sees('☑ Read-only mode');
    await admin(home, '/settings', 'PATCH', { readOnly: false });
  });

  test('a second start opens the gallery of the first and ends well; a second server says where the first is', async () => {
    const before = home.opened().length;
    const second = run(home);
    second.url.catch(() => undefined);
    expect(await second.ended).toBe(0);
    expect(second.said.stdout).toBe(`Safelight is already running: ${url}\n`);
    const link = home.opened()[before]!;
    expect(link.startsWith(`${url}/sign-in?code=`)).toBe(true);
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/');

    const server = run(home, ['serve']);
    server.url.catch(() => undefined);
    expect(await server.ended).toBe(1);
    expect(server.said.stderr).toContain(url);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('Quit ends it with 0 and leaves nothing behind', async () => {
    const children = childrenOf(program.child.pid!);
    expect(children.length).toBeGreaterThan(0);
    let code: number | string | undefined;
    // Not when its output is closed, too: whatever it started is looked at below.
    program.child.once('exit', (ended, signal) => (code = ended ?? signal ?? undefined));
    await hand.click('Quit', () => code ?? undefined);
    expect(code).toBe(0);
    await panel.empty();
    await soon(() => expect(children.filter(isAlive)).toEqual([]));
    expect(existsSync(join(home.dataDir, 'server.json'))).toBe(false);
  });
});

describe('without a place for an icon', () => {
  const start = async (without: readonly string[], args: readonly string[] = []) => {
    const home = makeHome();
    const env = Object.fromEntries(Object.entries(home.env).filter(([name]) => !without.includes(name)));
    const program = run(home, args, env);
    onTestFinished(async () => {
      await program.end();
      home.remove();
    });
    const url = await program.url;
    return { home, program, url };
  };
  const reasons = (stderr: string) => stderr.split('\n').filter((line) => line.includes('No tray icon'));

  test('on a computer without a screen it says so in one line, prints a link and serves', async () => {
    const { home, program, url } = await start(['DISPLAY', 'DBUS_SESSION_BUS_ADDRESS']);
    await soon(() => expect(program.said.stdout).toMatch(/^Open the gallery: /m));
    const link = /^Open the gallery: (\S+)/m.exec(program.said.stdout)![1]!;
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(reasons(program.said.stderr)).toEqual([expect.stringContaining('there is no display')]);
    expect(home.opened()).toEqual([]);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  test('on a desktop without a session bus the browser is opened instead', async () => {
    const { home, program, url } = await start(['DBUS_SESSION_BUS_ADDRESS']);
    await soon(() => expect(home.opened()).toEqual([expect.stringContaining(`${url}/sign-in?code=`)]));
    await soon(() =>
      expect(reasons(program.said.stderr)).toEqual([expect.stringContaining('there is no D-Bus session bus')]),
    );
    expect(program.said.stdout).not.toContain('Open the gallery');
  });

  test('started by the desktop at login, it opens no browser', async () => {
    const { home, program } = await start(['DBUS_SESSION_BUS_ADDRESS'], ['--at-login']);
    await soon(() => expect(program.said.stdout).toMatch(/^Open the gallery: /m));
    expect(home.opened()).toEqual([]);
  });

  test('nor when the settings say so', async () => {
    const home = makeHome();
    onTestFinished(home.remove);
    mkdirSync(home.dataDir);
    writeFileSync(join(home.dataDir, 'settings.json'), JSON.stringify({ openBrowserAtStart: false }));
    const program = run(home);
    onTestFinished(program.end);
    await program.url;
    await trayHand(panel).sees('Quit');
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(0);
    expect(home.opened()).toEqual([]);
    await panel.empty();
  });
});

test('on a German desktop the tray speaks German', async () => {
  const home = makeHome();
  const program = run(home, [], { ...home.env, LANG: 'de_DE.UTF-8' });
  onTestFinished(async () => {
    await program.end();
    await panel.empty();
    home.remove();
  });
  await program.url;
  await trayHand(panel).sees('Galerie öffnen');
});

test('serve shows no icon, whatever the desktop has', async () => {
  const home = makeHome();
  const program = run(home, ['serve']);
  onTestFinished(async () => {
    await program.end();
    home.remove();
  });
  const registrations = panel.registrations();
  await program.url;
  expect(trayOf(program.child.pid!)).toBeUndefined();
  expect(panel.registrations()).toBe(registrations);
  expect(home.opened()).toEqual([]);
});

test('the launcher appears among the programs of the desktop when asked for, and goes again', async () => {
  const home = makeHome();
  onTestFinished(home.remove);
  const entry = join(home.home, '.local', 'share', 'applications', 'safelight.desktop');
  for (const [word, isThere] of [
    ['install', true],
    ['remove', false],
  ] as const) {
    const program = run(home, ['launcher', word]);
    program.url.catch(() => undefined);
    expect(await program.ended).toBe(0);
    expect(existsSync(entry)).toBe(isThere);
  }
});
