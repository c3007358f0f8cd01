import { mkdtempSync, writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { assetsDir } from '../platform/package-files.ts';
import { type DesktopSession, startDesktopSession } from '../testing/desktop-session.ts';
import { type NotificationHost, startNotificationHost } from '../testing/notification-host.ts';
import { ENGLISH, loadDesktopWords } from './desktop-words.ts';
import { notificationTool, type Notifier, openNotifier } from './notifications.ts';

const told = (line: string) => {
  const { msg, reason } = JSON.parse(line) as { msg: string; reason: string };
  return `${msg} | ${reason}`;
};

const icon = join(assetsDir, 'icons', 'app-48.png');
const shown = { icon, words: ENGLISH, platform: 'linux' } as const;
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
  const log = pino({}, { write: (line: string) => void logged.push(told(line)) });
  notifier = openNotifier({ ...shown, wants: (kind) => wanted.has(kind), env: session.env, log });
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
      title: 'darktable no longer responds',
      body: '12 jobs are waiting until you restart it.',
    },
    { app: 'Safelight', icon, title: '3 exports finished', body: 'IMG_1.jpg and 2 more' },
    {
      app: 'Safelight',
      icon,
      title: 'A job failed',
      // As the desktop reads it, which renders some HTML.
      body: 'Export of &lt;b&gt;&amp;amp;.raw: the file is missing',
    },
  ]);
  expect(logged).toEqual([]);
});

test('what a click led to is told always, at once', async () => {
  host = await startNotificationHost(session.bus);
  wanted.clear();
  notifier.tell({ title: 'This library cannot be used', body: 'It is a picture.', urgent: true });
  await notifier.close();
  expect(host.shown).toMatchObject([{ title: 'This library cannot be used', body: 'It is a picture.' }]);
});

test('a device that asks for more rights is answered by a click on its message', async () => {
  const asking = (host = await startNotificationHost(session.bus));
  const clicked: string[] = [];
  notifier.asked('Tablet', () => clicked.push('Tablet'));
  await vi.waitFor(() => expect(asking.shown).toHaveLength(1));
  notifier.asked('Anna’s <phone>', () => clicked.push('Anna’s <phone>'));
  await vi.waitFor(() => expect(asking.shown).toHaveLength(2));
  expect(asking.shown[1]).toMatchObject({
    title: 'Anna’s <phone> asks for more rights',
    body: 'Answer in the settings, under Devices and sessions.',
  });
  asking.click();
  await vi.waitFor(() => expect(clicked).toEqual(['Anna’s <phone>']));
  // One that nobody clicks holds nothing up.
  notifier.bridgeLost(1);
  await notifier.close();
  expect(asking.shown).toHaveLength(3);
  expect(clicked).toHaveLength(1);
});

test('where messages cannot be clicked, a device that asks is told of all the same', async () => {
  const asking = (host = await startNotificationHost(session.bus));
  const log = pino({}, { write: (line: string) => void logged.push(told(line)) });
  const env = { ...session.env, PATH: `${olderNotifySend()}:${session.env.PATH}` };
  const older = openNotifier({ ...shown, wants: () => true, env, log });
  older.asked('Phone', () => undefined);
  await vi.waitFor(() => expect(asking.shown).toMatchObject([{ title: 'Phone asks for more rights' }]));
  await older.close();
  expect(logged).toEqual([]);
});

/** A folder with a notify-send as it was before 0.7.10, without actions. */
function olderNotifySend(): string {
  const folder = mkdtempSync(join(session.folder, 'older-'));
  const script = `#!/bin/sh
case "$*" in *--action*) echo 'Unknown option --action' >&2; exit 1;; esac
PATH='${session.env.PATH}' exec notify-send "$@"
`;
  writeFileSync(join(folder, 'notify-send'), script, { mode: 0o755 });
  return folder;
}

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
  expect(logged).toEqual([
    expect.stringMatching(/^No desktop notification is shown \| .*org.freedesktop.Notifications/),
  ]);
});

test('a missing notify-send is named once', async () => {
  const log = pino({}, { write: (line: string) => void logged.push(told(line)) });
  const bare = openNotifier({ ...shown, wants: () => true, env: { PATH: '/nonexistent' }, log });
  bare.bridgeLost(1);
  bare.bridgeLost(1);
  await bare.close();
  expect(logged).toEqual(['No desktop notification is shown | notify-send is not installed']);
});

test('in German, too', async () => {
  host = await startNotificationHost(session.bus);
  const german = openNotifier({
    ...shown,
    words: await loadDesktopWords('de'),
    wants: () => true,
    env: session.env,
    log: pino({ level: 'silent' }),
  });
  german.bridgeLost(1);
  for (const name of ['IMG_1.jpg', 'IMG_2.jpg']) german.exported(name);
  for (const what of ['Export von IMG_3.NEF', 'Export von IMG_4.NEF']) german.failed(what, 'kein Platz');
  await german.close();
  expect(host.shown.map(({ title, body }) => [title, body])).toEqual([
    ['darktable antwortet nicht mehr', '1 Auftrag wartet, bis du es neu startest.'],
    ['2 Exporte fertig', 'IMG_1.jpg und 1 weitere'],
    ['2 Aufträge sind fehlgeschlagen', 'Export von IMG_3.NEF: kein Platz (und 1 weitere)'],
  ]);
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
