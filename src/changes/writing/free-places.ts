import type { ReadRows, Row, RowChange, Table } from './rows.ts';

/** The tables whose rows have places in an order that the photographer can make: of all images, or of each tag. */
const ORDERED: readonly { table: Table; columns: string }[] = [
  { table: 'main.images', columns: 'position' },
  { table: 'main.tagged_images', columns: 'position, tagid' },
];

/**
 * The same changes, where rows that are added have places that no other row has. A place may have been given to another one since: then it is the next free
 * one of the same upper half, where darktable's own moves put a picture behind another one (collection.c).
 */
export function atFreePlaces(read: ReadRows, changes: readonly RowChange[]): RowChange[] {
  const moved = new Map(ORDERED.flatMap((order) => [...movedRows(read, order, changes)]));
  return changes.map((change) => moved.get(change) ?? change);
}

function movedRows(
  read: ReadRows,
  { table, columns }: (typeof ORDERED)[number],
  changes: readonly RowChange[],
): Map<RowChange, RowChange> {
  const added = changes.filter(({ table: of, before, after }) => of === table && !before && placeOf(after!) !== null);
  const moved = new Map<RowChange, RowChange>();
  if (added.length === 0) return moved;
  const taken = new Set<string>();
  const last = new Map<string, bigint>();
  const keyOf = ({ tagid = null }: Row, place: bigint) => `${String(tagid)} ${place}`;
  const take = (row: Row, place: bigint) => {
    taken.add(keyOf(row, place));
    const half = keyOf(row, place >> 32n);
    if (place > (last.get(half) ?? -1n)) last.set(half, place);
  };
  const halves = JSON.stringify([...new Set(added.map(({ after }) => Number(placeOf(after!)! >> 32n)))]);
  const sql = `SELECT ${columns} FROM ${table} WHERE position >> 32 IN (SELECT value FROM json_each(:halves))`;
  for (const row of read(sql, { halves })) take(row, placeOf(row) ?? 0n);
  for (const change of added) {
    const row = change.after!;
    const wanted = placeOf(row)!;
    const isTaken = taken.has(keyOf(row, wanted));
    const position = isTaken ? last.get(keyOf(row, wanted >> 32n))! + 1n : wanted;
    take(row, position);
    if (isTaken) moved.set(change, { ...change, after: { ...row, position } });
  }
  return moved;
}

/** null: it has none. */
const placeOf = ({ position }: Row): bigint | null => (typeof position === 'bigint' ? position : null);
