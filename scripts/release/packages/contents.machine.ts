/** What is in the packages of every processor: for the right one, whole, valid, and the same when made again. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { debianSystem, inSystem } from '../../test/chroots/debian-system.ts';
import { elfMachine } from './elf-machine.ts';
import { debName, madePackages, programName } from './made-packages.ts';
import { manifest } from './program-tree.ts';
import { makePackages } from './make-packages.ts';
import { expectAllNamed, expectOnlyNeeded } from './program-checks.ts';
import { rpmName } from './rpm.ts';
import { linuxTargets, macTargets, windowsTarget } from './targets.ts';
import { filesIn } from './tree-modes.ts';

/** A Debian with what checks packages. */
let checker: string;
let unpacked: string;
beforeAll(() => {
  const packages = ['lintian', 'appstream', 'desktop-file-utils', 'man-db', 'rpm', 'zsh', 'fish', 'ruby'];
  checker = debianSystem('packages-trixie', { suite: 'trixie', packages });
  unpacked = mkdtempSync(join(tmpdir(), 'safelight-unpacked-'));
});
afterAll(() => rmSync(unpacked, { recursive: true, force: true }));

function check(...typed: string[]) {
  const [command, ...args] = [...inSystem(checker), ...typed];
  const { status, stdout, stderr } = spawnSync(command!, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return { status, said: (stdout + stderr).trim() };
}

test('SHA256SUMS names every file, and each is whole', () => {
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: madePackages, stdio: 'pipe' });
  const named = readFileSync(join(madePackages, 'SHA256SUMS'), 'utf8').trim().split('\n');
  expect(named.map((line) => line.split('  ')[1]).sort()).toEqual(
    readdirSync(madePackages)
      // The apt repository has sums of its own.
      .filter((name) => name !== 'SHA256SUMS' && name !== 'apt')
      .sort(),
  );
});

describe.each(linuxTargets)('for $debian', (target) => {
  const { debian } = target;

  test('the portable copy has only programs for it, and no file that it does not need', () => {
    execFileSync('tar', ['-xzf', join(madePackages, `${programName(target)}.tar.gz`), '-C', unpacked]);
    expectOnlyNeeded(join(unpacked, programName(target)), target);
  });

  test('the SBOM names every package in it', () => {
    expectAllNamed(join(unpacked, programName(target)), target);
  });

  test('lintian, appstreamcli and desktop-file-validate find nothing wrong with the .deb', () => {
    const deb = join(madePackages, debName(debian));
    expect(check('lintian', '--allow-root', '--fail-on', 'error,warning', '--tag-display-limit', '0', deb)).toEqual({
      status: 0,
      said: '',
    });
    const root = join(unpacked, `deb-${debian}`);
    execFileSync('dpkg-deb', ['-x', deb, root]);
    const share = join(root, 'usr/share');
    // Safelight has no homepage to name.
    const appstream = ['appstreamcli', 'validate', '--no-net', '--override=url-homepage-missing=info'];
    for (const typed of [
      [...appstream, join(share, 'metainfo/org.safelight.Safelight.metainfo.xml')],
      ['desktop-file-validate', join(share, 'applications/safelight.desktop')],
      ['zsh', '-n', join(share, 'zsh/vendor-completions/_safelight')],
    ])
      expect(check(...typed)).toMatchObject({ status: 0 });
    const fish = join(share, 'fish/vendor_completions.d/safelight.fish');
    expect(check('fish', '-c', `source ${fish}; complete -C "safelight plugin st"`).said.split('\n')).toEqual([
      'start\tstart darktable if it is not running',
      'status\tshow the status of darktable and the plugin',
    ]);
  });
});

describe.each(linuxTargets)('the .rpm for $rpm', (target) => {
  const rpm = join(madePackages, rpmName({ version: manifest.version, target }));
  const ask = (...args: string[]) => check('rpm', ...args).said.split('\n');

  test('asks for what Node, its modules and ExifTool need, and offers only itself', () => {
    expect(ask('-qp', '--queryformat', '%{NAME} %{VERSION} %{ARCH}', rpm)).toEqual([
      `safelight ${manifest.version} ${target.rpm}`,
    ]);
    const needed = ask('-qp', '--requires', rpm).filter((name) => !name.startsWith('rpmlib('));
    expect(needed).toEqual(
      expect.arrayContaining(['libatomic.so.1()(64bit)', '/usr/bin/perl', 'perl(Compress::Zlib)']),
    );
    expect(needed.length).toBeLessThan(10);
    expect(ask('-qp', '--provides', rpm).every((name) => name.startsWith('safelight'))).toBe(true);
  });

  test('is installed whole, and removed without a trace', () => {
    const system = join(unpacked, `rpm-${target.rpm}`);
    // rpm is in a chroot itself here, which it mentions.
    const inside = (...args: string[]) => {
      const { status, said } = check('rpm', '--root', system, '--dbpath', '/var/lib/rpm', '--nodeps', ...args);
      return { status, said: said.replace('warning: private mounts in chroot not implemented', '').trim() };
    };
    const well = { status: 0, said: '' };
    expect(inside('--ignorearch', '-i', rpm)).toEqual(well);
    expect(inside('-V', 'safelight')).toEqual(well);
    expect(elfMachine(join(system, 'usr/lib/safelight/bin/node'))).toBe(target.elfMachine);
    expect(filesIn(join(system, 'usr')).length).toBeGreaterThan(1000);
    expect(inside('-e', 'safelight')).toEqual(well);
    expect(filesIn(system).filter((path) => path.includes('safelight'))).toEqual([]);
    expect(readdirSync(join(system, 'usr/lib'))).not.toContain('safelight');
  });
});

test('the cask for Homebrew is Ruby, and names the archives by their sums', () => {
  const cask = readFileSync(join(madePackages, `safelight-${manifest.version}-homebrew-cask.rb`), 'utf8');
  // What Homebrew would call, as a recorder: the words of a cask are methods, and blocks are called.
  const recorder = `
    class Words < BasicObject
      def method_missing(word, *values, **named)
        ::Kernel.puts([word, *values, *named.map { |key, value| "#{key}=#{value}" }].join(" "))
        if word == :version
          @version ||= values.first
        else
          named.values.first || "somewhere"
        end
      end
    end
    def cask(name, &block) = Words.new.instance_eval(&block)
`;
  const { status, said } = check('ruby', '-W0', '-e', recorder + cask);
  expect(status, said).toBe(0);
  const sums = readFileSync(join(madePackages, 'SHA256SUMS'), 'utf8');
  const sumOf = (name: string) => new RegExp(`^([0-9a-f]{64}) {2}${name}$`, 'm').exec(sums)![1];
  const [arm, intel] = macTargets.map((target) => sumOf(`${programName(target)}.zip`));
  expect(said.split('\n')).toEqual(
    expect.arrayContaining([`version ${manifest.version}`, `sha256 arm=${arm} intel=${intel}`, 'app Safelight.app']),
  );
});

test('the same sources give the same bytes', async () => {
  const sums = [];
  for (const name of ['one', 'two']) {
    const folder = join(unpacked, name);
    await makePackages({ folder, targets: [linuxTargets[0], windowsTarget, macTargets[0]], pressing: 'quick' });
    sums.push(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
    expect(statSync(join(folder, debName('amd64'))).size).toBeGreaterThan(30e6);
  }
  expect(sums[1]).toBe(sums[0]);
});
