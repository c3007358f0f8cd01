/** The portable copy on a clean Debian 13, in a folder that nobody can write and whose name has spaces and umlauts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CleanMachine, startMachine } from '../../test/machines/clean-machine.ts';
import { madePackages, programName } from './made-packages.ts';
import { ownTarget } from './targets.ts';
import { expectLibrary, startSafelight } from './served-library.ts';

const folder = '/opt/Programme für schöne Bilder';
const program = `${folder}/${programName(ownTarget)}`;
const launcher = `'${program}/safelight'`;

let machine: CleanMachine;
beforeAll(async () => {
  machine = await startMachine('trixie', { packages: madePackages });
});
afterAll(() => machine[Symbol.asyncDispose]());

/** Names, sizes and contents of all files. */
const state = async () =>
  (await machine.runAsRoot(`cd '${folder}' && find . -type f -exec sha256sum {} + | sort`)).stdout;

describe('the portable copy on a clean Debian 13', () => {
  test('unpacks, and names the library that is missing in one line', async () => {
    const unpacked = await machine.runAsRoot(
      `mkdir '${folder}' && tar -xzf /packages/${programName(ownTarget)}.tar.gz -C '${folder}' && mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}'`,
    );
    expect(unpacked).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout, stderr } = await machine.run(`${launcher} serve`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Safelight needs libatomic\.so\.1, .* apt install libatomic1 [^\n]*\n$/);
  });

  test('serves the sample library, and writes nothing into its folder', async () => {
    expect(await machine.runAsRoot('apt-get install -y -qq libatomic1')).toMatchObject({ code: 0 });
    expect(await machine.runAsRoot(`touch '${program}/x'`)).toMatchObject({ code: 1 });
    const before = await state();
    expect(before.split('\n').length).toBeGreaterThan(1000);
    const safelight = await startSafelight(machine, `${launcher} serve`);
    await expectLibrary(machine, safelight.url, launcher);
    expect(await safelight.end()).toBe(0);
    expect(await state()).toBe(before);
  });

  test('its ExifTool and the program for its tray can be run', async () => {
    const exiftool = await machine.run(`'${program}/node_modules/exiftool-vendored.pl/bin/exiftool' -ver`);
    expect(exiftool.stdout).toMatch(/^\d+\.\d+\n$/);
    const tray = await machine.run(`'${program}/node_modules/systray2/traybin/tray_linux_release'`);
    // It is found, but needs a library that comes with a desktop.
    expect(tray.stderr).toContain('libappindicator3.so.1');
  });
});
