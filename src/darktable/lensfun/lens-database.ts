import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ordinaryFileBytes } from '../../platform/ordinary-file.ts';
import { dataFolder } from '../data-folder.ts';
import type { Installation } from '../installation.ts';
import { type LensFile, readLensFile } from './lens-file.ts';

/** lensfun's cameras, lenses and mounts. null: its files were not found. */
export type LensDatabase = () => Promise<LensFile | null>;

/** Afterwards it is read anew: it is 4 MB of text, and seldom needed. */
const KEPT_MS = 60_000;

/**
 * The database that the installed darktable uses: the newest of lensfun's own folder and of those that
 * `lensfun-update-data` fills for the system and for the user, and the user's own files.
 *
 * @param userData Where programs keep the user's data: `~/.local/share`.
 */
export function lensDatabaseOf(
  installation: () => Promise<Pick<Installation, 'kind' | 'app'> | null>,
  userData: string,
): LensDatabase {
  let known: Promise<LensFile | null> | null = null;
  let forget: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(forget);
    forget = setTimeout(() => (known = null), KEPT_MS).unref();
    known ??= readAll(installation, userData);
    return known;
  };
}

async function readAll(
  installation: () => Promise<Pick<Installation, 'kind' | 'app'> | null>,
  userData: string,
): Promise<LensFile | null> {
  const share = await dataFolder(await installation());
  if (share === null) return null;
  const own = join(userData, 'lensfun');
  const folders = [join(share, '..', 'lensfun'), '/var/lib/lensfun-updates', join(own, 'updates')];
  const versions = (await Promise.all(folders.map(newestOf))).filter((found) => found !== null);
  if (versions.length === 0) return null;
  const { folder } = versions.reduce((best, one) => (one.timestamp > best.timestamp ? one : best));
  const files = [...(await filesOf(folder)), ...(await filesOf(own))];
  const all: LensFile = { cameras: [], lenses: [], mounts: new Map() };
  // One after the other: others get their turn between two files.
  for (const file of files) {
    const { cameras, lenses, mounts } = readLensFile(await ordinaryFileBytes(file).then(String, () => ''));
    all.cameras.push(...cameras);
    all.lenses.push(...lenses);
    for (const [mount, fitting] of mounts) all.mounts.set(mount, fitting);
  }
  return all;
}

/** The files of lensfun 0.3: `version_1`, with the time of the database in it. */
async function newestOf(folder: string): Promise<{ folder: string; timestamp: number } | null> {
  const at = join(folder, 'version_1');
  if (!(await stat(at).catch(() => null))?.isDirectory()) return null;
  const timestamp = Number(await ordinaryFileBytes(join(at, 'timestamp.txt')).then(String, () => '0')) || 0;
  return { folder: at, timestamp };
}

const filesOf = async (folder: string) =>
  (await readdir(folder).catch((): string[] => []))
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .map((name) => join(folder, name));
