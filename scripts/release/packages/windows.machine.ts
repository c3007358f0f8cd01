/** The installer for Windows under Wine: installed without a question, used, installed again, removed. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifest } from './program-tree.ts';
import { expectAllNamed, expectOnlyNeeded } from './program-checks.ts';
import { expectLibrary } from './served-library.ts';
import { windowsTarget } from './targets.ts';
import { filesIn } from './tree-modes.ts';
import { answers, installer, type SafelightOnWine, startSafelightOnWine } from './windows/safelight-on-wine.ts';
import type { WineMachine } from './windows/wine-machine.ts';

let windows: SafelightOnWine;
let wine: WineMachine;
let program: string;
let data: string;
let startMenu: string;
beforeAll(async () => {
  windows = await startSafelightOnWine();
  ({ wine, program, data, startMenu } = windows);
});
afterAll(() => windows[Symbol.asyncDispose]());

const inWindows = 'C:\\users\\root\\AppData\\Local\\Programs\\Safelight';
const safelight = `wine '${inWindows}\\node.exe' '${inWindows}\\dist\\main.js'`;
const uninstallKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Safelight';
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

test('the installer needs no answer, and brings a program, an entry in the Start menu and one to remove it', async () => {
  expect(await wine.run(`wine '${installer}' /S`)).toMatchObject({ code: 0 });
  expect(filesIn(program)).toEqual(expect.arrayContaining(['Safelight.exe', 'bin/safelight.cmd', 'uninstall.exe']));
  expect(readdirSync(startMenu)).toContain('Safelight.lnk');
  const { stdout } = await wine.run(`wine reg query '${uninstallKey}'`);
  expect(stdout).toContain(`DisplayVersion    REG_SZ    ${manifest.version}\n`);
  expect(stdout).toContain(`UninstallString    REG_SZ    "${inWindows}\\uninstall.exe"\n`);
});

test('it brought programs for Windows only, no file that it does not need, and all licenses', () => {
  expectOnlyNeeded(program, windowsTarget);
  expectAllNamed(program, windowsTarget);
});

test('its command and its ExifTool can be run', async () => {
  const { stdout } = await wine.run(`wine cmd /c '${inWindows}\\bin\\safelight.cmd' --version`);
  expect(stdout).toMatch(new RegExp(`^${manifest.version} \\(commit [0-9a-f]{10}`));
  const exiftool = await wine.run(`wine '${inWindows}\\node_modules\\exiftool-vendored.exe\\bin\\exiftool.exe' -ver`);
  expect(exiftool.stdout).toMatch(/^\d+\.\d+\n$/);
});

test('it is started without a window of its own, and serves the sample library', async () => {
  expect(await wine.run(`wine '${program}/Safelight.exe' --port 0`)).toMatchObject({ code: 0, stdout: '' });
  await expectLibrary(wine, await windows.servedAt(), safelight);
});

test('start at login starts it without a window, too', async () => {
  expect(await wine.run(`${safelight} settings set autostart true`)).toMatchObject({ code: 0 });
  const { stdout } = await wine.run(`wine reg query '${runKey}' /v Safelight`);
  expect(stdout).toContain(`"${inWindows}\\Safelight.exe" "--data-dir" `);
});

test('installed again while it runs, it closes the one that runs; what people made stays', async () => {
  const url = await windows.servedAt();
  const before = readFileSync(join(data, 'signing.key'));
  writeFileSync(join(program, 'dist', 'main.js'), 'of another version');
  expect(await wine.run(`wine '${installer}' /S`)).toMatchObject({ code: 0 });
  expect(await answers(url)).toBe(null);
  expect(readFileSync(join(program, 'dist', 'main.js'), 'utf8')).not.toBe('of another version');
  expect(readFileSync(join(data, 'signing.key'))).toEqual(before);
  expect((await wine.run(`wine reg query '${runKey}' /v Safelight`)).code).toBe(0);
});

test('the tray shows it', async () => {
  const { said } = wine.start(`exec ${safelight} --port 0 --log-level debug`);
  await expect.poll(said, { timeout: 60_000 }).toContain('The tray icon is shown');
});

test('removed while it runs, it takes all it brought, and leaves what is not its own', async () => {
  const url = await windows.servedAt();
  writeFileSync(join(program, 'notes.txt'), 'mine');
  expect(await wine.run(`wine '${program}/uninstall.exe' /S`)).toMatchObject({ code: 0 });
  // It ends at once, and a copy of it does the work.
  await expect.poll(() => filesIn(program), { timeout: 60_000 }).toEqual(['notes.txt']);
  await expect.poll(() => readdirSync(startMenu)).not.toContain('Safelight.lnk');
  expect(await answers(url)).toBe(null);
  for (const asked of [uninstallKey, `${runKey}' /v 'Safelight`])
    await expect.poll(async () => (await wine.run(`wine reg query '${asked}'`)).code).toBe(1);
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['journal.db', 'signing.key']));
});
