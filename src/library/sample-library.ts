import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { isAlive } from '../platform/is-alive.ts';

/** Placeholder in the film rolls of the shipped sample for the folder where it will be installed. */
export const samplePrefix = '/safelight-sample';

/** Name of an unfinished copy: `.sample-<pid>-<random>`. */
const draftPrefix = '.sample-';

/**
 * The sample library, for people without a darktable library: its pictures, library.db and data.db are copied from
 * `<assetsDir>/sample` to `<dataDir>/sample` on first use. An existing copy is left alone, with everything its owner
 * changed in it.
 *
 * The copy appears complete or not at all: it is made in a draft folder and renamed. Throws the file system's errors (a
 * full disk, a data-dir that cannot be written, a missing asset).
 */
export async function installSample({
  assetsDir,
  dataDir,
}: {
  assetsDir: string;
  dataDir: string;
}): Promise<{ library: string }> {
  const home = path.join(dataDir, 'sample');
  const library = path.join(home, 'library.db');
  if (existsSync(library)) return { library };

  await mkdir(dataDir, { recursive: true });
  await removeLeftovers(dataDir);
  const draft = await mkdtemp(path.join(dataDir, `${draftPrefix}${process.pid}-`));
  try {
    await cp(path.join(assetsDir, 'sample'), draft, { recursive: true });
    settle(path.join(draft, 'library.db'), home);
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another Safelight process may have installed it first; its copy is as good.
    if (!existsSync(library)) throw error;
  }
  return { library };
}

/** Replaces the placeholder in the film rolls with the real folder. This copy is ours alone, so we may write to it. */
function settle(library: string, home: string): void {
  const database = new Database(library, { fileMustExist: true });
  try {
    const rolls = database.prepare<[], { id: number; folder: string }>('SELECT id, folder FROM film_rolls').all();
    const move = database.prepare<[string, number]>('UPDATE film_rolls SET folder = ? WHERE id = ?');
    database.transaction(() => {
      for (const { id, folder } of rolls) {
        move.run(path.join(home, ...folder.slice(samplePrefix.length).split('/')), id);
      }
    })();
  } finally {
    database.close();
  }
}

/** Drafts of processes that were killed half-way. */
async function removeLeftovers(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(draftPrefix));
  const orphans = drafts.filter((name) => !isAlive(Number.parseInt(name.slice(draftPrefix.length), 10)));
  await Promise.all(orphans.map((name) => rm(path.join(dataDir, name), { recursive: true, force: true })));
}
