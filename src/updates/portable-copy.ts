import { accessSync, constants, existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InstallKind } from '../contract/updates.ts';
import { isAlive } from '../platform/is-alive.ts';
import { isMissing, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';

/**
 * A portable copy and its updates.
 *
 * [Note: Updates lie beside] The folder that people have unpacked stays as it is. An update is unpacked into
 * `updates/<version>` in it, and the launcher starts the version that `updates/current` names, or its own if that is
 * missing or damaged. That file is replaced in one step, and only once the new version has answered, so that there is a
 * working Safelight at every moment. A launcher of any version must go on to understand it.
 */

/** An unfinished folder: `.part-<pid>-<random>`. */
export const PART = '.part-';

export interface PortableCopy {
  /** The folder that was unpacked first. */
  base: string;
  /** What people and desktops start. */
  launcher: string;
  /** Where updates lie. */
  updates: string;
}

/** How the program in a folder was installed: packages bring a file that says so. */
export function installKind(programDir: string): InstallKind {
  try {
    return InstallKind.parse(readFileSync(join(programDir, 'install-kind'), 'utf8').trim());
  } catch {
    return 'checkout';
  }
}

/** The portable copy that a program belongs to, be it the first version or an update; null for any other program. */
export function portableCopy(programDir: string): PortableCopy | null {
  if (installKind(programDir) !== 'portable') return null;
  const parent = dirname(programDir);
  const isUpdate = basename(parent) === 'updates' && installKind(dirname(parent)) === 'portable';
  const base = isUpdate ? dirname(parent) : programDir;
  return { base, launcher: join(base, 'safelight'), updates: join(base, 'updates') };
}

export function isWritable({ base, updates }: PortableCopy): boolean {
  try {
    accessSync(existsSync(updates) ? updates : base, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** From now on the launcher starts this version. */
export function makeCurrent({ updates }: PortableCopy, version: string): void {
  replaceFile(join(updates, 'current'), `${version}\n`, { mode: 0o644, isDurable: true });
}

/** null: there was no update. Throws file system errors. */
export function currentUpdate({ updates }: PortableCopy): string | null {
  try {
    return readOrdinaryFile(join(updates, 'current'), 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Removes unfinished updates whose makers are gone, and versions that the launcher no longer starts and nobody runs. */
export function removeFormer(copy: PortableCopy): void {
  if (!existsSync(copy.updates) || !isWritable(copy)) return;
  const current = currentUpdate(copy);
  for (const { name } of readdirSync(copy.updates, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = join(copy.updates, name);
    const maker = name.startsWith(PART) ? Number.parseInt(name.slice(PART.length)) : null;
    if (maker === null ? name === current || isRunFrom(folder) : maker === process.pid || isAlive(maker)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two versions may run at once, with a data folder each. */
function isRunFrom(folder: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        const typed = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return [readlinkSync(`/proc/${pid}/exe`), ...typed].some((path) => path.startsWith(`${folder}/`));
      } catch {
        // It has ended, or belongs to somebody else.
        return false;
      }
    });
}
