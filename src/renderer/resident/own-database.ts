import type { Address, Libdarktable } from './libdarktable.ts';
import { readable } from './readable-memory.ts';

/** More than darktable's global variable and its dt_database_t have. */
const [GLOBAL_BYTES, DATABASE_BYTES] = [4096, 128];
const MEMORY = ':memory:\0';
const ROW = 100;

/**
 * What a statement finds in the library that this darktable has in memory, as text: rows have a form that is known, structures have none.
 * Throws when its database is not found, and SQLite's code for a wrong statement.
 */
export function queryOwnDatabase(darktable: Libdarktable, sql: string): (string | null)[][] {
  const { dt_database_get: handleOf, ...sqlite } = darktable.databaseFunctions();
  const place = darktable.allocate(8);
  try {
    const code = sqlite.sqlite3_prepare_v2(handleOf(findDatabase(darktable)), sql, -1, place, 0n);
    if (code !== 0) throw new Error(`SQLite refuses the statement (${code})`);
    const statement = darktable.pointer(place);
    const rows: (string | null)[][] = [];
    while (sqlite.sqlite3_step(statement) === ROW)
      rows.push(
        Array.from({ length: sqlite.sqlite3_column_count(statement) }, (_, column) => {
          const text = sqlite.sqlite3_column_text(statement, column);
          return text === 0n ? null : darktable.text(text);
        }),
      );
    sqlite.sqlite3_finalize(statement);
    return rows;
  } finally {
    darktable.free(place);
  }
}

/** Known by the path of its library. */
function findDatabase(darktable: Libdarktable): Address {
  const pointersIn = (bytes: Buffer) =>
    Array.from({ length: bytes.length / 8 }, (_, k) => bytes.readBigUInt64LE(8 * k));
  for (const found of pointersIn(readable(darktable.globals(), GLOBAL_BYTES) ?? Buffer.alloc(0))) {
    const database = readable(found, DATABASE_BYTES);
    if (database && pointersIn(database).some((at) => readable(at, MEMORY.length)?.toString('latin1') === MEMORY))
      return found;
  }
  throw new Error('this version keeps its database elsewhere');
}
