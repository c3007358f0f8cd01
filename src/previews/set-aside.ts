import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CACHED_LEVELS } from './mipmap-cache.ts';

/** darktable's last level holds the full size; it is thrown away rather than kept. */
const DARKTABLE_LEVELS = [...CACHED_LEVELS, 8, 9, 10] as const;

/**
 * Takes darktable's thumbnails of an image out of its cache: darktable never rewrites one that exists, so it would show the
 * old picture for ever. People may still see them, labelled stale, among Safelight's own previews, unless those are newer.
 */
export async function setThumbnailsAside(mipmapFolder: string, previewFolder: string, imageId: number): Promise<void> {
  for (const level of DARKTABLE_LEVELS) {
    const from = join(mipmapFolder, String(level), `${imageId}.jpg`);
    const facts = await stat(from).catch(() => null);
    if (!facts) continue;
    const to = join(previewFolder, String(level), `${imageId}.jpg`);
    const own = await stat(to).catch(() => null);
    if (level > 7 || (own && own.mtimeMs >= facts.mtimeMs)) await rm(from, { force: true });
    else await move(from, to, facts);
  }
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
