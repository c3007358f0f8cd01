import { lstatSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CACHED_LEVELS } from './mipmap-cache.ts';

/** darktable's levels beyond those that can be asked for, its full size among them, are thrown away rather than kept. */
const DARKTABLE_LEVELS = [...CACHED_LEVELS, 8, 9, 10] as const;

/**
 * Takes darktable's thumbnails of an image out of its cache: darktable never rewrites one that exists, so it would show the
 * old picture for ever. People may still see them, labelled stale, among Safelight's own previews, unless those are newer.
 * Throws, when all have been tried, for those that could not be moved.
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
      'Old thumbnails stay in the cache',
    );
}

async function setAside(from: string, to: string | null): Promise<void> {
  // Most levels are not there, which is some microseconds to know; a turn through the thread pool may take milliseconds.
  const facts = lstatSync(from, { throwIfNoEntry: false });
  // What is no file there darktable has not made.
  if (facts?.isFile() !== true) return;
  const own = to === null ? null : await stat(to).catch(() => null);
  if (to === null || (own && own.mtimeMs >= facts.mtimeMs)) await rm(from, { force: true });
  else await move(from, to, facts);
}

/** Keeps the time of last change, by which a picture is known to be stale. */
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
