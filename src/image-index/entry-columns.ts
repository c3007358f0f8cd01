import type { RangeName } from '../contract/capture-fields.ts';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { Filters } from '../contract/image-query.ts';
import { grown } from './grow.ts';

/** Bits of `flags`. */
export const RAW = 1;
export const HDR = 2;
export const EDITED = 4;
export const TAGGED = 8;
/** Of an image that is gone, this is cleared in memory. */
export const ALIVE = 16;
export const DUPLICATE = 32;
export const PLACED = 64;

type Wanted<Name extends keyof Filters> = NonNullable<Filters[Name]>;

type SmallFilters = { [Name in keyof Filters]?: (wanted: Wanted<Name>) => (held: number) => boolean };
/** The least and the most that fit. Unknown never does. */
type MeasureFilters = { [Name in keyof Filters]?: (wanted: Wanted<Name>) => readonly [least: number, most: number] };

/** A whole number below 256. A filter says which fit. `from`: its value in SQL, from what `imageRowsSql` gives. */
const small = <Own extends SmallFilters>(from: string, filters: Own) => ({
  from,
  type: 'INTEGER NOT NULL',
  array: Uint8Array,
  filters,
});
/** Any number; unknown is NULL, and NaN in memory. */
const measure = <Own extends MeasureFilters>(from: string, filters: Own) => ({
  from,
  type: 'REAL',
  array: Float64Array,
  filters,
});
/** A number by which something else is looked up. */
const key = (from: string) => ({ from, type: 'INTEGER NOT NULL', array: Int32Array });
/** The number of what many images have in common: `value` is stored once, in a table of its own. */
const shared = (table: string, column: string, value: string) => ({ ...key(value), shared: { table, column } });
const text = (from: string) => ({ from, type: 'TEXT NOT NULL' });

const atLeast = (wanted: number) => [wanted, Infinity] as const;
const atMost = (wanted: number) => [-Infinity, wanted] as const;
const range = <Name extends RangeName>(name: Name, from: string) => ({
  ...measure(from, {}),
  filters: { [`${name}_min`]: atLeast, [`${name}_max`]: atMost } as Record<`${Name}_${'min' | 'max'}`, typeof atLeast>,
});
const flag = (bit: number) => (wanted: boolean) => (flags: number) => ((flags & bit) !== 0) === wanted;

/**
 * All that the index holds of an image for filters, sorting and search. From this follow the table `entry` in index.db, how it is
 * filled and read, its version, the arrays in memory, and the filters that look at one column.
 */
export const COLUMNS = {
  id: { from: 'id', type: 'INTEGER PRIMARY KEY', array: Int32Array },
  /** The change that made the row what it is. Of the array, only that it differs counts: it holds the lower bits. */
  generation: key(':generation'),
  film_id: key('film_id'),
  /** The id of the image that leads the group; its own without a group. */
  group_id: key('coalesce(group_id, id)'),
  /** Stars + 1, so that a reject is 0. */
  stars: small('rating + 1', {
    rating: (wanted) => (stars) => stars - 1 === wanted,
    rating_min: (least) => (stars) => stars - 1 >= least,
    rating_max: (most) => (stars) => stars - 1 <= most,
    undecided: (yes) => (stars) => (stars === 1) === yes,
  }),
  labels: small('labels', {
    color_label: (names) => {
      const wanted = names.reduce((bits, name) => bits | (1 << COLOR_LABELS.indexOf(name)), 0);
      return (labels) => (labels & wanted) !== 0;
    },
  }),
  flags: small(
    `${RAW} * is_raw + ${HDR} * is_hdr + ${EDITED} * is_altered + ${TAGGED} * (tag_ids <> '[]') + ${ALIVE}
      + ${DUPLICATE} * (version > 0) + ${PLACED} * (latitude IS NOT NULL AND longitude IS NOT NULL)`,
    {
      is_raw: flag(RAW),
      is_hdr: flag(HDR),
      is_edited: flag(EDITED),
      has_tag: flag(TAGGED),
      is_duplicate: flag(DUPLICATE),
      has_place: flag(PLACED),
    },
  ),
  /** Milliseconds, as the other times. */
  taken_ms: measure('taken_ms', { from: atLeast, to: atMost }),
  /** 24: unknown. */
  hour: small(`coalesce(CAST(strftime('%H', taken_ms / 1000.0, 'unixepoch') AS INTEGER), 24)`, {
    hour: (wanted) => (hour) => hour === wanted,
  }),
  import_ms: measure('import_ms', {}),
  change_ms: measure('change_ms', { changed_since: atLeast }),
  aspect_ratio: measure('aspect_ratio', {}),
  // Numbers are those that the page prints: f/2.8 is stored as 2.79999995.
  focal_length: range('focal_length', 'round(focal_length, focal_length < 10)'),
  aperture: range('aperture', 'round(aperture, 1)'),
  // As `printedExposure` has it.
  exposure: range(
    'exposure',
    `CASE WHEN exposure < 0.29 THEN 1 / round(1 / exposure, 1 / exposure < 10) ELSE round(exposure, exposure < 10) END`,
  ),
  iso: range('iso', 'round(iso)'),
  megapixels: range('megapixels', '(width * height + 50000) / 100000 / 10.0'),
  /** A JSON array of ids. */
  tag_set_id: shared('tag_set', 'tag_ids', 'tag_ids'),
  /** Folded, a line each: maker and model, lens, what filters call the camera. */
  gear_id: shared('gear', 'texts', `folded_lines(concat_ws(' ', maker, model), lens, coalesce(model, maker))`),
  filename_key: text('folded(filename)'),
  own_text: text('folded_lines(title, description)'),
  filename: text('filename'),
  version: { from: 'version', type: 'INTEGER NOT NULL' },
};

type All = typeof COLUMNS;
type ColumnName = keyof All;
type Named<What> = { [Name in ColumnName]: All[Name] extends What ? Name : never }[ColumnName];
type ArrayName = Named<{ array: unknown }>;
export type SmallColumn = Named<{ array: typeof Uint8Array }>;
export type MeasureColumn = Named<{ array: typeof Float64Array }>;

type Column = {
  from: string;
  type: string;
  array?: new (length: number) => Int32Array | Uint8Array | Float64Array;
  shared?: { table: string; column: string };
  filters?: object;
};
const columns = Object.entries<Column>(COLUMNS) as [ColumnName, Column][];
const list = columns.map(([name]) => name).join(', ');

/** A row of `entry`: its columns in the order of the table above. */
export type EntryRow = [id: number, ...rest: (number | string | null)[]];
export const entryRowSql = `SELECT ${list} FROM entry`;

const places = Object.fromEntries(columns.map(([name], place) => [name, place])) as Record<ColumnName, number>;
type TextColumn = 'filename_key' | 'own_text' | 'filename';
/** What a row has in a column. */
export const textIn = (row: EntryRow, name: TextColumn) => row[places[name]] as string;
export const numberIn = (row: EntryRow, name: Exclude<ColumnName, TextColumn | MeasureColumn>) =>
  row[places[name]] as number;

const values = columns.map(([name, { shared }]) =>
  shared ? `(SELECT id FROM ${shared.table} WHERE ${shared.column} = new.${name})` : `new.${name}`,
);
const sharedColumns = columns.flatMap(([name, { shared }]) => (shared ? [{ name, ...shared }] : []));

export const entryTablesSql = `
CREATE TABLE entry (${columns.map(([name, { type }]) => `${name} ${type}`).join(', ')});
${sharedColumns.map(({ table, column }) => `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${column} TEXT NOT NULL UNIQUE);`).join('\n')}`;

/** For a trigger on rows that have the values themselves in place of the numbers of what is shared. */
export const storeEntrySql = `
${sharedColumns.map(({ name, table, column }) => `INSERT OR IGNORE INTO ${table} (${column}) VALUES (new.${name});`).join('\n')}
INSERT OR REPLACE INTO entry VALUES (${values.join(', ')});`;

/** The columns of such a row, and their values from what `imageRowsSql` gives. */
export const renderedEntry = { list, values: columns.map(([, { from }]) => from).join(', ') };

const arrayed = columns.flatMap(([name, { array }], place) =>
  array ? [{ name: name as ArrayName, array, place }] : [],
);

/** A number for each slot in each column that has numbers. */
export type EntryArrays = { [Name in ArrayName]: InstanceType<All[Name]['array']> };

/** `room`: the expected number of slots. */
export const entryArrays = (room: number): EntryArrays =>
  Object.fromEntries(arrayed.map(({ name, array }) => [name, new array(room)])) as EntryArrays;

export function growArrays(arrays: EntryArrays, slots: number): void {
  Object.assign(arrays, Object.fromEntries(arrayed.map(({ name }) => [name, grown(arrays[name], slots)])));
}

export function putInArrays(arrays: EntryArrays, slot: number, row: EntryRow): void {
  for (const { name, place } of arrayed) arrays[name][slot] = (row[place] as number | null) ?? NaN;
}
