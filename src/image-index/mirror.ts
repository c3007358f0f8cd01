import { withoutNumber } from '../library/image-sql.ts';
import type { At, LibrarySchema } from '../library/schema.ts';
import { imageOfKeySql } from '../library/waiting-rejects.ts';

/**
 * The mirror: what we read from the library, copied unchanged into tables with the same names. So comparing a library
 * with its mirror is plain SQL that runs while the library is at rest. Records are rendered from the mirror afterwards,
 * when the library may change again: the statements of `library/image-sql.ts` run on both.
 */

/** Where the indexer attaches the library, and where the mirror is. */
export const LIBRARY: At = { library: 'lib', data: 'libdata' };
export const MIRROR: At = { library: 'main', data: 'main' };

/** The columns that records need, as far as the library's schema has them. */
const IMAGE_COLUMNS = [
  'group_id',
  'film_id',
  'filename',
  'version',
  'flags',
  'width',
  'height',
  'orientation',
  'aspect_ratio',
  'maker',
  'model',
  'lens',
  'maker_id',
  'model_id',
  'lens_id',
  'exposure',
  'aperture',
  'iso',
  'focal_length',
  'focus_distance',
  'exposure_bias',
  'longitude',
  'latitude',
  'altitude',
  'datetime_taken',
  'import_timestamp',
  'change_timestamp',
];

/** Rows that belong to an image. */
type PartTable = { name: string; id: string; key: readonly string[]; columns: readonly string[] };
const PARTS: readonly PartTable[] = [
  { name: 'color_labels', id: 'imgid', key: ['imgid', 'color'], columns: [] },
  { name: 'tagged_images', id: 'imgid', key: ['imgid', 'tagid'], columns: [] },
  { name: 'meta_data', id: 'id', key: ['id', 'key', 'value'], columns: [] },
  { name: 'history_hash', id: 'imgid', key: ['imgid'], columns: ['basic_hash', 'auto_hash', 'current_hash'] },
];

/** Small tables of names. `users` finds the images that show a name. */
type NameTable = { name: string; column: string; in: (at: At) => string; users: string };
const NAMES: readonly NameTable[] = [
  {
    name: 'film_rolls',
    column: 'folder',
    in: (at) => at.library,
    users: 'SELECT id FROM main.images WHERE film_id IN renamed',
  },
  {
    name: 'tags',
    column: 'name',
    in: (at) => at.data,
    users: 'SELECT imgid FROM main.tagged_images WHERE tagid IN renamed',
  },
  ...['maker', 'model', 'lens'].map((kind) => ({
    name: kind === 'lens' ? kind : `${kind}s`,
    column: 'name',
    in: (at: At) => at.library,
    users: `SELECT id FROM main.images WHERE ${kind}_id IN renamed`,
  })),
];

const namesOf = (schema: LibrarySchema) => NAMES.filter(({ name }) => name === 'tags' || schema.tables.has(name));
const columnsOf = (schema: LibrarySchema) => IMAGE_COLUMNS.filter((column) => schema.imageColumns.has(column));

/** Empty tables for a library with this schema. */
export function mirrorTablesSql(schema: LibrarySchema): string {
  return [
    `CREATE TABLE images (id INTEGER PRIMARY KEY, ${columnsOf(schema).join(', ')})`,
    ...PARTS.map(({ name, key, columns }) => {
      // `mipmap_hash` is not mirrored, but queries name it.
      const others = name === 'history_hash' ? [...columns, 'mipmap_hash'] : columns;
      // Without a type, SQLite scans for a number instead of using the key. A text keeps whatever type it has.
      const typed = key.map((column) => (column === 'value' ? column : `${column} INTEGER`));
      return `CREATE TABLE ${name} (${[...typed, ...others].join(', ')}, PRIMARY KEY (${key.join(', ')})) WITHOUT ROWID`;
    }),
    `CREATE INDEX tagged_images_tagid ON tagged_images (tagid)`,
    ...namesOf(schema).map(({ name, column }) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, ${column})`),
  ].join(';\n');
}

/**
 * In the connection, not in the file: images to render again, deleted images, and what one statement passes to the
 * next.
 */
export const workTablesSql = `
CREATE TABLE temp.touched (id INTEGER PRIMARY KEY);
CREATE TABLE temp.lost (id INTEGER PRIMARY KEY);
CREATE TABLE temp.renamed (id INTEGER PRIMARY KEY);
CREATE TABLE temp.differing (id INTEGER PRIMARY KEY)`;

/** Updates the names; images that show a changed one become touched. Counts the rows of `renamed` in total. */
export function nameSteps(schema: LibrarySchema): { find: string; apply: string[] }[] {
  return namesOf(schema).map(({ name, column, in: schemaOf, users }) => {
    const theirs = `${schemaOf(LIBRARY)}.${name}`;
    return {
      find: `INSERT INTO renamed
        SELECT theirs.id FROM ${theirs} AS theirs LEFT JOIN main.${name} AS ours ON ours.id = theirs.id
          WHERE ours.id IS NULL OR theirs.${column} IS NOT ours.${column}
        UNION SELECT id FROM main.${name} WHERE id NOT IN (SELECT id FROM ${theirs})`,
      apply: [
        `INSERT OR IGNORE INTO touched ${users}`,
        `DELETE FROM main.${name} WHERE id IN renamed`,
        `INSERT INTO main.${name} (id, ${column}) SELECT id, ${column} FROM ${theirs} WHERE id IN renamed`,
        'DELETE FROM renamed',
      ],
    };
  });
}

/** Copies the images of a range that are new or changed into the mirror; they become touched. */
export function imageSteps(schema: LibrarySchema): { find: string; apply: string } {
  const columns = columnsOf(schema);
  const list = columns.join(', ');
  return {
    find: `INSERT INTO differing SELECT theirs.id FROM lib.images AS theirs LEFT JOIN main.images AS ours ON ours.id = theirs.id
      WHERE theirs.id BETWEEN :first AND :last AND (ours.id IS NULL
        OR (${columns.map((column) => `theirs.${column}`).join(', ')}) IS NOT (${columns.map((column) => `ours.${column}`).join(', ')}))`,
    apply: `INSERT OR REPLACE INTO main.images (id, ${list}) SELECT id, ${list} FROM lib.images WHERE id IN differing`,
  };
}

export const findLostSql = `INSERT OR IGNORE INTO lost SELECT id FROM main.images AS ours
  WHERE id BETWEEN :first AND :last AND NOT EXISTS (SELECT 1 FROM lib.images AS theirs WHERE theirs.id = ours.id)`;

/** Removes lost images from the mirror and from our own tables. */
export const dropLostSql = [
  ...['images', 'entry', 'record'].map((table) => `DELETE FROM main.${table} WHERE id IN lost`),
  ...PARTS.map(({ name, id }) => `DELETE FROM main.${name} WHERE ${id} IN lost`),
];

/**
 * Labels, tags, texts and history of the images of a range: those that differ. A deleted row is only found in the other
 * direction, which costs as much again; `countSql` tells whether there is one.
 */
export const partSteps: readonly { table: string; findNew: string; findGone: string; apply: string[] }[] = PARTS.map(
  ({ name, id, key, columns }) => {
    const all = [...key, ...columns].join(', ');
    // Our keys cannot hold NULL, and a row with one means nothing.
    const range = `${id} BETWEEN :first AND :last ${key.map((column) => `AND ${column} IS NOT NULL`).join(' ')}`;
    const theirs = `SELECT ${all} FROM lib.${name} WHERE ${range}`;
    const ours = `SELECT ${all} FROM main.${name} WHERE ${range}`;
    return {
      table: name,
      findNew: `INSERT OR IGNORE INTO differing SELECT ${id} FROM (${theirs} EXCEPT ${ours})`,
      findGone: `INSERT OR IGNORE INTO differing SELECT ${id} FROM (${ours} EXCEPT ${theirs})`,
      apply: [
        `DELETE FROM main.${name} WHERE ${id} IN differing`,
        `INSERT OR IGNORE INTO main.${name} (${all}) SELECT ${all} FROM lib.${name} WHERE ${id} IN differing`,
      ],
    };
  },
);

/** If we have more than they have, some were deleted. To count a whole table, SQLite reads a fraction of it. */
export const countSql = (table: string) => {
  const isText = table === 'meta_data';
  const empty = isText ? ` - (SELECT count(*) FROM lib.meta_data WHERE value IS NULL)` : '';
  const odd = withoutNumber(`lib.${table}`, table === 'images' || isText ? 'id' : 'imgid');
  return `SELECT (SELECT count(*) FROM lib.${table}) - ${odd}${empty} AS theirs, (SELECT count(*) FROM main.${table}) AS ours`;
};

/** The first id after this many images, counted from `:first`. No row: there are no more. */
export const nextRangeSql = `SELECT id FROM lib.images WHERE id BETWEEN :first AND ${Number.MAX_SAFE_INTEGER} ORDER BY id LIMIT 1 OFFSET :size`;

/**
 * For some images spread over the mirror: how many there are, and how many of them the library also has, with the same
 * import time. None of several: this is another library.
 */
export const sharedImagesSql = `SELECT count(*) AS known, count(theirs.id) AS shared FROM (
    SELECT id, import_timestamp FROM main.images WHERE id IN (
      SELECT (SELECT min(id) FROM main.images WHERE id >= low + (high - low) * value / 15)
      FROM json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]'), 
        (SELECT (SELECT min(id) FROM main.images) AS low, (SELECT max(id) FROM main.images) AS high))
  ) AS ours LEFT JOIN lib.images AS theirs ON theirs.id = ours.id AND theirs.import_timestamp IS ours.import_timestamp`;

/** An image is rendered again after a change of its parts. Parts without an image are not shown. */
export const touchDifferingSql = `INSERT OR IGNORE INTO touched
  SELECT id FROM differing WHERE EXISTS (SELECT 1 FROM main.images WHERE images.id = differing.id)`;

/** The images whose rejects wait since, or do no more: they are rendered again. `:keys` as in [Note: Rejects that wait]. */
export const waitingRejectSteps = [
  `INSERT OR IGNORE INTO touched SELECT id FROM images WHERE id IN (
    SELECT ${imageOfKeySql('value')} FROM json_each(:keys) WHERE value NOT IN (SELECT key FROM waiting_reject)
    UNION SELECT ${imageOfKeySql('key')} FROM waiting_reject WHERE key NOT IN (SELECT value FROM json_each(:keys)))`,
  'DELETE FROM waiting_reject WHERE key NOT IN (SELECT value FROM json_each(:keys))',
  'INSERT OR IGNORE INTO waiting_reject SELECT value FROM json_each(:keys)',
];
/** For `:waiting` of `imageRowsSql`. */
export const waitingRejectsSql = 'SELECT json_group_array(key) AS waiting FROM waiting_reject';
