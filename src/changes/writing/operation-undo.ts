import type Database from 'better-sqlite3';
import { AppError } from '../../platform/errors.ts';
import type { ListedField } from '../journal/change-journal.ts';
import { NAMED_BY_IMAGES, removeImages, wholeImages } from '../images/direct.ts';
import type { OperationKind, TagChange } from './operation.ts';
import type { JournaledOperation } from '../journal/operation-journal.ts';
import { styleBack } from '../styles/direct.ts';
import {
  applyRowChanges,
  isReadyFor,
  rowChanges,
  rowsTakenBack,
  rowsWith,
  type ReadRows,
  type Row,
  type RowChange,
  type Scope,
  type Value,
} from './row-changes.ts';

export interface TakenBack {
  kind: OperationKind;
  tag: TagChange | null;
  rows: RowChange[];
  fields: ListedField[];
  left: ListedField[];
}

/** Undoes an operation, other than a change of histories, unless somebody has changed the same since: then it throws `conflict` and writes nothing. */
export function takeBack(
  library: Database.Database,
  { id, kind, tag }: JournaledOperation,
  made: { rows: readonly RowChange[]; fields: readonly ListedField[] },
): TakenBack {
  if (kind === 'style') {
    const rows = styleBack(library, made.rows);
    if (!rows) throw changedSince(id);
    return { kind, tag: tag && { before: tag.after, after: tag.before }, rows, fields: [], left: [] };
  }
  const reader = { get: (sql: string, names: object = {}) => library.prepare(sql).get(names) };
  const isReady = (row: RowChange) => isReadyFor(reader, row);
  const back = rowsTakenBack(made.rows);
  const fields = made.fields.map((field) => ({ ...field, before: field.after, after: field.before }));
  const removed = made.rows.filter(({ table, after }) => table === 'main.images' && after === null);
  const added = made.rows.filter(({ table, before }) => table === 'main.images' && before === null);

  if (removed.length > 0) return { kind, tag, ...restored(library, back, isReady), fields, left: [] };
  if (added.length > 0) {
    const ids = added.map(({ after }) => Number(after!.id));
    if (!areAsMade(rowsWith(library), made.rows, ids)) throw changedSince(id);
    // What it has received since goes with it, and comes back with it.
    return { kind: 'remove', tag, rows: removeImages(library, ids).rows, fields, left: [] };
  }
  // Images that have gained or lost the tag since, or were removed, stay as they are.
  const again = withFreeTagIds(library, back);
  const isImageThere = library.prepare('SELECT 1 FROM main.images WHERE id = ?').pluck();
  const canBe = (row: RowChange) =>
    isReady(row) &&
    !isStillNeeded(library, row, again) &&
    (row.table !== 'main.tagged_images' || row.after === null || isImageThere.get(row.after.imgid) !== undefined);
  const [ready, others] = [again.filter(canBe), again.filter((row) => !canBe(row))];
  // A tag that others have since stays, and is all that stays.
  const isLeft = (row: RowChange) =>
    row.table === 'main.tagged_images' || (ready.length > 0 && isStillNeeded(library, row, again));
  if (!others.every(isLeft)) throw changedSince(id);
  const lost = new Set(
    others.filter(({ table }) => table !== 'data.tags').map(({ before, after }) => Number((before ?? after)!.imgid)),
  );
  const rows = applyRowChanges(library, ready);
  return {
    kind,
    tag: tag && { before: tag.after, after: tag.before },
    rows,
    fields: fields.filter(({ imageId }) => !lost.has(imageId)),
    left: made.fields
      .filter(({ imageId }) => lost.has(imageId))
      .map((field) => ({ ...field, before: field.after, after: field.before })),
  };
}

/** Whether the undo would remove a tag that other images have since. */
function isStillNeeded(
  library: Database.Database,
  { table, before, after }: RowChange,
  all: readonly RowChange[],
): boolean {
  if (table !== 'data.tags' || after !== null) return false;
  const going = all.filter(
    (row) => row.table === 'main.tagged_images' && row.before?.tagid === before!.id && !row.after,
  );
  const carriers = library.prepare('SELECT imgid FROM main.tagged_images WHERE tagid = ?').safeIntegers().pluck();
  const ids = new Set(going.map((row) => row.before!.imgid));
  return (carriers.all(before!.id) as bigint[]).some((id) => !ids.has(id));
}

/** The id of a deleted tag may belong to another one now. Throws `conflict` if the name does. */
function withFreeTagIds(library: Database.Database, rows: readonly RowChange[]): RowChange[] {
  const numbers = new Map<Value, bigint>();
  let next = library.prepare('SELECT coalesce(max(id), 0) FROM data.tags').safeIntegers().pluck().get() as bigint;
  const renamed = new Set(
    rows.filter(({ table, before }) => table === 'data.tags' && before !== null).map((row) => row.before!.id),
  );
  const named = library.prepare('SELECT id FROM data.tags WHERE name = ?').safeIntegers().pluck();
  for (const { table, before, after } of rows) {
    if (table !== 'data.tags' || before !== null) continue;
    const { id, name } = after!;
    const holder = named.get(name) as bigint | undefined;
    if (holder !== undefined && !renamed.has(holder))
      throw new AppError('conflict', `Another tag is called ${String(name)} now.`);
    if (library.prepare('SELECT 1 FROM data.tags WHERE id = ?').get(id)) numbers.set(id!, (next += 1n));
  }
  const renumber = (row: Row, column: string): Row => ({ ...row, [column]: numbers.get(row[column]!) ?? row[column]! });
  return rows.map((row) => {
    if (row.before !== null || numbers.size === 0) return row;
    if (row.table === 'data.tags') return { ...row, after: renumber(row.after!, 'id') };
    if (row.table === 'main.tagged_images') return { ...row, after: renumber(row.after!, 'tagid') };
    return row;
  });
}

export const changedSince = (id: number) =>
  new AppError('conflict', `What change ${id} did was changed again since, so it cannot be taken back.`);

/** Whether a new version is unchanged since it was created: work on it must not be lost. */
export function areAsMade(read: ReadRows, rows: readonly RowChange[], ids: readonly number[]): boolean {
  const decided = ['main.history', 'main.masks_history', 'main.color_labels', 'main.meta_data'];
  const made = rows.filter(({ table, before }) => before === null && decided.includes(table));
  const scopes = wholeImages(JSON.stringify(ids)).filter(({ table }) => decided.includes(table));
  const count = scopes.reduce(
    (sum, { table, where, names = {} }) => sum + read(`SELECT 1 FROM ${table} WHERE ${where}`, names).length,
    0,
  );
  const reader = { get: (sql: string, names = {}) => read(sql, names)[0] };
  const isThere = ({ table, after }: RowChange) => isReadyFor(reader, { table, before: after, after: null });
  return count === made.length && made.every(isThere);
}

/** Brings images back with everything they had, as far as what it refers to still exists. */
function restored(
  library: Database.Database,
  back: readonly RowChange[],
  isReady: (row: RowChange) => boolean,
): { rows: RowChange[] } {
  const isImage = ({ table, before }: RowChange) => table === 'main.images' && before === null;
  const images = back.filter(isImage);
  const ids = images.map(({ after }) => Number(after!.id));
  const scopes: Scope[] = [
    ...wholeImages(JSON.stringify([...ids, ...groupMembers(back)])),
    ...NAMED_BY_IMAGES.filter(({ table }) => back.some((row) => row.table === table)).map(({ table }) => ({
      table,
      where: '1',
    })),
  ];
  const rows = rowChanges(library, scopes, () => {
    const numbers = new Map(
      NAMED_BY_IMAGES.flatMap(({ table, column, same }) =>
        back
          .filter((row) => row.table === table)
          .map(({ after }) => [`${column} ${String(after!.id)}`, numberOf(library, table, after!, same)] as const),
      ),
    );
    const again = images.map((row) => ({ ...row, after: renumbered(row.after!, numbers) }));
    for (const row of again) refuseTwice(library, row.after);
    const tags = library.prepare('SELECT 1 FROM data.tags WHERE id = ?');
    const overlays = library.prepare('SELECT 1 FROM main.images WHERE id = ?');
    const restoredIds = new Set(ids);
    const others = back.filter(
      (row) =>
        !isImage(row) &&
        !NAMED_BY_IMAGES.some(({ table }) => table === row.table) &&
        (row.table !== 'main.tagged_images' || tags.get(row.after!.tagid) !== undefined) &&
        (row.table !== 'main.overlay' ||
          restoredIds.has(Number(row.after!.overlay_id)) ||
          overlays.get(row.after!.overlay_id) !== undefined) &&
        (row.table !== 'main.images' || isReady(row)),
    );
    applyRowChanges(library, [...again, ...others]);
    // Versions may have been made meanwhile: the next one must not get the number of one that is there.
    library.prepare(newestVersionSql).run(JSON.stringify(ids));
    // A group whose leader is gone no longer exists.
    library
      .prepare(
        `UPDATE main.images SET group_id = id WHERE id IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM main.images AS leader WHERE leader.id = images.group_id AND leader.group_id = leader.id)`,
      )
      .run(JSON.stringify(ids));
  });
  return { rows };
}

const groupMembers = (rows: readonly RowChange[]) =>
  rows
    .filter(({ table, before }) => table === 'main.images' && before !== null)
    .map(({ before }) => Number(before!.id));

const newestVersionSql = `UPDATE main.images SET max_version =
  (SELECT max(max(coalesce(one.version, 0), coalesce(one.max_version, 0))) FROM main.images AS one
   WHERE one.film_id = images.film_id AND one.filename = images.filename)
  WHERE id IN (SELECT value FROM json_each(?))`;

/** The id of an existing film roll or camera, or of one created again. */
function numberOf(library: Database.Database, table: string, row: Row, same: readonly string[]): bigint {
  const isSame = same.map((column) => `${column} IS :${column}`).join(' AND ');
  const names = Object.fromEntries(same.map((column) => [column, row[column]]));
  const sql = `SELECT id FROM ${table} WHERE ${isSame} ORDER BY id = :id DESC`;
  const there = library
    .prepare(sql)
    .safeIntegers()
    .pluck()
    .get({ ...names, id: row.id }) as bigint | undefined;
  if (there !== undefined) return there;
  const isTaken = library.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(row.id) !== undefined;
  const again = isTaken ? { ...row, id: null } : row;
  const columns = Object.keys(again);
  const { lastInsertRowid } = library
    .prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
    )
    .safeIntegers()
    .run(again);
  return BigInt(lastInsertRowid);
}

const renumbered = (image: Row, numbers: ReadonlyMap<string, bigint>): Row => ({
  ...image,
  ...Object.fromEntries(
    NAMED_BY_IMAGES.flatMap(({ column }) => {
      const number = numbers.get(`${column} ${String(image[column])}`);
      return number === undefined ? [] : [[column, number] as const];
    }),
  ),
});

function refuseTwice(library: Database.Database, image: Row): void {
  const { id, film_id: film, filename, version } = image;
  const there = library
    .prepare(
      `SELECT id FROM main.images WHERE id = :id OR (film_id = :film AND filename = :filename AND version IS :version)`,
    )
    .pluck()
    .get({ id, film, filename, version }) as number | undefined;
  if (there !== undefined)
    throw new AppError('conflict', `${String(filename)} is in the library again, as image ${there}.`);
}
