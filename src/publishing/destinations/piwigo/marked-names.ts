import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/**
 * Piwigo keeps nothing of other programs at a picture, so the mark stands in the name of its file, which galleries show to nobody unless
 * they are told to: `IMG_1~3f2a90c1b7de.jpg`. Otherwise nobody could tell what was there before from what Safelight put there.
 */
export function markedName(name: string, mark: string): string {
  const extension = extname(name);
  const stem = name
    .slice(0, name.length - extension.length)
    // Databases of older galleries have three bytes for a letter.
    .replaceAll(/[\p{Cc}/\\:*?"<>|]|[\u{10000}-\u{10ffff}]/gu, '_')
    .slice(0, 100);
  return `${stem}~${hashOf(mark)}${extension.toLowerCase()}`;
}

const MARKED = /~([0-9a-f]{12})(\.[a-z0-9]+)$/;

/** Whether the file at Piwigo has that mark. */
export const hasMark = (file: string, mark: string) => MARKED.exec(file)?.[1] === hashOf(mark);

export const isMarked = (file: string) => MARKED.test(file);

/** The name that people gave. Piwigo writes `&` and quotation marks as HTML. */
export const plainName = (file: string) =>
  file.replace(MARKED, '$2').replaceAll(/&(amp|lt|gt|quot|#0?39);/g, (entity) => ENTITIES[entity] ?? entity);

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
};

const hashOf = (mark: string) => createHash('sha256').update(mark).digest('hex').slice(0, 12);
