import { dataBeside } from '../darktable/locate.ts';
import { z } from 'zod';
import { Connection, type LibraryReader } from './connection.ts';
import { LibraryFiles } from './lock-free.ts';

/**
 * [Note: The fingerprint of a library] darktable gives a library no identity, and another library may take over its
 * path. So we recognize a library by a few of its images and the times they were imported: darktable never reuses an id
 * within one library, and remembers the last one. Someone who deletes all images and imports others still has the same
 * library.
 */
export const Fingerprint = z.array(z.object({ id: z.int(), imported: z.string() }));
export type Fingerprint = z.infer<typeof Fingerprint>;

/** With fewer images, all of them could have been deleted since. */
const LEAST = 3;

/**
 * Up to sixteen, spread over the library; `imported` is in darktable's microseconds, too large for a JavaScript number.
 */
const fingerprintSql = `
SELECT id, CAST(import_timestamp AS TEXT) AS imported FROM images WHERE import_timestamp > 0 AND id IN (
  SELECT (SELECT min(id) FROM images WHERE id >= low + (high - low) * value / 15)
  FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]'),
    (SELECT min(id) AS low, max(id) AS high FROM images))
ORDER BY id`;

const matchSql = `
SELECT count(*) FILTER (WHERE CAST(images.import_timestamp AS TEXT) = known.value ->> 'imported') AS shared,
  count(images.id) AS taken, max(known.value ->> 'id') AS last,
  (SELECT max(seq) FROM sqlite_sequence WHERE name = 'images') AS given
FROM json_each(:fingerprint) AS known LEFT JOIN images ON images.id = known.value ->> 'id'`;

/** null: the library has too few images for a fingerprint, or cannot be read now. Blocks for a few milliseconds. */
export function fingerprintOf(file: string): Fingerprint | null {
  const fingerprint = look(file, (reader) => Fingerprint.parse(reader.all(fingerprintSql)));
  return fingerprint !== null && fingerprint.length >= LEAST ? fingerprint : null;
}

/**
 * `same`: images of the fingerprint are in it. `another`: their ids belong to other images, or have not been given out
 * yet. `unsure`: all of them are gone, as after emptying the library. null: this cannot be decided now.
 */
export type Match = 'same' | 'another' | 'unsure';

/** Whether this is the library with that fingerprint. Blocks for a few milliseconds. */
export function matchOf(file: string, fingerprint: Fingerprint): Match | null {
  return look(file, (reader) => {
    const found = reader.get(matchSql, { fingerprint: JSON.stringify(fingerprint) });
    const { shared, taken, last, given } = found as {
      shared: number;
      taken: number;
      last: number;
      given: number | null;
    };
    if (shared > 0) return 'same';
    return taken > 0 || (given ?? 0) < last ? 'another' : 'unsure';
  });
}

function look<T>(file: string, read: (reader: LibraryReader) => T): T | null {
  const files = new LibraryFiles(file, dataBeside(file));
  try {
    const stamp = files.settledNow();
    if (stamp === null) return null;
    const connection = new Connection(files, stamp);
    try {
      const result = connection.foundSchema ? read(connection) : null;
      return files.isStill(stamp) ? result : null;
    } finally {
      connection.close();
    }
  } catch {
    // Damaged, or changing all the time: opening the library reports what is wrong.
    return null;
  } finally {
    files.close();
  }
}
