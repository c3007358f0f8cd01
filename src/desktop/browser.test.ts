import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOnDesktop } from './browser.ts';
import { panelColour, taskbarColour, taskbarQuery } from './panel-colour.ts';

const told = (line: string) => {
  const { msg, reason } = JSON.parse(line) as { msg: string; reason: string };
  return `${msg} | ${reason}`;
};

let folder: string;
let logged: string[];
const log = pino({}, { write: (line: string) => void logged.push(told(line)) });

beforeEach(async () => {
  logged = [];
  folder = await mkdtemp(join(tmpdir(), 'safelight-browser-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Without a display the package's xdg-open uses $BROWSER. */
async function browser(script: string): Promise<void> {
  const file = join(folder, 'browser');
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('BROWSER', file);
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_CURRENT_DESKTOP', 'DESKTOP_SESSION']) vi.stubEnv(name, '');
}

const link = 'http://127.0.0.1:4380/sign-in?code=a%20b&c="$HOME"';

test('the browser gets the link as it is', async () => {
  await browser(`printf %s "$1" > '${folder}/url'`);
  expect(await openOnDesktop(link, { what: 'The gallery', log })).toBe(true);
  expect(await readFile(join(folder, 'url'), 'utf8')).toBe(link);
  expect(logged).toEqual([]);
});

test('a browser that fails is logged, without the secret of the link', async () => {
  await browser('exit 7');
  expect(await openOnDesktop(link, { what: 'The gallery', log })).toBe(false);
  expect(logged).toEqual([expect.stringMatching(/^This could not be opened in the browser \| .*code/)]);
  expect(logged.join()).not.toContain('code=');
});

test('a browser that stays in the foreground counts as opened', async () => {
  // Ends normally when the folder is removed: after a killed browser xdg-open starts another.
  await browser(`touch '${folder}/open'; while [ -e '${folder}/open' ]; do sleep 0.05; done`);
  expect(await openOnDesktop(link, { what: 'The gallery', log, failsWithinMs: 1_500 })).toBe(true);
  expect(await readdir(folder)).toContain('open');
});

test('a browser that is started is not of our terminal: Ctrl+C there does not close it', async () => {
  await browser(`cut -d ' ' -f 6 /proc/$$/stat > '${folder}/session'`);
  expect(await openOnDesktop(link, { what: 'The gallery', log })).toBe(true);
  const ours = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]!.split(' ')[3];
  expect((await readFile(join(folder, 'session'), 'utf8')).trim()).not.toBe(ours);
});

test('the Windows taskbar is asked for its color, other panels are not', async () => {
  const answer = (value: string) => ({
    status: 'ended' as const,
    code: 0,
    signal: null,
    stdout: `\r\nHKEY_CURRENT_USER\\x\r\n    SystemUsesLightTheme    REG_DWORD    ${value}\r\n`,
    stderr: '',
  });
  expect(taskbarQuery.args.at(-1)).toBe('SystemUsesLightTheme');
  expect(taskbarColour(answer('0x1'))).toBe('light');
  expect(taskbarColour(answer('0x0'))).toBe('dark');
  expect(taskbarColour({ status: 'missing' })).toBe('dark');
  expect(await panelColour({}, 'linux')).toBeUndefined();
});
