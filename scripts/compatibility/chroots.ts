/** Debian 13 systems in a folder, each with a newer darktable than this machine's. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Debian 13 has: the version, and whether it comes from backports. */
const sources = { '5.0.1': { backports: false }, '5.4.1': { backports: true } } as const;
export type ChrootVersion = keyof typeof sources;
export const chrootVersions = Object.keys(sources) as ChrootVersion[];

const mirror = 'http://deb.debian.org/debian';
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
  });

/** Bound into the chroot: libraries are found through /proc, the X server's socket and our files lie in /tmp. */
const bound = ['/proc', '/dev', '/tmp'];
const isMounted = (place: string) => readFileSync('/proc/mounts', 'utf8').includes(` ${place} `);

/** Runs `use` with a command that starts that darktable. Makes the chroot when it is not there (1 GB, a few minutes); it stays. */
export async function withChroot<T>(
  version: ChrootVersion,
  folder: string,
  use: (command: string) => Promise<T> | T,
): Promise<T> {
  const root = join(folder, version);
  if (!existsSync(join(root, 'etc', 'debian_version'))) {
    mkdirSync(folder, { recursive: true });
    run('debootstrap', '--variant=minbase', 'trixie', root, mirror);
  }
  try {
    for (const place of bound) if (!isMounted(root + place)) run('mount', '--bind', place, root + place);
    if (!existsSync(join(root, 'usr', 'bin', 'darktable'))) install(version, root);
    return await use(`chroot ${root} darktable`);
  } finally {
    for (const place of bound) if (isMounted(root + place)) run('umount', root + place);
  }
}

function install(version: ChrootVersion, root: string): void {
  const { backports } = sources[version];
  if (backports) {
    writeFileSync(join(root, 'etc/apt/sources.list.d/backports.list'), `deb ${mirror} trixie-backports main\n`);
  }
  run('chroot', root, 'apt-get', 'update', '-qq');
  const from = backports ? ['-t', 'trixie-backports'] : [];
  run('chroot', root, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...from, 'darktable');
}
