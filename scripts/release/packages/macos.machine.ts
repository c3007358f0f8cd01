/** Safelight.app, file by file: no Mac has run it here. */
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installSystemPackages } from '../../test/system-packages.ts';
import { appLauncher, appProgram } from './macos/app.ts';
import { type MachO, readMachO } from './macos/mach-o.ts';
import { madePackages, programName } from './made-packages.ts';
import { expectAllNamed, expectOnlyNeeded } from './program-checks.ts';
import { executablesOf, manifest } from './program-tree.ts';
import { macTargets } from './targets.ts';
import { filesIn } from './tree-modes.ts';

let unpacked: string;
beforeAll(async () => {
  expect(await installSystemPackages({ unzip: 'unzip', python3: 'python3-minimal' })).toBeNull();
  unpacked = mkdtempSync(join(tmpdir(), 'safelight-app-'));
  for (const target of macTargets)
    execFileSync('unzip', ['-q', join(madePackages, `${programName(target)}.zip`), '-d', join(unpacked, target.name)]);
});
afterAll(() => rmSync(unpacked, { recursive: true, force: true }));

/** By whom a program is signed. Apple silicon runs nothing unsigned; macOS for Intel does. */
const node = { team: 'HX7739G8FX', isAdHoc: false, isWhole: true };
const nobody = { team: null, isAdHoc: true, isWhole: true };
const expected = {
  'macos-arm64': { node, native: { cpu: 'arm64', signature: nobody } },
  'macos-x64': { node, native: { cpu: 'x64', signature: null } },
};

describe.each(macTargets)('Safelight.app for $name', (target) => {
  const at = (path: string) => join(unpacked, target.name, path);

  test('has only programs for it, no file that it does not need, and all licenses', () => {
    expectOnlyNeeded(at(appProgram), target);
    expectAllNamed(at(appProgram), target);
  });

  test('its programs are for its processor, and are signed as those who made them have signed them', () => {
    const found = new Map<string, MachO>();
    for (const path of filesIn(at('Safelight.app'))) {
      const read = readMachO(at(join('Safelight.app', path)));
      // Numbers of versions change.
      if (read !== null)
        found.set(
          path
            .split('/')
            .at(-1)!
            .replace(/[-.]\d[\d.]*(?=\.)/, ''),
          read,
        );
    }
    const { node, native } = expected[target.name];
    expect(Object.fromEntries(found)).toEqual({
      Safelight: native,
      node: { cpu: target.cpu, signature: node },
      [`darwin-${target.cpu}.node`]: native,
      [`sharp-darwin-${target.cpu}.node`]: native,
      'libvips-cpp.dylib': native,
      tray_darwin_release: { cpu: 'x64', signature: null },
    });
  });

  test('what is run may be run by everybody, and nothing else', () => {
    const programs = [appLauncher, ...[...executablesOf(target)].map((path) => join(appProgram, path))].sort();
    const modes = filesIn(at('.')).map((path) => [path, lstatSync(at(path)).mode & 0o777] as const);
    expect(modes.filter(([, mode]) => mode !== 0o644)).toEqual(programs.map((path) => [path, 0o755]));
  });

  test('its property list names the launcher and the icon, and keeps it out of the Dock', () => {
    const read = 'import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))';
    const list = JSON.parse(
      execFileSync('python3', ['-c', read, at('Safelight.app/Contents/Info.plist')], { encoding: 'utf8' }),
    ) as Record<string, unknown>;
    expect(list).toMatchObject({
      CFBundleExecutable: 'Safelight',
      CFBundleShortVersionString: manifest.version,
      LSMinimumSystemVersion: '13.5',
      LSUIElement: true,
      LSArchitecturePriority: [target.cpu === 'x64' ? 'x86_64' : 'arm64'],
    });
    const icon = readFileSync(at(`Safelight.app/Contents/Resources/${String(list.CFBundleIconFile)}`));
    expect(icon.toString('latin1', 0, 4)).toBe('icns');
    expect(icon.readUInt32BE(4)).toBe(icon.length);
  });
});

test('its launcher hands all words over to the Node of the app, also through a link', () => {
  // The same source, for this computer.
  const app = join(unpacked, 'Größe & co', 'Safelight.app/Contents');
  mkdirSync(join(app, 'Resources/app'), { recursive: true });
  writeFileSync(join(app, 'Resources/app/node'), '#!/bin/sh\nprintf "<%s>" "$@"; exit 3\n', { mode: 0o755 });
  const source = join(import.meta.dirname, 'macos/launcher.go');
  execFileSync('go', ['build', '-o', join(app, 'MacOS/Safelight'), source], {
    env: { PATH: process.env.PATH, GOCACHE: join(unpacked, 'go'), CGO_ENABLED: '0' },
  });
  const link = join(unpacked, 'safelight');
  symlinkSync(join(app, 'MacOS/Safelight'), link);
  const { stdout, status } = spawnSync(link, ['-psn_0_1', 'settings', 'set', 'a b', ''], { encoding: 'utf8' });
  expect(stdout).toBe(`<${join(app, 'Resources/app/dist/main.js')}><settings><set><a b><>`);
  expect(status).toBe(3);
});

test("Homebrew's cask names both archives by their sums", () => {
  const cask = readFileSync(join(madePackages, `safelight-${manifest.version}-homebrew-cask.rb`), 'utf8');
  const sums = readFileSync(join(madePackages, 'SHA256SUMS'), 'utf8').split('\n');
  for (const target of macTargets)
    expect(cask).toContain(sums.find((line) => line.endsWith(`${programName(target)}.zip`))!.split(' ')[0]);
});
