/** The programs of this machine that the end-to-end tests need, and how to get them. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's package for each program; a path where it is no program. */
const needed: Record<string, string> = {
  darktable: 'darktable',
  'darktable-cli': 'darktable',
  Xvfb: 'xvfb',
  'dbus-run-session': 'dbus',
  'dbus-launch': 'dbus-x11',
  perl: 'perl',
  chromium: 'chromium',
  // The session in the README uses these two.
  curl: 'curl',
  jq: 'jq',
};

function isThere(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const missing = () => Object.keys(needed).filter((program) => !isThere(program));

/** Installs what is missing where it can (Debian or Ubuntu, as root); says what is missing still. */
export function installSystemPackages(): string[] {
  const first = missing();
  if (first.length === 0) return [];
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/etc/debian_version')) {
    const names = [...new Set(first.map((program) => needed[program]!))];
    console.error(`Installing ${names.join(', ')} …`);
    const apt = (...args: string[]) =>
      execFileSync('apt-get', args, {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  }
  return missing().map((program) => `${program} (on Debian and Ubuntu: apt-get install ${needed[program]!})`);
}
