/** The schema generations (`db_info.version`) that Safelight reads: darktable 4.2 to 5.6. */
export const OLDEST_SCHEMA = 37;
export const NEWEST_SCHEMA = 57;

/** The schema names under which the two files are attached. */
export type At = { library: string; data: string };

/** library.db opened itself, data.db attached as `data`, like darktable does. */
export const AT_MAIN: At = { library: 'main', data: 'data' };

/**
 * What the statements must know about a library: versions differ in their columns, so columns are looked up, not
 * guessed.
 */
export type LibrarySchema = {
  version: number;
  /** Columns of `images`. */
  imageColumns: ReadonlySet<string>;
  tables: ReadonlySet<string>;
};

/** The part of node:sqlite and of better-sqlite3 that is needed here. */
export type Database = {
  prepare(sql: string): {
    get(...values: string[]): unknown;
    all(...values: string[]): unknown[];
  };
};

const schemaVersionSql = (at: At) =>
  `SELECT CAST(value AS INTEGER) AS version FROM ${at.library}.db_info WHERE key = 'version'`;

const imageColumnsSql = `SELECT name FROM pragma_table_info('images', ?)`;

const tablesSql = (at: At) => `SELECT name FROM ${at.library}.sqlite_schema WHERE type = 'table'`;

/** A file without these tables is not a darktable library. */
const NEEDED = [
  'db_info',
  'film_rolls',
  'images',
  'history',
  'history_hash',
  'color_labels',
  'tagged_images',
  'meta_data',
];

/**
 * Reads the schema of an opened library. null: a SQLite file, but not a darktable library. The version is returned as
 * stored, supported or not: see `isSupported`. Throws SQLite's errors when the file is not a database.
 */
export function readSchema(database: Database, at: At = AT_MAIN): LibrarySchema | null {
  const tables = new Set(names(database.prepare(tablesSql(at)).all()));
  if (!tables.has('db_info') || !tables.has('images')) return null;
  const row = database.prepare(schemaVersionSql(at)).get() as { version: number | null } | undefined;
  if (typeof row?.version !== 'number' || row.version <= 0) return null;
  const schema = {
    version: row.version,
    imageColumns: new Set(names(database.prepare(imageColumnsSql).all(at.library))),
    tables,
  };
  // An old library may lack a table; it is refused for its version, which tells people more.
  return isSupported(schema) && !NEEDED.every((table) => tables.has(table)) ? null : schema;
}

export const isSupported = ({ version }: { version: number }) => version >= OLDEST_SCHEMA && version <= NEWEST_SCHEMA;

const names = (rows: unknown[]) => rows.map((row) => (row as { name: string }).name);
