import { platformOf, type Target } from './targets.ts';

/**
 * Of what npm installs, more than half is never read by a program that runs: sources, types, tests, programs for other
 * systems. [Note: What is left out] A rule leaves out what is named here, and keeps the rest.
 */

/** Folders that hold no code that runs, in any package. */
const IDLE_FOLDERS = /^(\..*|tests?|__tests__|spec|examples?|benchmarks?)$/i;

const IDLE_FILES = /^\.|\.(map|[cm]?ts|tsbuildinfo|markdown|md|flow|sh|test\.[cm]?js)$/i;

const LICENSE = /^(licen[cs]e|copying|unlicense|notice)/i;

/** In single packages: sources of what is compiled, pages, command lines that nobody calls. Paths below node_modules. */
const UNUSED = [
  '@types',
  'node-addon-api',
  'type-fest',
  '@emnapi',
  'ajv/lib',
  'better-sqlite3/binding.gyp',
  'better-sqlite3/deps',
  'better-sqlite3/src',
  'buildcheck',
  'cpu-features',
  'dbus-native/bin',
  'exiftool-vendored.exe/bin/exiftool_files/windows_exiftool.txt',
  'exiftool-vendored.exe/patches',
  'exiftool-vendored.pl/bin/Changes',
  'exiftool-vendored.pl/bin/Makefile.PL',
  'exiftool-vendored.pl/bin/build_geolocation',
  'exiftool-vendored.pl/bin/config_files',
  'exiftool-vendored.pl/bin/fmt_files',
  'exiftool-vendored.pl/bin/html',
  'exiftool-vendored.pl/bin/perl-Image-ExifTool.spec',
  'exiftool-vendored.pl/patches',
  'he/bin',
  'is-docker/cli.js',
  'is-inside-container/cli.js',
  'luxon/build/amd',
  'luxon/build/cjs-browser',
  'luxon/build/global',
  'luxon/src',
  'nan',
  'pino-pretty/bin.js',
  'pino/bin.js',
  'pino/docs',
  'pino/index.html',
  'qr/src',
  'semver/bin',
  'sharp/src',
  'ssh2/install.js',
  'ssh2/lib/protocol/crypto/binding.gyp',
  'ssh2/lib/protocol/crypto/src',
  'ssh2/util',
  'xml2js/lib/xml2js.bc.js',
  'zod/src',
];

/** Whether the program needs a file of node_modules; `path` is below that folder, with slashes. */
export function isNeeded(path: string, target: Target): boolean {
  const folders = path.split('/');
  const name = folders.pop()!;
  const [scopeOrName = '', inScope] = folders;
  const platform = platformOf(target);
  const [nodePackage] = target.node.split('/');
  if (UNUSED.some((unused) => path === unused || path.startsWith(`${unused}/`))) return false;
  if (scopeOrName === '@img' && inScope!.startsWith('sharp-') && !inScope!.endsWith(`-${platform}`)) return false;
  // The binary itself has its place in bin/.
  if (/^node-(bin-)?(linux|darwin|win)/.test(scopeOrName))
    return scopeOrName === nodePackage && ['LICENSE', 'package.json'].includes(name);
  if (folders.join('/') === 'better-sqlite3/prebuilds') return name === `${platform}.node`;
  if (folders.join('/') === 'systray2/traybin') return name === target.tray;
  if (LICENSE.test(name)) return true;
  // The only text of its licenses.
  if (inScope === `sharp-libvips-${platform}` && name === 'README.md') return true;
  // ExifTool's list of cities, by which it would name the place of a picture: nobody asks it to.
  if (name === 'Geolocation.dat') return false;
  // Perl's modules have names of their own.
  if (/^exiftool-vendored\.(pl|exe)$/.test(scopeOrName)) return !/\.(pod|md)$/.test(name);
  return !folders.some((folder) => IDLE_FOLDERS.test(folder)) && !IDLE_FILES.test(name);
}
