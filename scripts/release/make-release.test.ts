import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { readPublicKeys, readVersionFile } from '../../src/updates/version-file.ts';
import { makeRelease } from './make-release.ts';
import { makeSigningKey } from './signing-key.ts';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n### Added\n\n- **Culling:** it flies.\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n';

/** A small checkout of version 0.9.0 with a key, and what npm's scripts do in it. */
function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, key] = [join(folder, 'checkout'), join(folder, 'release.pem')];
  mkdirSync(join(root, 'assets'), { recursive: true });
  const write = (name: string, content: string) => writeFileSync(join(root, name), content);
  write('package.json', JSON.stringify({ name: 'safelight', version: '0.9.0' }));
  write('package-lock.json', JSON.stringify({ name: 'safelight', version: '0.9.0', lockfileVersion: 3, packages: {} }));
  write('CHANGELOG.md', CHANGELOG);
  write('README.md', '# Safelight\n');
  write('.gitignore', 'dist/\n');
  write('assets/update-keys.txt', '# The public keys.\n');
  makeSigningKey(root, key);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.org');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  const ran: string[] = [];
  const run = (script: string) => {
    ran.push(script);
    if (script !== 'package') return;
    mkdirSync(join(root, 'dist', 'packages'), { recursive: true });
    for (const platform of ['linux-amd64', 'linux-arm64'])
      writeFileSync(join(root, 'dist/packages', `safelight-1.0.0-${platform}.tar.gz`), gzipSync(Buffer.alloc(5000)));
  };
  return { root, key, git, ran, run, write, now: new Date('2026-12-01T10:00:00Z') };
}

test('a release has its version, its notes, its commit, a tag and a version file that Safelight trusts', () => {
  const { root, git, ran, ...rest } = checkout();
  const file = makeRelease({ root, version: '1.0.0', ...rest });
  expect(ran).toEqual(['test', 'package', 'test:packages']);
  const released = readVersionFile(readFileSync(file, 'utf8'), readPublicKeys(join(root, 'assets/update-keys.txt')));
  expect(released).toMatchObject({
    version: '1.0.0',
    date: '2026-12-01',
    notes: '### Added\n\n- **Culling:** it flies.',
    files: [
      { platform: 'linux-amd64', name: 'safelight-1.0.0-linux-amd64.tar.gz', unpacked: 5000 },
      { platform: 'linux-arm64' },
    ],
  });
  expect(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).toMatchObject({ version: '1.0.0' });
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(
    '## Unreleased\n\n## 1.0.0 - 2026-12-01\n\n### Added\n',
  );
  expect(git('log', '-1', '--format=%s')).toBe('chore(release): 1.0.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag', '--points-at', 'HEAD')).toBe('v1.0.0');
});

test.each<[string, string, RegExp, (stage: ReturnType<typeof checkout>) => void]>([
  ['a tree that is not clean', '1.0.0', /not committed/, ({ write }) => write('new.txt', '')],
  ['an older version', '0.8.9', /older than 0\.9\.0/, () => undefined],
  ['no version', 'one', /not a version/, () => undefined],
  ['a version that is released', '1.0.0', /released already/, ({ git }) => git('tag', 'v1.0.0')],
  [
    'nothing new',
    '1.0.0',
    /nothing under/,
    ({ write, git }) => {
      write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n');
      git('commit', '--all', '--quiet', '--message', 'no news');
    },
  ],
  [
    'a README that says otherwise',
    '1.0.0',
    /README\.md still says/,
    ({ write, git }) => {
      write('README.md', 'Nothing has been released yet.\n');
      git('commit', '--all', '--quiet', '--message', 'readme');
    },
  ],
])('%s is refused, and nothing is tested or changed', (_name, version, why, prepare) => {
  const stage = checkout();
  prepare(stage);
  const head = stage.git('rev-parse', 'HEAD');
  expect(() => makeRelease({ ...stage, version })).toThrow(why);
  expect(stage.ran).toEqual([]);
  expect(stage.git('rev-parse', 'HEAD')).toBe(head);
});

test('a key that no Safelight trusts is refused, and a key is never written over', () => {
  const stage = checkout();
  const stranger = checkout();
  expect(() => makeRelease({ ...stage, key: stranger.key, version: '1.0.0' })).toThrow('no Safelight would take');
  expect(() => makeSigningKey(stage.root, stage.key)).toThrow('EEXIST');
  expect(statSync(stage.key).mode & 0o777).toBe(0o600);
  expect(createPublicKey(readFileSync(stage.key)).asymmetricKeyType).toBe('ed25519');
});

test.each(['test', 'package', 'test:packages'])('when “%s” fails, there is no tag', (script) => {
  const stage = checkout();
  const run = (name: string) => {
    if (name === script) throw new Error('it failed');
    stage.run(name);
  };
  expect(() => makeRelease({ ...stage, run, version: '1.0.0' })).toThrow('it failed');
  expect(stage.git('tag')).toBe('');
  const isCommitted = stage.git('log', '-1', '--format=%s').startsWith('chore(release)');
  expect(isCommitted).toBe(script !== 'test');
});
