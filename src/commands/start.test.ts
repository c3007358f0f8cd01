/** The whole program on a desktop that has all it uses. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import type { ClientSecret } from '../contract/clients.ts';
import type { QueueList } from '../contract/admin.ts';
import type { SettingsAnswer } from '../contract/settings.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import type { BridgeState } from '../darktable/bridge-heartbeat.ts';
import { assetsDir, version } from '../platform/package-files.ts';
import { beat } from '../testing/beat.ts';
import { trayHand, type TrayHand } from '../testing/tray-hand.ts';
import {
  childrenOf,
  runProgram,
  soon,
  startWholeDesktop,
  trayOf,
  type Home,
  type WholeDesktop,
} from '../testing/whole-desktop.ts';
import type { z } from 'zod';

let desktop: WholeDesktop;

beforeAll(async () => {
  desktop = await startWholeDesktop();
});
afterAll(() => desktop.stop());

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

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

describe('with a panel', () => {
  let home: Home;
  let program: ReturnType<typeof runProgram>;
  let hand: TrayHand;
  let url: string;

  beforeAll(async () => {
    home = desktop.makeHome();
    program = runProgram(home);
    url = await program.url;
    hand = trayHand(desktop.panel);
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
    const told = () => desktop.messages.shown.find(({ title }) => title === 'This library cannot be used');
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
    await soon(() =>
      expect(desktop.messages.shown.at(-1)).toMatchObject({ title: 'Export finished', body: 'one.raf' }),
    );
    const before = home.opened().length;
    await hand.click('one.raf', () => home.opened()[before]);
    expect(home.opened()[before]).toMatch(/\/data\/exports\/1\.jpg$/);

    await admin(home, '/settings', 'PATCH', { notifyExports: false });
    finish(2);
    appended(`${queue('export')}.failed`, '2\tthe disk is full\n');
    await soon(() =>
      expect(desktop.messages.shown.at(-1)).toMatchObject({ title: 'A job failed', body: /the disk is full/ }),
    );
    expect(desktop.messages.shown.filter(({ title }) => /export(s)? finished/i.test(title))).toHaveLength(1);
    expect((await linkFrom('1 export failed')).searchParams.get('to')).toBe('/settings/queues');
    await admin(home, '/queues/export/clear', 'POST');
    rmSync(`${queue('export')}.failed`);
    await hand.misses('1 export failed');
  });

  test('what darktable does is told, and when it goes away while jobs wait', async () => {
    const { heartbeat } = bridgePaths(home.dataDir);
    const alive = (state: BridgeState, job = '') =>
      beat(heartbeat, { library: home.library, darktable: '5.4.1', state, job });
    const icon = async () => (await desktop.panel.item()).icon();
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
    await soon(() => expect(desktop.messages.shown.at(-1)).toMatchObject({ title: 'darktable no longer responds' }));
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
    const registrations = desktop.panel.registrations();
    process.kill(trayOf(pid)!, 'SIGKILL');
    await soon(() => expect(desktop.panel.registrations()).toBeGreaterThan(registrations));
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
    const second = runProgram(home);
    second.url.catch(() => undefined);
    expect(await second.ended).toBe(0);
    expect(second.said.stdout).toBe(`Safelight is already running: ${url}\n`);
    const link = home.opened()[before]!;
    expect(link.startsWith(`${url}/sign-in?code=`)).toBe(true);
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/');

    const server = runProgram(home, ['serve']);
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
    await desktop.panel.empty();
    await soon(() => expect(children.filter(isAlive)).toEqual([]));
    expect(existsSync(join(home.dataDir, 'server.json'))).toBe(false);
  });
});
