/** The installer for Windows under Wine: installed without a question, used, installed again, removed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madePackages, programName } from './made-packages.ts';
import { manifest } from './program-tree.ts';
import { expectAllNamed, expectOnlyNeeded } from './program-checks.ts';
import { expectLibrary } from './served-library.ts';
import { windowsTarget } from './targets.ts';
import { filesIn } from './tree-modes.ts';
import { startWine, type WineMachine } from './windows/wine-machine.ts';

let screen: ChildProcess;
let wine: WineMachine;
/** The folders of the program, of the data and of the Start menu. */
let program: string;
let data: string;
let startMenu: string;
beforeAll(async () => {
  screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(screen.stdout!, 'data')) as [Buffer];
  wine = await startWine(`:${line.toString().trim()}`);
  const home = join(wine.driveC, 'users', 'root');
  program = join(home, 'AppData/Local/Programs/Safelight');
  data = join(home, 'AppData/Local/Safelight');
  startMenu = join(home, 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs');
});
afterAll(async () => {
  await wine[Symbol.asyncDispose]();
  screen.kill();
});

const installer = join(madePackages, `${programName(windowsTarget)}.exe`);
const inWindows = 'C:\\users\\root\\AppData\\Local\\Programs\\Safelight';
const safelight = `wine '${inWindows}\\node.exe' '${inWindows}\\dist\\main.js'`;
const uninstallKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Safelight';
const runKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

const answers = async (url: string) => (await fetch(`${url}/health`).catch(() => null))?.status ?? null;
/** Where the Safelight that runs now answers. */
const servedAt = async (): Promise<string> => {
  const file = join(data, 'server.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 60_000 }).toContain('http');
  const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
  await expect.poll(() => answers(url), { timeout: 60_000 }).toBe(200);
  return url;
};

test('the installer needs no answer, and brings a program, an entry in the Start menu and one to remove it', async () => {
  expect(await wine.run(`wine '${installer}' /S`)).toMatchObject({ code: 0 });
  expect(filesIn(program)).toEqual(expect.arrayContaining(['Safelight.exe', 'bin/safelight.cmd', 'uninstall.exe']));
  expect(readdirSync(startMenu)).toContain('Safelight.lnk');
  const { stdout } = await wine.run(`wine reg query '${uninstallKey}'`);
  expect(stdout).toContain(`DisplayVersion    REG_SZ    ${manifest.version}\n`);
  expect(stdout).toContain(`UninstallString    REG_SZ    "${inWindows}\\uninstall.exe"\n`);
});

test('it brought programs for Windows only, no file that it does not need, and all licences', () => {
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
  await expectLibrary(wine, await servedAt(), safelight);
});

test('start at login starts it without a window, too', async () => {
  expect(await wine.run(`${safelight} settings set autostart true`)).toMatchObject({ code: 0 });
  const { stdout } = await wine.run(`wine reg query '${runKey}' /v Safelight`);
  expect(stdout).toContain(`"${inWindows}\\Safelight.exe" "--data-dir" `);
});

test('installed again while it runs, it closes the one that runs; what people made stays', async () => {
  const url = await servedAt();
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
  const url = await servedAt();
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
