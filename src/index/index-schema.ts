/** Grows with every change of the tables or of what is put into them; an index of another version is built anew. */
export const INDEX_VERSION = 2;

/**
 * Our own tables of index.db. Beside them stand the mirrored ones, which have darktable's names (`mirror.ts`).
 *
 * `entry` is what filters, sorting and search need, `record` what an answer shows: apart, so that the one can be read in one go
 * without the other. What many images share (camera and lens, their set of tags) is there once. All are written through the view
 * `rendered`, one row an image. Every change of an image carries
 * the generation that made it: this is the change log, and it never grows beyond the images themselves.
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
CREATE TABLE record (id INTEGER PRIMARY KEY, history_key TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE gone (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
CREATE INDEX gone_generation ON gone (generation);
CREATE VIEW rendered AS SELECT *, '' AS tag_ids, '' AS gear, '' AS history_key, '' AS json FROM entry;
CREATE TRIGGER rendered_insert INSTEAD OF INSERT ON rendered BEGIN
  INSERT OR IGNORE INTO tag_set (tag_ids) VALUES (new.tag_ids);
  INSERT OR IGNORE INTO gear (texts) VALUES (new.gear);
  INSERT OR REPLACE INTO entry VALUES (new.id, new.generation, new.film_id, new.rating, new.labels, new.flags, new.taken_ms,
    new.import_ms, new.change_ms, new.aspect_ratio, (SELECT id FROM tag_set WHERE tag_ids = new.tag_ids),
    (SELECT id FROM gear WHERE texts = new.gear), new.filename_key, new.own_text);
  INSERT OR REPLACE INTO record VALUES (new.id, new.history_key, new.json);
END;
PRAGMA user_version = ${INDEX_VERSION};
`;

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
