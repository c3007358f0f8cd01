import type Database from 'better-sqlite3';
import type { LibraryReader } from '../../library/library.ts';
import { prepared } from '../../library/prepared.ts';
import { atFreePlaces } from './free-places.ts';
import { KEYS, TABLES, type ReadRows, type Row, type RowChange, type Table, type Value } from './rows.ts';

export type { ReadRows, Row, RowChange, Table, Value } from './rows.ts';

/** The tables with rows about an image, and the column of its id. darktable 4.2 does not have all of them. */
export const IMAGE_TABLES: readonly [Table, string][] = [
  ['main.images', 'id'],
  ['main.tagged_images', 'imgid'],
  ['main.color_labels', 'imgid'],
  ['main.meta_data', 'id'],
  ['main.history', 'imgid'],
  ['main.masks_history', 'imgid'],
  ['main.module_order', 'imgid'],
  ['main.history_hash', 'imgid'],
  ['main.harmony_guide', 'imgid'],
  ['main.overlay', 'imgid'],
];

/** Rows that an operation may change, by a condition that the operation does not affect. */
export interface Scope {
  table: Table;
  /** Default: all. With the key. */
  columns?: string;
  where: string;
  names?: Record<string, unknown>;
}

export const rowsWith =
  (library: Database.Database): ReadRows =>
  (sql, names) =>
    prepared(library, sql).safeIntegers().all(names) as Row[];

/** As `rowsWith`, without a lock. */
export const rowsRead =
  (reader: LibraryReader): ReadRows =>
  (sql, names) =>
    (reader.allExact(sql, names as Record<string, string>) as Record<string, Value | Uint8Array>[]).map((row) => {
      for (const [column, value] of Object.entries(row))
        if (value instanceof Uint8Array && !Buffer.isBuffer(value))
          row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return row as Row;
    });

export const hasTable = (library: Database.Database, table: Table): boolean => isTable(rowsWith(library), table);

export function isTable(read: ReadRows, table: Table): boolean {
  const [schema, name] = table.split('.');
  return read(`SELECT 1 FROM ${schema}.sqlite_schema WHERE type = 'table' AND name = :name`, { name }).length > 0;
}

/** As `isTable`, asked once for each table: for one transaction, in which darktable cannot change its tables. */
export function tablesIn(read: ReadRows): (table: Table) => boolean {
  const known = new Map<Table, boolean>();
  return (table) => {
    const isThere = known.get(table) ?? isTable(read, table);
    known.set(table, isThere);
    return isThere;
  };
}

/** Rows by table and key. */
export type KeyedRows = ReadonlyMap<string, { table: Table; row: Row }>;

/** Tables that this darktable does not have are left out. */
export function rowsIn(read: ReadRows, scopes: readonly Scope[], isThere = tablesIn(read)): KeyedRows {
  const found = new Map<string, { table: Table; row: Row }>();
  for (const { table, columns = '*', where, names = {} } of scopes) {
    if (!isThere(table)) continue;
    const rows = keyed(table, read(`SELECT ${columns} FROM ${table} WHERE ${where}`, names));
    for (const [key, row] of rows) found.set(`${table} ${key}`, { table, row });
  }
  return found;
}

export const differences = (before: KeyedRows, after: KeyedRows): RowChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old && now && isSameRow(old.row, now.row)) return [];
    return [{ table: (old ?? now)!.table, before: old?.row ?? null, after: now?.row ?? null }];
  });

/** Runs an operation and returns what it did to the rows in its scope. `isThere`: which tables there are, where it is known. */
export function rowChanges(
  library: Database.Database,
  scopes: readonly Scope[],
  operation: () => void,
  isThere = tablesIn(rowsWith(library)),
): RowChange[] {
  const read = rowsWith(library);
  const before = rowsIn(read, scopes, isThere);
  operation();
  return differences(before, rowsIn(read, scopes, isThere));
}

/** Rows without a key are identified by all their values, and equal ones by their count. */
function keyed(table: Table, rows: readonly Row[]): Map<string, Row> {
  const key = KEYS[table];
  const found = new Map<string, Row>();
  for (const row of rows) {
    const name = key === null ? encodedRow(row) : JSON.stringify(key.map((column) => encoded(row[column]!)));
    let unique = name;
    for (let again = 2; found.has(unique); again += 1) unique = `${name} ${again}`;
    found.set(unique, row);
  }
  return found;
}

/** Whether they have the same values. */
export function isSameRow(one: Row, other: Row): boolean {
  const columns = Object.keys(one);
  return (
    one === other ||
    (columns.length === Object.keys(other).length &&
      columns.every((column) => isSameValue(one[column]!, other[column])))
  );
}

const isSameValue = (one: Value, other: Value | undefined) =>
  Buffer.isBuffer(one) ? Buffer.isBuffer(other) && one.equals(other) : Object.is(one, other);

/** The changes that undo these. */
export const rowsTakenBack = (changes: readonly RowChange[]): RowChange[] =>
  changes.map(({ table, before, after }) => ({ table, before: after, after: before })).toReversed();

/** Sets the rows to `after`, and returns what it did. The caller has checked that they are as in `before`. */
export function applyRowChanges(library: Database.Database, changes: readonly RowChange[]): RowChange[] {
  const byTable = (one: RowChange, other: RowChange) => TABLES.indexOf(one.table) - TABLES.indexOf(other.table);
  const removed = changes.filter(({ after }) => after === null).toSorted((one, other) => byTable(other, one));
  // Of equal rows, one.
  for (const { table, before } of removed) {
    const one = `SELECT rowid FROM ${table} WHERE ${isWhole(before!)} LIMIT 1`;
    prepared(library, `DELETE FROM ${table} WHERE rowid = (${one})`).run(bound(before!));
  }
  const changed = changes.filter(({ before, after }) => before !== null && after !== null);
  // Tag names must be unique at all times, so the old ones are moved out of the way first.
  for (const { table, before } of changed) if (table === 'data.tags') prepared(library, makeRoomSql).run(before!.id);
  for (const { table, before, after } of changed) update(library, table, before!, after!);
  const made = atFreePlaces(rowsWith(library), changes);
  const added = made.filter(({ before }) => before === null).toSorted(byTable);
  for (const { table, after } of added) {
    const columns = Object.keys(after!);
    const values = columns.map((_, at) => `:v${at}`).join(', ');
    prepared(library, `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES (${values})`).run(bound(after!));
  }
  return made;
}

/** A name that no tag has. */
export const makeRoomSql = 'UPDATE data.tags SET name = char(1) || id WHERE id = ?';

function update(library: Database.Database, table: Table, before: Row, after: Row): void {
  const columns = Object.keys(after);
  const set = columns.flatMap((column, at) =>
    encoded(before[column]!) === encoded(after[column]!) ? [] : [assigned(column, `:v${at}`)],
  );
  const key = KEYS[table]!.map((column, at) => `${quoted(column)} = :k${at}`).join(' AND ');
  const keys = Object.fromEntries(KEYS[table]!.map((column, at) => [`k${at}`, before[column]]));
  prepared(library, `UPDATE ${table} SET ${set.join(', ')} WHERE ${key}`).run({ ...only(bound(after), set), ...keys });
}

/** Whether the rows are as in `before`: present with the values that will change, or absent. */
export function isReadyFor(reader: Pick<LibraryReader, 'get'>, { table, before, after }: RowChange): boolean {
  if (before && after) {
    const changed = Object.keys(before).filter((column) => encoded(before[column]!) !== encoded(after[column]!));
    return isThere(reader, table, before, [...KEYS[table]!, ...changed]);
  }
  if (before) return isThere(reader, table, before, Object.keys(before));
  return !isThere(reader, table, after!, KEYS[table] ?? Object.keys(after!));
}

function isThere(reader: Pick<LibraryReader, 'get'>, table: Table, row: Row, columns: readonly string[]): boolean {
  const where = columns.map((column, at) => `${valueOf(column)} IS :v${at}`).join(' AND ');
  const names = Object.fromEntries(columns.map((column, at) => [`v${at}`, row[column]!]));
  return reader.get(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, names) !== undefined;
}

/** A row may have some bits of a column only, by a name such as `flags & 512`; the others are then not of interest. */
export const bitsOf = (column: string, mask: number) => `${column} & ${mask}`;
const BITS = /^(\w+) & (\d+)$/;
function valueOf(column: string): string {
  const [, whole, mask] = BITS.exec(column) ?? [];
  return whole === undefined ? quoted(column) : `(${quoted(whole)} & ${mask})`;
}
function assigned(column: string, value: string): string {
  const [, whole, mask] = BITS.exec(column) ?? [];
  const target = quoted(whole ?? column);
  return whole === undefined ? `${target} = ${value}` : `${target} = (${target} & ~${mask}) | ${value}`;
}
const quoted = (column: string) => `"${column.replaceAll('"', '""')}"`;
const isWhole = (row: Row) =>
  Object.keys(row)
    .map((column, at) => `${quoted(column)} IS :v${at}`)
    .join(' AND ');
const bound = (row: Row) => Object.fromEntries(Object.values(row).map((value, at) => [`v${at}`, value]));
const only = (names: Record<string, Value>, set: readonly string[]) =>
  Object.fromEntries(set.map((part) => part.slice(part.lastIndexOf(':') + 1)).map((name) => [name, names[name]!]));

/** Rows are compared, and compared again, before they go into the journal. */
const texts = new WeakMap<Row, string>();

/** For the journal. */
export function encodedRow(row: Row): string {
  let text = texts.get(row);
  if (text === undefined) {
    text = JSON.stringify(Object.fromEntries(Object.entries(row).map(([column, value]) => [column, encoded(value)])));
    texts.set(row, text);
  }
  return text;
}

export const decodedRow = (text: string): Row =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, string | null>).map(([column, value]) => [
      column,
      decoded(value),
    ]),
  );

function encoded(value: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return `f${Object.is(value, -0) ? '-0' : value}`;
  return typeof value === 'string' ? `t${value}` : `b${value.toString('base64')}`;
}

function decoded(text: string | null): Value {
  if (text === null) return null;
  const value = text.slice(1);
  if (text.startsWith('i')) return BigInt(value);
  if (text.startsWith('f')) return Number(value);
  return text.startsWith('t') ? value : Buffer.from(value, 'base64');
}
