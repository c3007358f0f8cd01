/** The programs and libraries that the tests need on this machine, and how to get them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's package for each program (by its name in the PATH), library (by its file name, `….so.N`) or other file (by its path). */
export type Programs = Record<string, string>;

const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** What a real darktable needs that nobody sees. */
export const forDarktable: Programs = {
  darktable: 'darktable',
  'darktable-cli': 'darktable',
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  perl: 'perl',
  xdotool: 'xdotool',
};

/** Debian has Chromium without windows as a package of its own. It takes a quarter less of the processor (e2e/playwright.config.ts). */
export const forBrowser: Programs = {
  ...(isDebian ? { 'chromium-headless-shell': 'chromium-headless-shell' } : { chromium: 'chromium' }),
  // Puts an authority into the store that Chromium trusts.
  certutil: 'libnss3-tools',
  // Stands before Safelight as a proxy.
  nginx: 'nginx-light',
};

/** Single test files need these; `scripts/test/needed-programs.ts` says which. */
export const forUnitTests: Programs = {
  // The plugin for darktable is Lua.
  'lua5.4': 'lua5.4',
  'luac5.4': 'lua5.4',
  luacheck: 'lua-check',
  // The examples in docs/api.md use these two.
  curl: 'curl',
  jq: 'jq',
  // The tray and the programs it starts.
  'dbus-daemon': 'dbus',
  'dbus-run-session': 'dbus',
  'dbus-launch': 'dbus-x11',
  'libappindicator3.so.1': 'libayatana-appindicator3-1',
  'notify-send': 'libnotify-bin',
  'desktop-file-validate': 'desktop-file-utils',
  zenity: 'zenity',
  xdotool: 'xdotool',
  Xvfb: 'xvfb',
  git: 'git',
  // The destinations that pictures are published to, and proxies, as real servers.
  apache2: 'apache2-bin',
  lighttpd: 'lighttpd',
  '/usr/lib/lighttpd/mod_webdav.so': 'lighttpd-mod-webdav',
  nginx: 'nginx-light',
  rclone: 'rclone',
  pebble: 'pebble',
  'pebble-challtestsrv': 'pebble',
  sshd: 'openssh-server',
  ssh: 'openssh-client',
  openssl: 'openssl',
};

/** Where libraries are: Debian has a folder named after the processor type. */
function libraryFolders(): string[] {
  const system = ['/usr/lib', '/usr/lib64', '/lib'];
  const inside = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.includes('-linux-')) : [];
  return [...system, ...inside.map((name) => join('/usr/lib', name))];
}

function isThere(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program);
  if (program.includes('.so.')) return libraryFolders().some((folder) => existsSync(join(folder, program)));
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Those of the programs that this computer lacks. */
export const missingOf = (needed: Programs): string[] => Object.keys(needed).filter((program) => !isThere(program));

/**
 * Installs what is missing where possible (Debian or Ubuntu, as root). Returns what is still missing, and how to get
 * it; null when nothing is.
 */
export async function installSystemPackages(needed: Programs): Promise<string | null> {
  const first = missingOf(needed);
  if (first.length === 0) return null;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/etc/debian_version')) {
    console.error(`Installing ${packagesOf(first, needed).join(', ')} …`);
    const apt = (...args: string[]) =>
      once(
        spawn('apt-get', args, {
          stdio: ['ignore', 2, 2],
          // Servers that tests start themselves are not to run otherwise.
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
        }),
        'exit',
      ).catch(() => undefined);
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', '--no-install-recommends', ...packagesOf(first, needed));
  }
  const still = missingOf(needed);
  if (still.length === 0) return null;
  return `Missing on this computer: ${still.join(', ')}.\nOn Debian and Ubuntu, as root: ${howToGet(still, needed)}`;
}

/** The command that installs those programs on Debian and Ubuntu, as root. */
export const howToGet = (programs: readonly string[], needed: Programs): string =>
  `apt-get install --no-install-recommends ${packagesOf(programs, needed).join(' ')}`;

const packagesOf = (programs: readonly string[], needed: Programs) => [
  ...new Set(programs.map((program) => needed[program]!)),
];
