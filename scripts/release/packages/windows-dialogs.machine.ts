/** What a person sees of the installer for Windows, under Wine: its pages, its question, and the way back, with a hand on the keys. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installSystemPackages } from '../../test/system-packages.ts';
import { answers, installer, type SafelightOnWine, startSafelightOnWine } from './windows/safelight-on-wine.ts';
import type { WineMachine } from './windows/wine-machine.ts';

let windows: SafelightOnWine;
let wine: WineMachine;
let program: string;
let data: string;
beforeAll(async () => {
  expect(await installSystemPackages({ Xvfb: 'xvfb', xdotool: 'xdotool', import: 'imagemagick' })).toBeNull();
  windows = await startSafelightOnWine();
  ({ wine, program, data } = windows);
});
afterAll(() => windows[Symbol.asyncDispose]());

const onScreen = () => ({ env: { ...process.env, DISPLAY: windows.display }, maxBuffer: 100_000_000 });

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
const hasUninstaller = () => existsSync(join(program, 'uninstall.exe'));

test('it asks nothing, and its last page starts Safelight', async () => {
  const { ended } = await open(installer, '^Safelight Setup$');
  picture('installing');
  await expect.poll(hasUninstaller, { timeout: 120_000 }).toBe(true);
  await settled();
  picture('finish');
  press('Return');
  await ended;
  await windows.servedAt();
});

test('while Safelight runs, it asks; “Cancel” leaves the running one alone', async () => {
  const url = await windows.servedAt();
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
  const before = await windows.servedAt();
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
  await windows.servedAt();
});

test('the uninstaller says what stays, asks before it closes Safelight, and takes all', async () => {
  const url = await windows.servedAt();
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
