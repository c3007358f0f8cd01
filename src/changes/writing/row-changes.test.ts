import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LibraryReader } from '../../library/library.ts';
import { makeLibrary } from '../../testing/library-fixture.ts';
import {
  applyRowChanges,
  bitsOf,
  decodedRow,
  differences,
  encodedRow,
  hasTable,
  IMAGE_TABLES,
  isReadyFor,
  isSameRow,
  rowChanges,
  rowsIn,
  rowsRead,
  rowsTakenBack,
  rowsWith,
  tablesIn,
  type ReadRows,
  type Row,
  type RowChange,
  type Scope,
} from './row-changes.ts';
import { TABLES } from './rows.ts';

/** A library with some tables, of which one refers to another. */
function library() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec(`ATTACH ':memory:' AS data;
    CREATE TABLE data.tags (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE images (id INTEGER PRIMARY KEY, flags INTEGER, position INTEGER, "odd ""name" REAL);
    CREATE TABLE color_labels (imgid INTEGER REFERENCES images (id), color INTEGER, UNIQUE (imgid, color));
    CREATE TABLE tagged_images (imgid INTEGER, tagid INTEGER, position INTEGER);
    CREATE TABLE history (imgid INTEGER, num INTEGER, op_params BLOB);
    INSERT INTO data.tags VALUES (1, 'sea'), (2, 'sky');
    INSERT INTO images VALUES (1, 9, 4294967296, 0.5), (2, 0, 8589934592, NULL);
    INSERT INTO color_labels VALUES (1, 0), (1, 3);
    INSERT INTO history VALUES (1, 0, x'00ff'), (1, 0, x'00ff'), (1, 0, x'00ff'), (1, 1, NULL)`);
  const read = rowsWith(db);
  const reader: Pick<LibraryReader, 'get'> = { get: (sql, names) => db.prepare(sql).get(names) };
  const all = () =>
    ['data.tags', 'images', 'color_labels', 'history'].map((table) => read(`SELECT * FROM ${table} ORDER BY 1, 2`, {}));
  return { db, read, reader, all };
}

const everything: Scope[] = (['data.tags', 'main.images', 'main.color_labels', 'main.history'] as const).map(
  (table) => ({ table, where: '1' }),
);

const manyChanges = `UPDATE data.tags SET name = iif(name = 'sea', 'sky ', 'sea ');
  UPDATE data.tags SET name = trim(name);
  UPDATE images SET flags = 7, "odd ""name" = -0.0 WHERE id = 1;
  DELETE FROM images WHERE id = 2;
  INSERT INTO images VALUES (3, 1, NULL, 1.5);
  DELETE FROM color_labels WHERE color = 0;
  INSERT INTO color_labels VALUES (3, 4);
  DELETE FROM history WHERE rowid = 1;
  INSERT INTO history VALUES (1, 1, x'')`;

test('what an operation did is undone and done again, swapped unique names and equal rows included', () => {
  const { db, all } = library();
  const before = all();
  const changes = rowChanges(db, everything, () => db.exec(manyChanges));
  const after = all();
  expect(changes).toHaveLength(9);
  expect(applyRowChanges(db, rowsTakenBack(changes))).toHaveLength(9);
  expect(all()).toEqual(before);
  expect(applyRowChanges(db, changes)).toEqual(changes);
  expect(all()).toEqual(after);
});

test('each change tells its table and its row before and after, with whole numbers as they are', () => {
  const { db } = library();
  const position = 9_007_199_254_740_993n;
  const changes = rowChanges(db, everything, () => {
    db.prepare('UPDATE images SET position = ? WHERE id = 1').run(position);
    db.exec('DELETE FROM color_labels WHERE color = 3; INSERT INTO color_labels VALUES (2, 1)');
  });
  const image = { id: 1n, flags: 9n, position: 4294967296n, 'odd "name': 0.5 };
  expect(changes).toEqual([
    { table: 'main.images', before: image, after: { ...image, position } },
    { table: 'main.color_labels', before: { imgid: 1n, color: 3n }, after: null },
    { table: 'main.color_labels', before: null, after: { imgid: 2n, color: 1n } },
  ]);
});

test('rows outside the scope are not looked at, and their tables may be missing', () => {
  const { db, read } = library();
  const scopes: Scope[] = [
    { table: 'main.images', columns: 'id, flags', where: 'id = :id', names: { id: 2 } },
    { table: 'main.overlay', where: '1' },
  ];
  expect([...rowsIn(read, scopes).values()]).toEqual([{ table: 'main.images', row: { id: 2n, flags: 0n } }]);
  expect(rowChanges(db, scopes, () => db.exec('UPDATE images SET flags = 5, position = 1 WHERE id = 1'))).toEqual([]);
});

test('whether there is a table is asked once each', () => {
  const { db, read } = library();
  expect([hasTable(db, 'main.images'), hasTable(db, 'data.tags'), hasTable(db, 'main.overlay')]).toEqual([
    true,
    true,
    false,
  ]);
  // An index is no table, and a table of the other file is another one.
  db.exec('CREATE INDEX overlay ON images (flags)');
  expect([hasTable(db, 'main.overlay'), hasTable(db, 'data.styles')]).toEqual([false, false]);
  let asked = 0;
  const counting: ReadRows = (sql, names) => ((asked += 1), read(sql, names));
  const isThere = tablesIn(counting);
  const answers = (['main.images', 'main.images', 'main.overlay', 'main.overlay'] as const).map(isThere);
  expect(answers).toEqual([true, true, false, false]);
  expect(asked).toBe(2);
});

test('of rows without a key, equal ones count by their number', () => {
  const { read } = library();
  const before = rowsIn(read, everything);
  expect(before.size).toBe(2 + 2 + 2 + 4);
  const fewer = new Map([...before].slice(0, -2));
  expect(differences(before, fewer).map(({ before: row }) => row)).toEqual([
    { imgid: 1n, num: 0n, op_params: Buffer.from([0, 255]) },
    { imgid: 1n, num: 1n, op_params: null },
  ]);
});

test.each<[string, Row, Row, boolean]>([
  ['equal values', { a: 1n, b: Buffer.from('x') }, { a: 1n, b: Buffer.from('x') }, true],
  ['another value', { a: 1n, b: 'x' }, { a: 1n, b: 'y' }, false],
  ['other bytes', { a: Buffer.from('x') }, { a: Buffer.from('y') }, false],
  ['bytes and text', { a: Buffer.from('x') }, { a: 'x' }, false],
  ['a column more', { a: 1n }, { a: 1n, b: null }, false],
  ['a column less', { a: 1n, b: null }, { a: 1n }, false],
  ['a whole number and a broken one', { a: 1n }, { a: 1 }, false],
  ['zero and minus zero', { a: 0 }, { a: -0 }, false],
])('rows with %s', (_, one, other, isSame) => {
  expect(isSameRow(one, other)).toBe(isSame);
  expect(isSameRow(one, one)).toBe(true);
});

test('every kind of value comes out of the journal as it went in', () => {
  const row = {
    none: null,
    whole: -(2n ** 63n),
    broken: 0.1,
    minus: -0,
    text: 'ib"ü',
    bytes: Buffer.from([0, 255]),
    no: '',
  };
  expect(encodedRow(row)).toBe(
    '{"none":null,"whole":"i-9223372036854775808","broken":"f0.1","minus":"f-0","text":"tib\\"ü","bytes":"bAP8=","no":"t"}',
  );
  expect(encodedRow(row)).toBe(encodedRow({ ...row }));
  const back = decodedRow(encodedRow(row));
  expect(isSameRow(back, row)).toBe(true);
  expect(Buffer.isBuffer(back.bytes)).toBe(true);
});

const image = { id: 1n, flags: 9n, position: 4294967296n };
test.each<[string, RowChange, boolean]>([
  ['a row as it was', { table: 'main.images', before: image, after: { ...image, flags: 1n } }, true],
  [
    'one with another value in what stays',
    { table: 'main.images', before: { ...image, position: 5n }, after: { ...image, position: 5n, flags: 1n } },
    true,
  ],
  [
    'one with another value in what changes',
    { table: 'main.images', before: { ...image, flags: 8n }, after: { ...image, flags: 1n } },
    false,
  ],
  [
    'one that is missing',
    { table: 'main.images', before: { ...image, id: 7n }, after: { ...image, id: 7n, flags: 1n } },
    false,
  ],
  ['one to remove, as it was', { table: 'main.images', before: image, after: null }, true],
  [
    'one to remove, with another value',
    { table: 'main.images', before: { ...image, position: 5n }, after: null },
    false,
  ],
  ['one to add where none is', { table: 'main.images', before: null, after: { ...image, id: 7n } }, true],
  ['one to add where another is', { table: 'main.images', before: null, after: { ...image, flags: 1n } }, false],
  [
    'one without a key to add, which is there',
    { table: 'main.history', before: null, after: { imgid: 1n, num: 1n, op_params: null } },
    false,
  ],
  [
    'one without a key to add, which is not there',
    { table: 'main.history', before: null, after: { imgid: 1n, num: 1n, op_params: Buffer.from('') } },
    true,
  ],
  [
    'some bits as they were',
    { table: 'main.images', before: { id: 1n, [bitsOf('flags', 8)]: 8n }, after: { id: 1n, [bitsOf('flags', 8)]: 0n } },
    true,
  ],
  [
    'some bits that are others',
    { table: 'main.images', before: { id: 1n, [bitsOf('flags', 2)]: 2n }, after: { id: 1n, [bitsOf('flags', 2)]: 0n } },
    false,
  ],
])('whether a change can be made: %s', (_, change, isReady) => {
  expect(isReadyFor(library().reader, change)).toBe(isReady);
});

test('a change of some bits leaves the others, and only what changes is written', () => {
  const { db, read } = library();
  const bits = bitsOf('flags', 12);
  const before = { id: 1n, [bits]: 8n, position: 1n, 'odd "name': 0.5 };
  applyRowChanges(db, [{ table: 'main.images', before, after: { ...before, [bits]: 4n, 'odd "name': 2.5 } }]);
  expect(read('SELECT * FROM images', {})).toEqual([
    { id: 1n, flags: 5n, position: 4294967296n, 'odd "name': 2.5 },
    { id: 2n, flags: 0n, position: 8589934592n, 'odd "name': null },
  ]);
  expect(read('SELECT name FROM data.tags', {})).toEqual([{ name: 'sea' }, { name: 'sky' }]);
});

test('of a key of two columns, both say which row changes', () => {
  const { db, read } = library();
  db.exec('INSERT INTO tagged_images VALUES (1, 1, 0), (1, 2, 0), (2, 1, 0)');
  const before = { imgid: 1n, tagid: 2n, position: 0n };
  applyRowChanges(db, [{ table: 'main.tagged_images', before, after: { ...before, position: 5n } }]);
  expect(read('SELECT position FROM tagged_images', {}).map(({ position }) => position)).toEqual([0n, 5n, 0n]);
});

test('the tables about an image are all but those of what images share, each by its column of the id', () => {
  const shared = ['film_rolls', 'makers', 'models', 'lens', 'cameras'].map((table) => `main.${table}`);
  const tables = IMAGE_TABLES.map(([table]) => table);
  expect(tables).toEqual(TABLES.filter((table) => table.startsWith('main.') && !shared.includes(table)));
  const folder = mkdtempSync(join(tmpdir(), 'safelight-row-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = new Database(makeLibrary({ folder, schema: 57 }).file);
  onTestFinished(() => void db.close());
  for (const [table, column] of IMAGE_TABLES) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table.slice('main.'.length));
    expect([table, columns.includes('imgid') ? 'imgid' : 'id']).toEqual([table, column]);
    expect(columns).toContain(column);
  }
});

test('rows go before those that they refer to, and come after them', () => {
  const { db, all } = library();
  const before = all();
  const changes = rowChanges(db, everything, () =>
    db.exec('DELETE FROM color_labels; DELETE FROM images WHERE id = 1'),
  );
  db.exec('PRAGMA foreign_keys = ON');
  for (const order of [changes, changes.toReversed()]) {
    applyRowChanges(db, rowsTakenBack(order));
    expect(all()).toEqual(before);
    applyRowChanges(db, order);
    expect(all()[2]).toEqual([]);
    applyRowChanges(db, rowsTakenBack(order));
    applyRowChanges(db, order);
  }
});

test('of equal rows without a key none is left out', () => {
  const { db, read } = library();
  const rows = read('SELECT * FROM history WHERE num = 0', {});
  const changes = rowChanges(db, everything, () => db.exec('DELETE FROM history'));
  applyRowChanges(db, rowsTakenBack(changes));
  expect(read('SELECT * FROM history WHERE num = 0', {})).toEqual(rows);
});

test('bytes that are read without a lock are the same as those read with one', () => {
  const { read } = library();
  const whole = Uint8Array.from([9, 0, 255, 9]);
  const reader = {
    allExact: () => [
      { id: 1n, op_params: whole.subarray(1, 3) },
      { id: 2n, op_params: null },
    ],
  };
  const rows = rowsRead(reader as unknown as LibraryReader)('', {});
  expect(rows).toEqual([
    { id: 1n, op_params: Buffer.from([0, 255]) },
    { id: 2n, op_params: null },
  ]);
  expect(isSameRow(rows[0]!, { id: 1n, op_params: read('SELECT op_params FROM history', {})[0]!.op_params! })).toBe(
    true,
  );
});
