/** Safelight.app and its archive, made on Linux. Nothing is stripped or signed: what npm has is signed by its makers. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Pressing } from '../archive.ts';
import { executablesOf } from '../program-tree.ts';
import type { MacTarget } from '../targets.ts';
import { filesIn, fixModesAndTimes } from '../tree-modes.ts';
import { icnsFile, icnsSizes } from './icns.ts';
import { infoPlist } from './info-plist.ts';

/** Where the program lies in the archive. */
export const appProgram = 'Safelight.app/Contents/Resources/app';
export const appLauncher = 'Safelight.app/Contents/MacOS/Safelight';

export type AppOptions = {
  target: MacTarget;
  /** The program as makeProgramTree makes it. */
  program: string;
  version: string;
  /** Seconds. */
  date: number;
  pressing: Pressing;
  /** An empty folder of its own. */
  work: string;
};

export async function makeApp(file: string, options: AppOptions): Promise<void> {
  const { target, program, date, pressing, work } = options;
  const tree = join(work, 'zip');
  const contents = join(tree, 'Safelight.app/Contents');
  for (const folder of ['MacOS', 'Resources']) mkdirSync(join(contents, folder), { recursive: true });
  cpSync(program, join(tree, appProgram), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(contents, 'Info.plist'), infoPlist(options));
  const icon = await drawIcon(join(program, 'assets/icons/app.svg'));
  writeFileSync(join(contents, 'Resources/safelight.icns'), icon);
  compileLauncher(join(tree, appLauncher), target.goarch, join(work, 'go'));

  const programs = [...executablesOf(target)].map((path) => join(appProgram, path));
  fixModesAndTimes(tree, { executables: new Set([...programs, appLauncher]), date });
  rmSync(file, { force: true });
  // Without the times and owners that only this computer has; -y keeps links. Names are read in a fixed order.
  execFileSync('zip', ['-X', '-y', '-q', pressing === 'small' ? '-9' : '-1', file, '-@'], {
    cwd: tree,
    input: filesIn(tree).join('\n'),
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  });
}

async function drawIcon(drawing: string): Promise<Buffer> {
  const draw = async (size: number) =>
    [
      size,
      await sharp(drawing, { density: (72 * size) / 64 })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toBuffer(),
    ] as const;
  return icnsFile(new Map(await Promise.all(icnsSizes.map(draw))));
}

/** Go's linker signs programs for Apple silicon by itself (ad hoc); unsigned ones would not run there. */
function compileLauncher(file: string, goarch: MacTarget['goarch'], cache: string): void {
  const source = join(import.meta.dirname, 'launcher.go');
  execFileSync('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w -buildid=', '-o', file, source], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, GOCACHE: cache, GOPATH: cache, GOOS: 'darwin', GOARCH: goarch, CGO_ENABLED: '0' },
  });
}
