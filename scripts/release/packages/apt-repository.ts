/** A folder that apt can install the .deb files from, wherever it is put: https://wiki.debian.org/DebianRepository/Format */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LinuxTarget } from './targets.ts';

export type AptOptions = {
  /** Seconds. */
  date: number;
  /** gpg's name for the key that signs it; null: it is not signed. */
  key: string | null;
};

const POOL = 'pool/main/s/safelight';
const DIST = 'dists/stable';

/** `debs`: the packages and what they are for. They are not copied: the folder has further names for the same files. */
export function makeAptRepository(
  folder: string,
  debs: readonly { file: string; target: LinuxTarget }[],
  { date, key }: AptOptions,
): void {
  mkdirSync(join(folder, POOL), { recursive: true });
  for (const { file } of debs) linkSync(file, join(folder, POOL, basename(file)));
  for (const { target } of debs) {
    const index = join(folder, DIST, 'main', `binary-${target.debian}`);
    mkdirSync(index, { recursive: true });
    const packages = ftpArchive(folder, '--arch', target.debian, 'packages', 'pool');
    writeFileSync(join(index, 'Packages'), packages);
    writeFileSync(join(index, 'Packages.gz'), gzipSync(packages, { level: 9 }));
  }
  const facts = {
    Origin: 'Safelight',
    Label: 'Safelight',
    Suite: 'stable',
    Codename: 'stable',
    Components: 'main',
    Architectures: debs.map(({ target }) => target.debian).join(' '),
  };
  const options = Object.entries(facts).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const release = ftpArchive(folder, ...options, 'release', DIST);
  const dated = release.replace(/^Date: .*$/m, `Date: ${new Date(date * 1000).toUTCString().replace('GMT', 'UTC')}`);
  writeFileSync(join(folder, DIST, 'Release'), dated);
  if (key !== null) sign(join(folder, DIST), key);
}

const ftpArchive = (folder: string, ...args: string[]) =>
  execFileSync('apt-ftparchive', args, { cwd: folder, encoding: 'utf8', maxBuffer: 10_000_000 });

function sign(folder: string, key: string): void {
  const gpg = (...args: string[]) =>
    execFileSync('gpg', ['--batch', '--yes', '--local-user', key, ...args, 'Release'], {
      cwd: folder,
      stdio: 'inherit',
    });
  gpg('--clearsign', '--output', 'InRelease');
  gpg('--armor', '--detach-sign', '--output', 'Release.gpg');
}
