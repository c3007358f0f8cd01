/** Grows with every change of the tables or of what is put into them; an index of another version is built anew. */
export const INDEX_VERSION = 3;

/** darktable dates a change a moment before or after it writes it. */
const MOMENT_MS = 2000;

/**
 * Our own tables of index.db. Beside them stand the mirrored ones, which have darktable's names (`mirror.ts`).
 *
 * `entry` is what filters, sorting and search need, `record` what an answer shows: apart, so that the one can be read in one go
 * without the other. What many images share (camera and lens, their set of tags) is there once. All are written through the view
 * `rendered`, one row an image. Every change of an image carries
 * the generation that made it: this is the change log, and it never grows beyond the images themselves.
 *
 * [Note: How old a history is] `record.history_ms` is when the history of an image became what it is: a picture rendered later shows it.
 * `change_timestamp` alone does not tell (measured with 4.2.1): discarding a history clears it, one loaded from a sidecar brings the time
 * of another computer along, and the darkroom sets it with the first touch, long before it writes the history. It is believed where it
 * lies between our last look at the former history and our first one at this (or comes right after); else the time of that look counts,
 * so that no old picture passes for a current one. Of the first build, only `change_timestamp` is there to go by.
 */
export const tablesSql = `
CREATE TABLE state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  incarnation TEXT NOT NULL,          -- another one: built anew, nothing known of the former holds
  library TEXT NOT NULL,
  library_schema INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  names_generation INTEGER NOT NULL,  -- the last one that changed a tag or a film roll
  gone_since INTEGER NOT NULL,        -- 'gone' is complete for the generations after this one
  complete INTEGER NOT NULL,          -- 0 during the first build
  stamp TEXT                          -- of the library at the last complete sync
);
CREATE TABLE entry (
  id INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,
  film_id INTEGER NOT NULL,
  rating INTEGER NOT NULL,
  labels INTEGER NOT NULL,
  flags INTEGER NOT NULL,             -- 1 raw, 2 HDR, 4 edited
  taken_ms INTEGER,
  import_ms INTEGER,
  change_ms INTEGER,
  aspect_ratio REAL,
  tag_set_id INTEGER NOT NULL,
  gear_id INTEGER NOT NULL,
  filename_key TEXT NOT NULL,         -- folded
  own_text TEXT NOT NULL              -- folded: title, description
);
CREATE INDEX entry_generation ON entry (generation);
CREATE INDEX entry_filename ON entry (filename_key, id);
CREATE TABLE tag_set (id INTEGER PRIMARY KEY, tag_ids TEXT NOT NULL UNIQUE); -- JSON array
CREATE TABLE gear (id INTEGER PRIMARY KEY, texts TEXT NOT NULL UNIQUE);      -- folded: camera, lens
CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  history_key TEXT NOT NULL,
  history_ms INTEGER,                 -- see [Note: How old a history is]; NULL: nobody knows
  json TEXT NOT NULL
);
CREATE TABLE gone (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
CREATE INDEX gone_generation ON gone (generation);
CREATE VIEW rendered AS SELECT *, '' AS tag_ids, '' AS gear, '' AS history_key, '' AS json,
  0 AS noticed_ms,                    -- the library was as it is at this time,
  0 AS former_ms                      -- and as we knew it at this one; NULL: nobody looked
  FROM entry;
CREATE TRIGGER rendered_insert INSTEAD OF INSERT ON rendered BEGIN
  INSERT OR IGNORE INTO tag_set (tag_ids) VALUES (new.tag_ids);
  INSERT OR IGNORE INTO gear (texts) VALUES (new.gear);
  INSERT OR REPLACE INTO entry VALUES (new.id, new.generation, new.film_id, new.rating, new.labels, new.flags, new.taken_ms,
    new.import_ms, new.change_ms, new.aspect_ratio, (SELECT id FROM tag_set WHERE tag_ids = new.tag_ids),
    (SELECT id FROM gear WHERE texts = new.gear), new.filename_key, new.own_text);
  INSERT OR REPLACE INTO record SELECT new.id, new.history_key,
    CASE
      WHEN former.id IS NULL THEN iif(new.history_key = '0', NULL, new.change_ms)
      WHEN former.history_key <> new.history_key
        THEN iif(new.change_ms BETWEEN new.former_ms - ${MOMENT_MS} AND new.noticed_ms, new.change_ms, new.noticed_ms)
      WHEN new.change_ms BETWEEN former.history_ms - ${MOMENT_MS} AND former.history_ms THEN new.change_ms
      ELSE former.history_ms
    END, new.json
    FROM (SELECT 1) LEFT JOIN record AS former ON former.id = new.id;
END;
PRAGMA user_version = ${INDEX_VERSION};
`;

/** So that all histories are read without the records beside them. Added later: made where it is missing, by whoever opens the file to write. */
export const historyIndexSql = 'CREATE INDEX IF NOT EXISTS record_history ON record (id, history_key, history_ms)';

export type StateRow = {
  incarnation: string;
  library: string;
  library_schema: number;
  generation: number;
  names_generation: number;
  gone_since: number;
  complete: 0 | 1;
  stamp: string | null;
};
export const stateSql = `SELECT incarnation, library, library_schema, generation, names_generation, gone_since, complete, stamp FROM state`;
