/** What a person sees of the installer for Windows, under Wine: its pages, its question, and the way back, with a hand on the keys. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installSystemPackages } from '../system-packages.ts';
import { madePackages, programName } from './made-packages.ts';
import { windowsTarget } from './targets.ts';
import { startWine, type WineMachine } from './windows/wine-machine.ts';

let display: string;
let screen: ChildProcess;
let wine: WineMachine;
let program: string;
let data: string;
beforeAll(async () => {
  expect(await installSystemPackages({ Xvfb: 'xvfb', xdotool: 'xdotool', import: 'imagemagick' })).toBeNull();
  screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1024x768x24'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(screen.stdout!, 'data')) as [Buffer];
  display = `:${line.toString().trim()}`;
  wine = await startWine(display);
  const home = join(wine.driveC, 'users', 'root');
  program = join(home, 'AppData/Local/Programs/Safelight');
  data = join(home, 'AppData/Local/Safelight');
});
afterAll(async () => {
  await wine[Symbol.asyncDispose]();
  screen.kill();
});

const installer = join(madePackages, `${programName(windowsTarget)}.exe`);
const onScreen = () => ({ env: { ...process.env, DISPLAY: display }, maxBuffer: 100_000_000 });

/** The titles of the windows on the screen. */
function titles(): string[] {
  const ask = (...words: string[]) => spawnSync('xdotool', words, { ...onScreen(), encoding: 'utf8' }).stdout.trim();
  const ids = ask('search', '--onlyvisible', '--name', '.').split('\n').filter(Boolean);
  return ids.map((id) => ask('getwindowname', id));
}
const press = (key: string) => void execFileSync('xdotool', ['key', key], onScreen());

/** What is on the screen, kept for people where SAFELIGHT_PICTURES says. */
function picture(name: string): void {
  const folder = process.env.SAFELIGHT_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), execFileSync('import', ['-window', 'root', 'png:-'], onScreen()));
}

/** The screen no longer changes: the page that was to come is there. */
async function settled(): Promise<void> {
  const look = () => execFileSync('import', ['-window', 'root', 'rgb:-'], onScreen());
  let before = look();
  for (let same = 0; same < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = look();
    same = now.equals(before) ? same + 1 : 0;
    before = now;
  }
}

/** Starts a program with a window, and waits for it. */
async function open(file: string, title: string): Promise<{ ended: Promise<unknown> }> {
  const { child } = wine.start(`exec wine '${file}'`);
  const ended = once(child, 'exit');
  await expect.poll(titles, { timeout: 60_000 }).toContainEqual(expect.stringMatching(title));
  return { ended };
}
const answers = async (url: string) => (await fetch(`${url}/health`).catch(() => null))?.status ?? null;
const servedAt = async (): Promise<string> => {
  const file = join(data, 'server.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 60_000 }).toContain('http');
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  await expect.poll(() => answers(url), { timeout: 60_000 }).toBe(200);
  return url;
};
const hasUninstaller = () => existsSync(join(program, 'uninstall.exe'));

test('it asks nothing, and its last page starts Safelight', async () => {
  const { ended } = await open(installer, '^Safelight Setup$');
  picture('installing');
  await expect.poll(hasUninstaller, { timeout: 120_000 }).toBe(true);
  await settled();
  picture('finish');
  press('Return');
  await ended;
  await servedAt();
});

test('while Safelight runs, it asks; “Cancel” leaves the running one alone', async () => {
  const url = await servedAt();
  const { ended } = await open(installer, '^Safelight Setup$');
  await settled();
  picture('running');
  press('Escape');
  await settled();
  picture('cancelled');
  expect(await answers(url)).toBe(200);
  press('Escape');
  await ended;
  expect(hasUninstaller()).toBe(true);
});

test('“OK” closes it, and the new one is started at the end', async () => {
  const before = await servedAt();
  writeFileSync(join(program, 'dist', 'main.js'), 'of another version');
  const { ended } = await open(installer, '^Safelight Setup$');
  await settled();
  press('Return');
  await expect.poll(() => answers(before), { timeout: 60_000 }).toBe(null);
  const main = () => readFileSync(join(program, 'dist', 'main.js'), 'utf8');
  await expect
    .poll(() => existsSync(join(program, 'dist', 'main.js')) && main(), { timeout: 60_000 })
    .toContain('import');
  await expect.poll(hasUninstaller, { timeout: 120_000 }).toBe(true);
  await settled();
  press('Return');
  await ended;
  await servedAt();
});

test('the uninstaller says what stays, asks before it closes Safelight, and takes all', async () => {
  const url = await servedAt();
  await open(join(program, 'uninstall.exe'), '^Safelight Uninstall$');
  await settled();
  picture('uninstall');
  press('Return');
  await settled();
  picture('uninstall-running');
  press('Return');
  await expect.poll(() => existsSync(program), { timeout: 120_000 }).toBe(false);
  await settled();
  picture('uninstalled');
  press('Return');
  await expect.poll(titles).toEqual([]);
  expect(await answers(url)).toBe(null);
  expect(existsSync(join(data, 'signing.key'))).toBe(true);
});
