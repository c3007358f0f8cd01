/** The package for Debian, Ubuntu and their kin. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { License } from '../../build/licenses.ts';
import type { Pressing } from './archive.ts';
import { debianChangelog, debianControl, debianCopyright, lintianOverrides } from './deb-texts.ts';
import { executablesOf } from './program-tree.ts';
import { makeSystemTree, compressed, programFolder } from './system-tree.ts';
import type { LinuxTarget } from './targets.ts';
import { filesIn, fixModesAndTimes } from './tree-modes.ts';

export type DebOptions = {
  target: LinuxTarget;
  program: string;
  licenses: readonly License[];
  version: string;
  /** Seconds. */
  date: number;
  pressing: Pressing;
  /** An empty folder of its own. */
  work: string;
};

export async function makeDeb(file: string, options: DebOptions): Promise<void> {
  const { target, version, date, licenses, pressing, work } = options;
  const system = join(work, 'root');
  const doc = join(system, 'usr/share/doc/safelight');
  const overrides = join(system, 'usr/share/lintian/overrides');
  const control = join(system, 'DEBIAN');

  await makeSystemTree(system, { ...options, zshFolder: 'usr/share/zsh/vendor-completions', kind: 'deb' });
  // Every Debian has the text of the GPL.
  rmSync(join(system, programFolder, 'LICENSE'));
  for (const folder of [doc, overrides, control]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(doc, 'copyright'), debianCopyright(licenses));
  writeFileSync(join(doc, 'changelog.gz'), compressed(debianChangelog({ version, date })));
  writeFileSync(join(overrides, 'safelight'), lintianOverrides);

  const files = filesIn(system).filter((path) => !path.startsWith('DEBIAN/'));
  const size = installedSize(system, files);
  const sums = files
    .filter((path) => !lstatSync(join(system, path)).isSymbolicLink())
    .map(
      (path) =>
        `${createHash('md5')
          .update(readFileSync(join(system, path)))
          .digest('hex')}  ${path}\n`,
    );
  writeFileSync(join(control, 'control'), debianControl({ target, version, size }));
  writeFileSync(join(control, 'md5sums'), sums.join(''));
  cpSync(join(import.meta.dirname, 'deb-postrm.sh'), join(control, 'postrm'));

  const programs = [...executablesOf(target)].map((path) => join(programFolder, path));
  fixModesAndTimes(system, { executables: new Set([...programs, 'DEBIAN/postrm']), date });
  const press = pressing === 'small' ? ['-Zxz', '-z6'] : ['-Zgzip', '-z1'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...press, '--build', system, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date) },
  });
}

/** In KiB, as Debian's policy counts: a file takes whole ones, and anything else takes one. */
function installedSize(system: string, files: readonly string[]): number {
  const folders = new Set(files.flatMap((path) => path.split('/').map((_, at, names) => names.slice(0, at).join('/'))));
  return files.reduce((sum, path) => {
    const state = lstatSync(join(system, path));
    return sum + (state.isSymbolicLink() ? 1 : Math.ceil(state.size / 1024));
  }, folders.size);
}
