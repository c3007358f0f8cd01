import { hash } from 'node:crypto';
import { entryTablesSql, renderedEntry, storeEntrySql } from './entry-columns.ts';

/** Incremented when records hold something else than before. */
const CONTENT = 8;

/** darktable dates a change a moment before or after it writes it. */
const MOMENT_MS = 2000;

/**
 * Our own tables in index.db. The mirrored tables next to them have darktable's names (`mirror.ts`).
 *
 * `entry` has what filters, sorting and search need (`entry-columns.ts`), `record` what an answer shows: separate, so that one can
 * be read in one go without the other. What many images share (camera and lens, their set of tags) is stored once. All are
 * written through the view `rendered`, one row per image. Every change of an image carries the generation that made it:
 * this is the change log, and it never grows beyond the images themselves.
 *
 * [Note: How old a history is] `record.history_ms` is when an image's history became what it is: a picture rendered
 * later shows it. `change_timestamp` alone is not enough (measured with 4.2.1): discarding a history clears it, one
 * loaded from a sidecar has the time of another computer, and the darkroom sets it at the first touch, long before it
 * writes the history. We trust it if it lies between our last check of the former history and our first check of this
 * one (or comes right after); otherwise the time of that first check counts, so that no old picture passes for a
 * current one. For the first build, there is only `change_timestamp`. No history is of the future: the clock was another then.
 */
const tables = `
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
${entryTablesSql}
CREATE INDEX entry_generation ON entry (generation);
CREATE INDEX entry_name ON entry (filename, version, id);
CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  history_key TEXT NOT NULL,
  history_ms INTEGER,                 -- see [Note: How old a history is]; NULL: nobody knows
  json TEXT NOT NULL
);
CREATE TABLE waiting_reject (key INTEGER PRIMARY KEY); -- see [Note: Rejects that wait]
CREATE TABLE gone (id INTEGER PRIMARY KEY, generation INTEGER NOT NULL);
CREATE INDEX gone_generation ON gone (generation);
CREATE VIEW rendered AS SELECT *, '' AS history_key, '' AS json,
  0 AS noticed_ms,                    -- the library was as it is at this time,
  0 AS former_ms                      -- and as we knew it at this one; NULL: nobody looked
  FROM entry;
CREATE TRIGGER rendered_insert INSTEAD OF INSERT ON rendered BEGIN
  ${storeEntrySql}
  INSERT OR REPLACE INTO record SELECT new.id, new.history_key,
    CASE
      WHEN former.id IS NULL THEN iif(new.history_key = '0', NULL, min(new.change_ms, new.noticed_ms))
      WHEN former.history_key <> new.history_key
        THEN iif(new.change_ms BETWEEN new.former_ms - ${MOMENT_MS} AND new.noticed_ms, new.change_ms, new.noticed_ms)
      WHEN new.change_ms BETWEEN former.history_ms - ${MOMENT_MS} AND former.history_ms THEN new.change_ms
      ELSE former.history_ms
    END, new.json
    FROM (SELECT 1) LEFT JOIN record AS former ON former.id = new.id;
END;
`;

/** By what the index holds: nobody can forget to change it. An index of another version is made anew. Positive, as SQLite keeps 32 bits with a sign. */
export const versionOf = (sql: string, content: number): number => {
  const bare = sql.replace(/--.*/g, '').replace(/\s+/g, ' ').trim();
  return (Number.parseInt(hash('sha256', `${content} ${bare}`).slice(0, 8), 16) >>> 1) | 1;
};

export const INDEX_VERSION = versionOf(tables + renderedEntry.values, CONTENT);

export const tablesSql = `${tables}PRAGMA user_version = ${INDEX_VERSION};`;

/**
 * Lets all histories be read without the records. Added later: whoever opens the file for writing creates it if
 * missing.
 */
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
