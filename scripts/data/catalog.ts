import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const catalogFile = (folder: string, language: string) => join(folder, language, 'LC_MESSAGES', 'darktable.mo');

/**
 * The texts of a compiled gettext catalog (GNU gettext manual, "The Format of GNU MO Files"): two tables of lengths
 * and offsets, originals and translations. A context precedes its original, with an EOT between; plural forms follow
 * after a NUL.
 */
export function readCatalog(file: string): Map<string, string> {
  const bytes = readFileSync(file);
  if (bytes.readUInt32LE(0) !== 0x950412de) throw new Error(`${file} is no catalog of gettext in little-endian order`);
  const [count, originals, translations] = [bytes.readUInt32LE(8), bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  const text = (table: number, at: number) => {
    const start = bytes.readUInt32LE(table + at * 8 + 4);
    return bytes.toString('utf8', start, start + bytes.readUInt32LE(table + at * 8)).split('\0')[0]!;
  };
  return new Map(Array.from({ length: count }, (_, at) => [text(originals, at), text(translations, at)]));
}

/** The original without its context. */
export const withoutContext = (key: string): string => key.slice(key.indexOf('\u0004') + 1);
