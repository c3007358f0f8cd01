import { lstatSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { CACHED_LEVELS } from './mipmap-cache.ts';
import { cachedFileFacts } from './picture-file.ts';
import { ShownHistories } from './shown-histories.ts';

/** Larger levels of darktable cannot be requested, so their files are deleted. */
const DARKTABLE_LEVELS = [...CACHED_LEVELS, 8, 9, 10] as const;

/**
 * Moves darktable's thumbnails of an image out of its cache: darktable never replaces an existing one, so it would show the old picture
 * for ever. Safelight can still show them as stale previews, unless it has newer ones. Tries all, then throws for those that could not
 * be moved.
 */
export async function setThumbnailsAside(mipmapFolder: string, previewFolder: string, imageId: number): Promise<void> {
  const tries = DARKTABLE_LEVELS.map((level) => {
    const name = join(String(level), `${imageId}.jpg`);
    return setAside(join(mipmapFolder, name), level > 7 ? null : join(previewFolder, name));
  });
  const failures = (await Promise.allSettled(tries)).filter((result) => result.status === 'rejected');
  if (failures.length > 0)
    throw new AggregateError(
      failures.map(({ reason }) => reason as unknown),
      'Old thumbnails could not be removed from the cache',
    );
}

/**
 * For images that have an older history again: all their pictures count as stale, though they are newer. `folder`: where
 * `previews` and `shown-histories.db` of the library are; nobody may have them open. Failures are only logged.
 */
export async function setPicturesAside(
  imageIds: readonly number[],
  { mipmapFolder, folder, log }: { mipmapFolder: string; folder: string; log: Pick<Log, 'warn'> },
): Promise<void> {
  const previews = join(folder, 'previews');
  const shown = new ShownHistories(join(folder, 'shown-histories.db'), log);
  const failures: unknown[] = [];
  try {
    for (const id of imageIds) {
      await setThumbnailsAside(mipmapFolder, previews, id).catch((error: unknown) => failures.push(error));
      for (const level of CACHED_LEVELS) {
        const picture = cachedFileFacts(join(previews, String(level), `${id}.jpg`));
        if (picture) shown.noteUnknown(id, level, picture);
      }
    }
  } finally {
    shown.close();
  }
  if (failures.length > 0)
    log.warn({ images: failures.length, reason: reasonOf(failures[0]) }, 'darktable keeps newer thumbnails');
}

async function setAside(from: string, to: string | null): Promise<void> {
  // Synchronous: most levels are missing, which takes microseconds to find out; the thread pool can take milliseconds.
  const facts = lstatSync(from, { throwIfNoEntry: false });
  // darktable creates only files here.
  if (facts?.isFile() !== true) return;
  const own = to === null ? null : await stat(to).catch(() => null);
  if (to === null || (own && own.mtimeMs >= facts.mtimeMs)) await rm(from, { force: true });
  else await move(from, to, facts);
}

/** Keeps the modification time, which shows that the picture is stale. */
async function move(from: string, to: string, { atime, mtime }: { atime: Date; mtime: Date }): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const draft = `${to}.tmp`;
    await copyFile(from, draft);
    await utimes(draft, atime, mtime);
    await rename(draft, to);
    await rm(from, { force: true });
  }
}
