import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { join } from 'node:path';
import { assetsDir } from '../platform/package-files.ts';
import { type DesktopSession, startDesktopSession } from '../testing/desktop-session.ts';
import { type NotificationHost, startNotificationHost } from '../testing/notification-host.ts';
import { bridgeLostMessage, notificationTool, type Notifier, openNotifier } from './notifications.ts';

const icon = join(assetsDir, 'icons', 'app-48.png');
let session: DesktopSession;
let host: NotificationHost | null;
let logged: string[];
let notifier: Notifier;
const wanted = new Set<string>();

beforeAll(async () => {
  session = await startDesktopSession();
});
afterAll(() => session.stop());
beforeEach(() => {
  host = null;
  logged = [];
  for (const kind of ['exported', 'failed', 'bridge-lost']) wanted.add(kind);
  const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
  notifier = openNotifier({ wants: (kind) => wanted.has(kind), icon, env: session.env, log, platform: 'linux' });
});
afterEach(() => host?.close());

test('what happens together is told together, through the real notify-send', async () => {
  host = await startNotificationHost(session.bus);
  for (const name of ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg']) notifier.exported(name);
  notifier.failed('Export of <b>&amp;.raw', 'the file is missing');
  notifier.bridgeLost(12);
  await notifier.close();
  expect(host.shown).toEqual([
    {
      app: 'Safelight',
      icon,
      title: 'darktable does not answer any more',
      body: '12 jobs wait until it is started again.',
    },
    { app: 'Safelight', icon, title: '3 exports finished', body: 'IMG_1.jpg and 2 more' },
    {
      app: 'Safelight',
      icon,
      title: 'A job failed',
      // As the desktop reads it, which knows a little HTML.
      body: 'Export of &lt;b&gt;&amp;amp;.raw: the file is missing',
    },
  ]);
  expect(logged).toEqual([]);
});

test('what a click led to is told always, at once', async () => {
  host = await startNotificationHost(session.bus);
  wanted.clear();
  notifier.tell({ title: 'That library cannot be used', body: 'It is a picture.', urgent: true });
  await notifier.close();
  expect(host.shown).toMatchObject([{ title: 'That library cannot be used', body: 'It is a picture.' }]);
});

test('each kind can be switched off', async () => {
  host = await startNotificationHost(session.bus);
  wanted.delete('exported');
  wanted.delete('bridge-lost');
  notifier.exported('IMG_1.jpg');
  notifier.bridgeLost(1);
  notifier.failed('--help', '-x');
  await notifier.close();
  expect(host.shown.map(({ title, body }) => [title, body])).toEqual([['A job failed', '--help: -x']]);
});

test('a desktop without notifications is named once', async () => {
  notifier.bridgeLost(1);
  notifier.bridgeLost(2);
  await notifier.close();
  expect(logged).toEqual([expect.stringMatching(/^No desktop notification: .*org.freedesktop.Notifications/)]);
});

test('a missing notify-send is named once', async () => {
  const log = pino({}, { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
  const bare = openNotifier({ wants: () => true, icon, env: { PATH: '/nonexistent' }, log, platform: 'linux' });
  bare.bridgeLost(1);
  bare.bridgeLost(1);
  await bare.close();
  expect(logged).toEqual(['No desktop notification: notify-send is not installed']);
});

test.each([
  [0, 'Start it to have previews and exports made.'],
  [1, '1 job waits until it is started again.'],
  [2, '2 jobs wait until it is started again.'],
])('a lost bridge with %i jobs waiting', (waiting, body) => {
  expect(bridgeLostMessage(waiting).body).toBe(body);
});

test('on macOS and Windows the words are arguments and variables, never part of a script', () => {
  const message = { title: '" & quit', body: "$(calc) 'x", urgent: true };
  const apple = notificationTool(message, { platform: 'darwin', icon });
  expect(apple?.command).toBe('osascript');
  expect(apple?.args.slice(-2)).toEqual(['" & quit', "$(calc) 'x"]);
  expect(apple?.args.slice(0, -2)).toContain('display notification (item 2 of argv) with title (item 1 of argv)');
  const windows = notificationTool(message, { platform: 'win32', icon });
  expect(windows?.variables).toEqual({
    SAFELIGHT_TITLE: '" & quit',
    SAFELIGHT_BODY: "$(calc) 'x",
    SAFELIGHT_LEVEL: 'Warning',
  });
  expect(Buffer.from(windows?.args.at(-1) ?? '', 'base64').toString('utf16le')).not.toContain('calc');
  expect(notificationTool(message, { platform: 'aix', icon })).toBeNull();
});
