import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { License } from '../../build/licenses.ts';
import { makeAptRepository } from './apt-repository.ts';
import { type Pressing, tarGz } from './archive.ts';
import { makeDeb } from './deb.ts';
import { debName } from './made-packages.ts';
import { makeProgramTree, manifest, root } from './program-tree.ts';
import { makeRpm, rpmName } from './rpm.ts';
import { type LockedPackages, sbom } from './sbom.ts';
import { sourceDate } from './source-date.ts';
import { makeApp } from './macos/app.ts';
import { homebrewCask } from './macos/cask.ts';
import { type AnyTarget, macTargets, targets } from './targets.ts';
import { makeInstaller } from './windows/installer.ts';
import { wingetManifest } from './windows/winget.ts';

export type PackageOptions = {
  /** Emptied first. */
  folder: string;
  targets?: readonly AnyTarget[];
  pressing?: Pressing;
  /** gpg's name for the key that signs the apt repository. */
  aptKey?: string | undefined;
};

/** What a package may weigh, in MB (10^6 bytes), so that it stays a short download. */
const LIMITS = { '.tar.gz': 70, '.deb': 50, '.rpm': 50, '.exe': 75, '.zip': 75 };

/** Makes all packages of this version. Returns the paths of its files; SHA256SUMS is the last. */
export async function makePackages({
  folder,
  targets: wanted = targets,
  pressing = 'small',
  aptKey,
}: PackageOptions): Promise<string[]> {
  const { version } = manifest;
  const date = sourceDate(root);
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'safelight-packages-'));
  const made: string[] = [];
  try {
    for (const target of wanted) {
      const name = `safelight-${version}-${target.name}`;
      const program = join(work, name);
      const licenses = makeProgramTree(program, { target, date });
      const bill = join(folder, `${name}.cdx.json`);
      writeFileSync(bill, sbom({ version, date, platform: target.name, licenses, locked }));
      const making = { folder, name, program, licenses, version, date, pressing, work: join(work, 'one') };
      made.push(bill, ...(await packagesOf(target, making)));
      for (const done of [program, making.work]) rmSync(done, { recursive: true, force: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const cask = writeCask(folder, made);
  if (cask !== null) made.push(cask);
  if (pressing === 'small') for (const file of made) refuseLarge(file, statSync(file).size);
  const debs = wanted.flatMap((target) =>
    target.os === 'linux' ? [{ file: join(folder, debName(target.debian)), target }] : [],
  );
  if (debs.length > 0) makeAptRepository(join(folder, 'apt'), debs, { date, key: aptKey ?? null });
  made.sort();
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(sums, made.map((file) => `${sha256Of(file)}  ${basename(file)}\n`).join(''));
  return [...made, sums];
}

type Making = {
  folder: string;
  /** Of the files, without an ending. */
  name: string;
  program: string;
  licenses: readonly License[];
  version: string;
  date: number;
  pressing: Pressing;
  work: string;
};

/** Makes the packages of one platform from its program's folder, and returns their paths. */
async function packagesOf(target: AnyTarget, making: Making): Promise<string[]> {
  const { folder, name, program, version, work } = making;
  const at = (end: string) => join(folder, end);
  switch (target.os) {
    case 'linux': {
      const files = {
        archive: at(`${name}.tar.gz`),
        deb: at(debName(target.debian)),
        rpm: at(rpmName({ version, target })),
      };
      tarGz(program, files.archive, making);
      await makeDeb(files.deb, { ...making, target, work: join(work, 'deb') });
      await makeRpm(files.rpm, { ...making, target, work: join(work, 'rpm') });
      return Object.values(files);
    }
    case 'win32': {
      const files = { installer: at(`${name}.exe`), winget: at(`safelight-${version}-winget.yaml`) };
      await makeInstaller(files.installer, making);
      const sha256 = sha256Of(files.installer);
      writeFileSync(files.winget, wingetManifest({ version, file: basename(files.installer), sha256 }));
      return Object.values(files);
    }
    case 'darwin': {
      const archive = at(`${name}.zip`);
      await makeApp(archive, { ...making, target });
      return [archive];
    }
  }
}

/** One for both kinds of Mac; null unless both archives were made. */
function writeCask(folder: string, made: readonly string[]): string | null {
  const [arm, intel] = macTargets.map(({ name }) => made.find((file) => file.endsWith(`-${name}.zip`)));
  if (arm === undefined || intel === undefined) return null;
  const { version } = manifest;
  const file = join(folder, `safelight-${version}-homebrew-cask.rb`);
  writeFileSync(file, homebrewCask({ version, sha256: { arm: sha256Of(arm), intel: sha256Of(intel) } }));
  return file;
}

/** Fails for a package that has become too large. */
export function refuseLarge(file: string, bytes: number): void {
  for (const [end, limit] of Object.entries(LIMITS)) {
    if (file.endsWith(end) && bytes > limit * 1e6)
      throw new Error(`${basename(file)} has ${(bytes / 1e6).toFixed(1)} MB; its limit is ${limit} MB.`);
  }
}

const sha256Of = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
