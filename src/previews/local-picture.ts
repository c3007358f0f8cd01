import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { jpegHead } from './jpeg-head.ts';
import { pictureFacts, type FileFacts } from './picture-file.ts';
import { isOfPhotograph, type PhotographFacts } from './same-photograph.ts';

const ownExtensions = new Set(['.jpg', '.jpeg', '.jpe', '.png']);
const jpegName = /^(.+)\.(?:jpg|jpeg|jpe)$/i;

/** Whether browsers can show the image file itself, so that no embedded picture is needed. */
export const isShownAsItIs = (path: string) => ownExtensions.has(extname(path).toLowerCase());

/**
 * A JPEG with the same stem beside a raw file, if it is the camera's picture of the same moment: see [Note: A name is not a photograph]. The
 * folder is that of `image.path`.
 */
export async function pictureBeside(image: PhotographFacts): Promise<FileFacts | null> {
  const beside = await jpegBeside(image.path);
  const facts = beside === null ? null : await pictureFacts(beside);
  return facts && isOfPhotograph(image, await jpegHead(facts)) ? facts : null;
}

type Jpegs = { byStem: Map<string, string>; byLowerCaseStem: Map<string, string | null> };

/** The JPEGs of recently used folders, valid for one modification time of the folder. */
const folders = new LRUCache<string, { changedMs: number; jpegs: Jpegs }>({ max: 100 });

async function jpegBeside(path: string): Promise<string | null> {
  const folder = dirname(path);
  try {
    const changedMs = (await stat(folder)).mtimeMs;
    let known = folders.get(folder);
    if (known?.changedMs !== changedMs) {
      known = { changedMs, jpegs: jpegsAmong(await readdir(folder)) };
      // A folder changed just now may change again within the same tick of the file system's clock.
      if (Date.now() - changedMs > 2000) folders.set(folder, known);
    }
    const stem = basename(path, extname(path));
    // Cameras and card readers do not agree on case: img_1.jpg belongs to IMG_1.CR2, unless there are two candidates.
    const name = known.jpegs.byStem.get(stem) ?? known.jpegs.byLowerCaseStem.get(stem.toLowerCase());
    return name ? join(folder, name) : null;
  } catch {
    return null;
  }
}

function jpegsAmong(names: string[]): Jpegs {
  const byStem = new Map<string, string>();
  const byLowerCaseStem = new Map<string, string | null>();
  for (const name of names.sort()) {
    const stem = jpegName.exec(name)?.[1];
    if (stem === undefined) continue;
    if (!byStem.has(stem)) byStem.set(stem, name);
    const lower = stem.toLowerCase();
    const other = byLowerCaseStem.get(lower);
    byLowerCaseStem.set(lower, other === undefined || other === name ? name : null);
  }
  return { byStem, byLowerCaseStem };
}
