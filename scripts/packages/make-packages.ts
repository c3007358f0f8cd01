import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Pressing, tarGz } from './archive.ts';
import { makeDeb } from './deb.ts';
import { makeProgramTree, manifest, root } from './program-tree.ts';
import { makeRpm, rpmName } from './rpm.ts';
import { type LockedPackages, sbom } from './sbom.ts';
import { sourceDate } from './source-date.ts';
import { type Target, targets } from './targets.ts';

export type PackageOptions = {
  /** Emptied first. */
  folder: string;
  targets?: readonly Target[];
  pressing?: Pressing;
};

/** What a package may weigh, in MB (10^6 bytes), so that it stays a short download. */
const LIMITS = { '.tar.gz': 70, '.deb': 50, '.rpm': 50 };

/** Makes all packages of this version. Returns the paths of its files; SHA256SUMS is the last. */
export async function makePackages({
  folder,
  targets: wanted = targets,
  pressing = 'small',
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
      const platform = `linux-${target.debian}`;
      const name = `safelight-${version}-${platform}`;
      const tree = join(work, name);
      const licences = makeProgramTree(tree, { target, date });
      const archive = join(folder, `${name}.tar.gz`);
      tarGz(tree, archive, { date, pressing });
      const bill = join(folder, `${name}.cdx.json`);
      writeFileSync(bill, sbom({ version, date, platform, licences, locked }));
      const deb = join(folder, `safelight_${version}_${target.debian}.deb`);
      const debWork = join(work, `deb-${target.debian}`);
      await makeDeb(deb, { target, program: tree, licences, version, date, pressing, work: debWork });
      const rpm = join(folder, rpmName({ version, target }));
      const rpmWork = join(work, `rpm-${target.rpm}`);
      await makeRpm(rpm, { target, program: tree, version, date, pressing, work: rpmWork });
      made.push(archive, bill, deb, rpm);
      for (const done of [tree, debWork, rpmWork]) rmSync(done, { recursive: true, force: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (pressing === 'small') for (const file of made) refuseLarge(file, statSync(file).size);
  made.sort();
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(sums, made.map((file) => `${sha256(file)}  ${basename(file)}\n`).join(''));
  return [...made, sums];
}

/** Fails for a package that has become too large. */
export function refuseLarge(file: string, bytes: number): void {
  for (const [end, limit] of Object.entries(LIMITS)) {
    if (file.endsWith(end) && bytes > limit * 1e6)
      throw new Error(`${basename(file)} has ${(bytes / 1e6).toFixed(1)} MB; its limit is ${limit} MB.`);
  }
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
