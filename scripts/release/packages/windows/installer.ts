/** The installer for Windows, made by NSIS on Linux. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pressing } from '../archive.ts';
import { filesIn } from '../tree-modes.ts';
import { bitmap } from './bitmap.ts';
import { installList, removeList } from './file-lists.ts';

/** In pixels: twice what Windows shows on a screen that does not scale. */
const SIDE = { width: 328, height: 628 };

export type InstallerOptions = {
  /** The program as makeProgramTree makes it. */
  program: string;
  version: string;
  /** Seconds. */
  date: number;
  pressing: Pressing;
  /** An empty folder of its own. */
  work: string;
};

export async function makeInstaller(file: string, options: InstallerOptions): Promise<void> {
  const { program, version, date, pressing, work } = options;
  const files = filesIn(program);
  const size = files.reduce((sum, path) => sum + Math.ceil(statSync(join(program, path)).size / 1024), 0);
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'install.nsh'), installList(program, files));
  writeFileSync(join(work, 'remove.nsh'), removeList(files));
  const side = join(work, 'side.bmp');
  writeFileSync(side, await bitmap(join(import.meta.dirname, 'side.svg'), SIDE));
  // NSIS keeps the times of files.
  utimesSync(side, date, date);
  makensis('installer.nsi', date, {
    OUT: file,
    VERSION: version,
    ICON: join(program, 'assets/icons/app.ico'),
    SIZE: String(size),
    INSTALL: join(work, 'install.nsh'),
    REMOVE: join(work, 'remove.nsh'),
    SIDE: side,
    PRESSING: pressing === 'small' ? '/SOLID lzma' : 'zlib',
  });
}

/** Makes Safelight.exe, which starts Safelight without a console window. */
export function makeStarter(file: string, { icon, version, date }: { icon: string; version: string; date: number }) {
  makensis('starter.nsi', date, { OUT: file, VERSION: version, ICON: icon });
}

function makensis(script: string, date: number, defines: Record<string, string>): void {
  const given = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`);
  execFileSync('makensis', ['-V2', '-NOCD', '-INPUTCHARSET', 'UTF8', ...given, join(import.meta.dirname, script)], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date), LC_ALL: 'C.UTF-8' },
  });
}
