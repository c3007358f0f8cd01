/** The programs and libraries of this machine that the tests need, and how to get them. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's package for each program (by its name on the PATH) or library (by its file name, `….so.N`). */
export type Programs = Record<string, string>;

export const forTests: Programs = {
  darktable: 'darktable',
  'darktable-cli': 'darktable',
  Xvfb: 'xvfb',
  'dbus-run-session': 'dbus',
  'dbus-launch': 'dbus-x11',
  perl: 'perl',
  // The plugin for darktable is Lua.
  'lua5.4': 'lua5.4',
  'luac5.4': 'lua5.4',
  luacheck: 'lua-check',
  chromium: 'chromium',
  // The sessions in docs/api.md use these two.
  curl: 'curl',
  jq: 'jq',
  // The tray and what it starts.
  'dbus-daemon': 'dbus',
  'libappindicator3.so.1': 'libayatana-appindicator3-1',
  'notify-send': 'libnotify-bin',
  'desktop-file-validate': 'desktop-file-utils',
  zenity: 'zenity',
  xdotool: 'xdotool',
};

/** Where libraries lie: Debian keeps them in a folder named after the kind of processor. */
function libraryFolders(): string[] {
  const system = ['/usr/lib', '/usr/lib64', '/lib'];
  const inside = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.includes('-linux-')) : [];
  return [...system, ...inside.map((name) => join('/usr/lib', name))];
}

function isThere(program: string): boolean {
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

/** Installs what is missing where it can (Debian or Ubuntu, as root). What is missing still, and how to get it; null when nothing is. */
export function installSystemPackages(needed: Programs): string | null {
  const missing = () => Object.keys(needed).filter((program) => !isThere(program));
  const packages = (programs: string[]) => [...new Set(programs.map((program) => needed[program]!))];
  const first = missing();
  if (first.length === 0) return null;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/etc/debian_version')) {
    console.error(`Installing ${packages(first).join(', ')} …`);
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages(first));
  }
  const still = missing();
  if (still.length === 0) return null;
  return [
    `Missing on this computer: ${still.join(', ')}.`,
    `On Debian and Ubuntu, as root: apt-get install --no-install-recommends ${packages(still).join(' ')}`,
  ].join('\n');
}
