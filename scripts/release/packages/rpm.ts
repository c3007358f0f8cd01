/** The package for Fedora, openSUSE and their kin, made by Debian's rpmbuild. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pressing } from './archive.ts';
import { executablesOf } from './program-tree.ts';
import { makeSystemTree, programFolder } from './system-tree.ts';
import type { LinuxTarget } from './targets.ts';
import { filesIn, fixModesAndTimes } from './tree-modes.ts';

export type RpmOptions = {
  target: LinuxTarget;
  program: string;
  version: string;
  /** Seconds. */
  date: number;
  pressing: Pressing;
  /** An empty folder of its own. */
  work: string;
};

export async function makeRpm(file: string, options: RpmOptions): Promise<void> {
  const { target, date, pressing, work } = options;
  const system = join(work, 'root');
  await makeSystemTree(system, { ...options, zshFolder: 'usr/share/zsh/site-functions', kind: 'rpm' });
  const programs = [...executablesOf(target)].map((path) => join(programFolder, path));
  fixModesAndTimes(system, { executables: new Set(programs), date });

  const spec = join(work, 'safelight.spec');
  writeFileSync(spec, rpmSpec({ ...options, system, files: filesIn(system) }));
  const defines = [
    `_topdir ${join(work, 'rpmbuild')}`,
    `_binary_payload ${pressing === 'small' ? 'w6.xzdio' : 'w1.gzdio'}`,
  ];
  mkdirSync(join(work, 'rpmbuild'));
  execFileSync(
    'rpmbuild',
    ['-bb', '--quiet', '--target', target.rpm, ...defines.flatMap((define) => ['--define', define]), spec],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(date), LC_ALL: 'C.UTF-8' },
    },
  );
  copyFileSync(join(work, 'rpmbuild', 'RPMS', target.rpm, rpmName(options)), file);
}

export const rpmName = ({ version, target }: { version: string; target: LinuxTarget }): string =>
  `safelight-${version}-1.${target.rpm}.rpm`;

type SpecOptions = { target: LinuxTarget; version: string; system: string; files: readonly string[] };

/**
 * The program brings most of what it loads, so nothing is found out by reading it: found that way, there would be 127
 * requirements, most of them inside. Names of libraries fit Fedora and openSUSE alike.
 */
export function rpmSpec({ target, version, system, files }: SpecOptions): string {
  const others = files.filter((path) => !path.startsWith(`${programFolder}/`)).map((path) => `"/${path}"`);
  return `%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _buildhost reproducible
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
Name: safelight
Version: ${version}
Release: 1
Summary: The darktable library in the browser, with an icon in the tray
License: GPL-3.0-or-later
Group: Productivity/Graphics
AutoReqProv: no
Requires: libatomic.so.1()(64bit), libstdc++.so.6(GLIBCXX_3.4.29)(64bit), libc.so.6(GLIBC_2.34)(64bit)
Requires: /usr/bin/perl, perl(Encode), perl(Time::Local), perl(Compress::Zlib)
Recommends: ${target.tray !== null ? 'libappindicator3.so.1()(64bit), ' : ''}xdg-utils
Suggests: darktable

%description
Safelight shows the photo library of darktable in the browser: to browse, to
search, to cull, to develop and to export, on this computer or on a phone. It
provides the library as an HTTP API, too.

It reads darktable's library without a lock, changes it only when asked to,
and never writes to photographs. It brings the Node that it runs on.

%install
cp -a "${system}/." "%{buildroot}/"

%files
%defattr(-,root,root)
/${programFolder}
${others.join('\n')}
`;
}
