/** A folder made the same on every computer: modes and times do not depend on who unpacked it, and when. */
import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All files and links below a folder, in a fixed order, with slashes. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Everybody may read everything; `executables` (paths in the folder) may also be run. `date` is in seconds. */
export function fixModesAndTimes(folder: string, { executables, date }: { executables: Set<string>; date: number }) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of ['', ...paths]) {
    const full = join(folder, path);
    const state = lstatSync(full);
    if (!state.isSymbolicLink()) chmodSync(full, state.isDirectory() || executables.has(path) ? 0o755 : 0o644);
    lutimesSync(full, date, date);
  }
}
