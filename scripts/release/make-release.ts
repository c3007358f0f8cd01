import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isNewer, isVersion } from '../../src/updates/semver.ts';
import { type ReleaseFile, signedVersionFile } from '../../src/updates/version-file.ts';
import { linuxTargets } from './packages/targets.ts';
import { unreleasedNotes, withRelease } from './changelog.ts';
import { readSigningKey } from './signing-key.ts';

export interface ReleaseOptions {
  /** The checkout. */
  root: string;
  version: string;
  /** The file with the private key. */
  key: string;
  /** Runs one of npm's scripts, such as `test`; throws when it fails. */
  run: (script: string) => void;
  now?: Date;
}

/** What no release may say. */
const NOT_YET = 'Nothing has been released yet';

/**
 * Makes a release on this computer: checks, tests, version and changelog in a commit, packages that are tested, the signed version file,
 * a tag. Nothing is published. Returns the path of the version file. Throws with what is wrong; a release that failed after its commit has
 * no tag.
 */
export function makeRelease({ root, version, key: keyFile, run, now = new Date() }: ReleaseOptions): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const before = (JSON.parse(read('package.json')) as { version: string }).version;
  const tag = `v${version}`;
  const notes = unreleasedNotes(read('CHANGELOG.md'));
  if (!isVersion(version)) throw new Error(`${version} is not a version such as 1.2.0.`);
  if (isNewer(before, version)) throw new Error(`${version} is older than ${before}.`);
  if (git('tag', '--list', tag) !== '') throw new Error(`${tag} is released already.`);
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  if (notes === '') throw new Error('CHANGELOG.md has nothing under “Unreleased”.');
  for (const name of ['README.md', 'CHANGELOG.md'])
    if (read(name).includes(NOT_YET)) throw new Error(`${name} still says: ${NOT_YET}.`);
  const key = readSigningKey(root, keyFile);
  run('test');

  const date = now.toISOString().slice(0, 10);
  const args = ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'];
  execFileSync('npm', args, { cwd: root, stdio: 'ignore' });
  writeFileSync(join(root, 'CHANGELOG.md'), withRelease(read('CHANGELOG.md'), version, date));
  git('commit', '--all', '--quiet', '--message', `chore(release): ${version}`);
  run('package');
  run('test:packages');
  const folder = join(root, 'dist', 'packages');
  const files = linuxTargets.map(({ name }) => portableCopy(name, join(folder, `safelight-${version}-${name}.tar.gz`)));
  const versionFile = join(folder, 'version.json');
  writeFileSync(versionFile, signedVersionFile({ version, date, notes, files }, key));
  git('tag', '--annotate', tag, '--message', `Safelight ${version}`);
  return versionFile;
}

function portableCopy(platform: string, file: string): ReleaseFile {
  const bytes = readFileSync(file);
  return {
    platform,
    name: basename(file),
    size: bytes.length,
    // The last four bytes of a gzip file (RFC 1952).
    unpacked: bytes.readUInt32LE(bytes.length - 4),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
