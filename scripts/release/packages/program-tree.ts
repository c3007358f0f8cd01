/** The program's folder as people get it, for one platform: what every package holds. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { License } from '../../build/licenses.ts';
import { sourceCommit } from './source-date.ts';
import { isNeeded } from './needed-files.ts';
import { platformOf, type Target } from './targets.ts';
import { toolLicenses } from './tool-licenses.ts';
import { licensesText, treeLicenses } from './tree-licenses.ts';
import { filesIn, fixModesAndTimes } from './tree-modes.ts';
import { makeStarter } from './windows/installer.ts';

export const root = join(import.meta.dirname, '../../..');

/** Who replaces the program with a newer one: see src/contract/updates.ts. */
const INSTALL_KINDS = { linux: 'portable', win32: 'windows', darwin: 'macos' } as const;

type Manifest = { version: string; description: string };
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** `folder` must not exist yet; `date` is in seconds. Returns whose work is in it. dist/ must be built. */
export function makeProgramTree(folder: string, { target, date }: { target: Target; date: number }): License[] {
  mkdirSync(folder, { recursive: true });
  const installed = mkdtempSync(join(tmpdir(), 'safelight-modules-'));
  try {
    installModules(installed, target);
    const modules = join(installed, 'node_modules');
    for (const path of filesIn(modules))
      if (isNeeded(path, target)) copy(join(modules, path), join(folder, 'node_modules', path));
    copy(join(modules, target.node), join(folder, nodeName(target)));
  } finally {
    rmSync(installed, { recursive: true, force: true });
  }
  cpSync(join(root, 'assets'), join(folder, 'assets'), { recursive: true });
  const dist = join(root, 'dist');
  for (const path of filesIn(dist)) if (isPartOfProgram(path)) copy(join(dist, path), join(folder, 'dist', path));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copy(join(root, name), join(folder, name));
  // The packages of a Linux system say what they are instead.
  writeFileSync(join(folder, 'install-kind'), `${INSTALL_KINDS[target.os]}\n`);
  const { version, description } = manifest;
  const ownManifest = {
    name: 'safelight',
    version,
    description,
    license: 'GPL-3.0-or-later',
    type: 'module',
    built: { commit: sourceCommit(root), date: new Date(date * 1000).toISOString().slice(0, 10) },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(ownManifest, null, 2)}\n`);
  addLaunchers(folder, target, date);
  const licenses = treeLicenses(folder, toolLicenses(target));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesText(licenses));
  fixModesAndTimes(folder, { executables: executablesOf(target), date });
  return licenses;
}

/**
 * A resident darktable looks for a folder `share` beside that of the program which it runs in, makes one if there is none, and ends where it
 * may not. That is only done on Linux.
 */
const nodeName = ({ os, node }: Target) => (os === 'linux' ? 'bin/node' : node.split('/').at(-1)!);
const SHARE = 'A darktable that Safelight keeps loaded looks for this folder beside that of the program it runs in.\n';

function addLaunchers(folder: string, target: Target, date: number): void {
  switch (target.os) {
    case 'linux':
      copy(join(import.meta.dirname, 'launcher.sh'), join(folder, 'safelight'));
      // The others' programs are signed, and stay as they are.
      strip(join(folder, nodeName(target)), '--strip-all');
      mkdirSync(join(folder, 'share'));
      writeFileSync(join(folder, 'share', 'about-this-folder'), SHARE);
      strip(join(folder, 'node_modules/better-sqlite3/prebuilds', `${platformOf(target)}.node`), '--strip-unneeded');
      break;
    case 'win32': {
      const cmd = readFileSync(join(import.meta.dirname, 'windows', 'safelight.cmd'), 'utf8');
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin', 'safelight.cmd'), cmd.replaceAll('\n', '\r\n'));
      const icon = join(folder, 'assets', 'icons', 'app.ico');
      makeStarter(join(folder, 'Safelight.exe'), { icon, version: manifest.version, date });
      break;
    }
    case 'darwin':
      // Its launcher lies elsewhere in the app.
      break;
  }
}

/** What people, Safelight and its parts run as programs; npm's own modes depend on the umask. Windows has no such modes. */
export function executablesOf(target: Target): Set<string> {
  if (target.os === 'win32') return new Set();
  return new Set([
    ...(target.os === 'linux' ? ['safelight'] : []),
    nodeName(target),
    'node_modules/open/xdg-open',
    'node_modules/exiftool-vendored.pl/bin/exiftool',
    ...(target.tray === null ? [] : [`node_modules/systray2/traybin/${target.tray}`]),
  ]);
}

/** Packages lie in dist/, too; notes about the build differ between computers. */
function isPartOfProgram(path: string): boolean {
  return !path.startsWith('packages/') && !path.startsWith('.') && !path.endsWith('.map');
}

/** npm fetches what the lock file names for the platform; this Node and this computer do not matter. */
function installModules(folder: string, target: Target): void {
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, name), join(folder, name));
  const platform = [`--os=${target.os}`, `--cpu=${target.cpu}`, ...(target.os === 'linux' ? ['--libc=glibc'] : [])];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['ci', '--prefix', folder, '--omit=dev', '--ignore-scripts', ...platform, ...quiet];
  const { npm_execpath, npm_node_execpath, ...others } = process.env;
  // An npm script is told its own project's folder.
  const env = Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'npm_config_local_prefix'));
  const [command, first] =
    npm_execpath === undefined ? ['npm', []] : [npm_node_execpath ?? process.execPath, [npm_execpath]];
  execFileSync(command, [...first, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env });
}

function strip(file: string, how: string): void {
  execFileSync('llvm-strip', [how, file]);
}

function copy(from: string, to: string): void {
  if (!existsSync(dirname(to))) mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
