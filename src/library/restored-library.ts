import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';

/** How many images may have been imported since the backup, when the present library does not say. */
const UNKNOWN_IMAGES = 100_000;

/** darktable never gives the id of an image twice: this is the last one that it gave. */
const givenSql = (schema: 'main' | 'present') => `SELECT max(seq) FROM ${schema}.sqlite_sequence WHERE name = 'images'`;
const giveSqls = [
  "UPDATE main.sqlite_sequence SET seq = max(seq, :given) WHERE name = 'images'",
  `INSERT INTO main.sqlite_sequence (name, seq)
   SELECT 'images', :given WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = 'images')`,
];

/** An image without edits may have no hash. One with another end, or with every module off, may have the hash that it had. */
const otherHistorySql = `SELECT images.id FROM main.images
  LEFT JOIN present.images AS image ON image.id = images.id
  LEFT JOIN main.history_hash AS old ON old.imgid = images.id LEFT JOIN present.history_hash AS now ON now.imgid = images.id
  WHERE now.current_hash IS NOT old.current_hash OR image.history_end IS NOT images.history_end
    OR (SELECT sum(enabled) FROM present.history WHERE imgid = images.id) IS NOT
      (SELECT sum(enabled) FROM main.history WHERE imgid = images.id)`;

/**
 * Makes a copy of an older library fit for the place of the present one. Two things know images by their ids and outlive
 * the library: darktable's thumbnails, and everything of Safelight. So ids that were given since are never given again, and
 * the library does not say that thumbnails of a newer history show the older one. `present`: a copy of the library
 * that is there now; null: none can be read. Returns the images whose history is, or may be, another now.
 */
export function makeFitForNow(file: string, present: string | null): number[] {
  const database = new Database(file, { fileMustExist: true });
  try {
    const isKnown = present !== null && attach(database, present);
    return database.transaction(() => {
      const given = isKnown ? (givenIn(database, 'present') ?? 0) : (givenIn(database, 'main') ?? 0) + UNKNOWN_IMAGES;
      for (const sql of giveSqls) database.prepare(sql).run({ given });
      const outdated = isKnown ? otherHistorySql : 'SELECT id FROM main.images';
      const ids = database.prepare(outdated).pluck().all() as number[];
      if (hasThumbnailColumns(database))
        database.exec(`UPDATE main.images SET thumb_timestamp = -1, thumb_maxmip = 0 WHERE id IN (${outdated})`);
      database.exec(`UPDATE main.history_hash SET mipmap_hash = NULL WHERE imgid IN (${outdated})`);
      return ids;
    })();
  } finally {
    database.close();
  }
}

const givenIn = (database: Database.Database, schema: 'main' | 'present') =>
  database.prepare(givenSql(schema)).pluck().get() as number | null;

function attach(database: Database.Database, present: string): boolean {
  // SQLite would make a missing one.
  if (!existsSync(present)) return false;
  try {
    database.prepare('ATTACH ? AS present').run(present);
    givenIn(database, 'present');
    database.prepare(otherHistorySql).get();
    return true;
  } catch {
    // Damaged, or not a library.
    return false;
  }
}

const hasThumbnailColumns = (database: Database.Database) =>
  database
    .prepare("SELECT count(*) FROM pragma_table_info('images') WHERE name IN ('thumb_timestamp', 'thumb_maxmip')")
    .pluck()
    .get() === 2;
