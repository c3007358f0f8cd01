import type Database from 'better-sqlite3';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import { historiesIn, schemaOf } from '../histories/plans.ts';
import { copiedFrom } from '../rules/history-paste.ts';
import type { ModuleOrder } from '../rules/stored-history.ts';
import { withoutDrawnMask } from '../rules/mask-shapes.ts';
import type { TagChange } from '../writing/operation.ts';
import { placesOf } from '../rules/module-order.ts';
import { listOf } from '../rules/order-list.ts';
import { pipeFacts, type PipeFacts } from '../rules/pipe-facts.ts';
import {
  applyRowChanges,
  isReadyFor,
  rowChanges,
  rowsTakenBack,
  rowsWith,
  type ReadRows,
  type Row,
  type RowChange,
} from '../writing/row-changes.ts';

/** The look of an image, kept under a name. */
export interface NewStyle {
  /** Full name, with `|` between the branches. */
  name: string;
  description: string;
  /** The image. */
  from: number;
  /** Only these operations; null: all that darktable's own copy takes. */
  modules: readonly string[] | null;
  /** Whether the style sets the order of modules too. */
  withOrder: boolean;
}

/** The result of an operation on a style. */
export interface StyleOperation {
  rows: RowChange[];
  fields: [];
  /** Full names before and after. */
  tag: TagChange;
  /** null: it was deleted. */
  styleId: number | null;
  /** Operations whose drawn mask was left behind. */
  masksLeft: string[];
}

/** Throws like `newStyle`. */
export function createStyle(library: Database.Database, style: NewStyle): StyleOperation {
  const { name, description } = style;
  const { items, order, masksLeft } = newStyle(rowsWith(library), style);
  return { ...insertStyle(library, { name, description, order }, items), masksLeft };
}

/**
 * What a new style holds, as rows of `style_items` without the id: the newest step of each instance in force. darktable's own takes all steps, and
 * older ones become instances of their own. No style can hold shapes, so drawn masks are left behind. Throws `not_found` and `conflict`.
 */
export function newStyle(
  read: ReadRows,
  { name, from, modules, withOrder }: NewStyle,
): { items: Row[]; order: string | null; masksLeft: string[] } {
  refuseTaken(read, name);
  const source = historiesIn(read)(from);
  if (!source) throw imageNotFound(from);
  const facts = pipeFacts(schemaOf(read));
  const { copied } = copiedFrom(source, modules, facts);
  if (copied.length === 0)
    throw new AppError(
      'conflict',
      `Image ${from} has ${modules === null ? 'no edits that a style can hold' : `none of these modules in its history: ${modules.join(', ')}`}.`,
    );
  const bare = copied.map((row) => withoutDrawnMask(row));
  const masksLeft = copied.filter((row, at) => bare[at] !== row).map(({ operation }) => String(operation));
  const items = bare.map(({ imgid: _image, ...row }, num): Row => ({ ...row, num: BigInt(num) }));
  const order = withOrder ? wholeList(source.order, facts) : null;
  return { items, order, masksLeft: [...new Set(masksLeft)] };
}

/** Adds a style with these rows of `style_items`. Throws `conflict` for a name that is there. */
export function insertStyle(
  library: Database.Database,
  { name, description, order }: { name: string; description: string; order: string | null },
  items: readonly Row[],
): StyleOperation {
  refuseTaken(rowsWith(library), name);
  const id = library.prepare('SELECT coalesce(max(id), 0) + 1 FROM data.styles').pluck().get() as number;
  const known = library.prepare("SELECT name FROM pragma_table_info('style_items', 'data')").pluck().all() as string[];
  const rows = rowChanges(library, scopesOf(id), () => {
    library
      .prepare('INSERT INTO data.styles (id, name, description, iop_list) VALUES (?, ?, ?, ?)')
      .run(id, name, description, order);
    for (const item of items) {
      const row: Row = { styleid: BigInt(id), ...item };
      const columns = Object.keys(row).filter((column) => known.includes(column));
      const values = columns.map((column) => `:${column}`).join(', ');
      library.prepare(`INSERT INTO data.style_items (${columns.join(', ')}) VALUES (${values})`).run(row);
    }
  });
  return { rows, fields: [], tag: { before: null, after: name }, styleId: id, masksLeft: [] };
}

/** Renames a style, or gives it another description. Tags of images keep the old name, as in darktable. Throws `not_found` and `conflict`. */
export function changeStyle(
  library: Database.Database,
  id: number,
  { name, description }: { name?: string | undefined; description?: string | undefined },
): StyleOperation {
  const before = nameOf(library, id);
  if (name !== undefined && name !== before) refuseTaken(rowsWith(library), name);
  const rows = rowChanges(library, [scopesOf(id)[0]], () => {
    if (name !== undefined) library.prepare('UPDATE data.styles SET name = ? WHERE id = ?').run(name, id);
    if (description !== undefined)
      library.prepare('UPDATE data.styles SET description = ? WHERE id = ?').run(description, id);
  });
  return { rows, fields: [], tag: { before, after: name ?? before }, styleId: id, masksLeft: [] };
}

/** Deletes a style. Images keep what it made of them. Throws `not_found`. */
export function deleteStyle(library: Database.Database, id: number): StyleOperation {
  const before = nameOf(library, id);
  const rows = rowChanges(library, scopesOf(id), () => {
    library.prepare('DELETE FROM data.style_items WHERE styleid = ?').run(id);
    library.prepare('DELETE FROM data.styles WHERE id = ?').run(id);
  });
  return { rows, fields: [], tag: { before, after: null }, styleId: null, masksLeft: [] };
}

/** Takes back what was done to styles. null: they were changed again since, or a name is taken. */
export function styleBack(library: Database.Database, made: readonly RowChange[]): RowChange[] | null {
  const back = rowsTakenBack(made);
  const styles = back.filter(({ table }) => table === 'data.styles');
  const read = rowsWith(library);
  const isFreed = (name: Row[string]) => styles.some(({ before, after }) => after === null && before!.name === name);
  const isNameTaken = ({ before, after }: RowChange) =>
    after !== null && after.name !== before?.name && !isFreed(after.name!) && styleNamed(read, String(after.name));
  if (styles.length === 0 || styles.some(isNameTaken)) return null;
  const countOf = library.prepare('SELECT count(*) FROM data.style_items WHERE styleid = ?').pluck();
  const itemsOf = (id: Row[string]) => back.filter(({ before }) => before?.styleid === id).length;
  const isGrown = ({ before, after }: RowChange) => after === null && countOf.get(before!.id) !== itemsOf(before!.id!);
  if (styles.some(isGrown)) return null;
  const numbers = freeNumbers(library, styles);
  const rows = back.map((row) => (row.before === null ? { ...row, after: numbered(row.after!, numbers) } : row));
  const reader = { get: (sql: string, names: object = {}) => library.prepare(sql).get(names) };
  if (!rows.every((row) => isReadyFor(reader, row))) return null;
  applyRowChanges(library, rows);
  return rows;
}

/** For styles that come back, and whose number belongs to another one now. */
function freeNumbers(library: Database.Database, styles: readonly RowChange[]): Map<Row[string], bigint> {
  const isThere = library.prepare('SELECT 1 FROM data.styles WHERE id = ?');
  const ids = styles.flatMap(({ before, after }) => (before === null ? [after!.id as bigint] : []));
  let last = library.prepare('SELECT coalesce(max(id), 0) FROM data.styles').safeIntegers().pluck().get() as bigint;
  for (const id of ids) if (id > last) last = id;
  return new Map(ids.flatMap((id) => (isThere.get(id) ? [[id, (last += 1n)]] : [])));
}

function numbered(row: Row, numbers: ReadonlyMap<Row[string], bigint>): Row {
  const column = 'styleid' in row ? 'styleid' : 'id';
  return { ...row, [column]: numbers.get(row[column]!) ?? row[column]! };
}

/** The rows of a style. */
const scopesOf = (id: number) =>
  [
    { table: 'data.styles', where: 'id = :id', names: { id } },
    { table: 'data.style_items', where: 'styleid = :id', names: { id } },
  ] as const;

function nameOf(library: Database.Database, id: number): string {
  const [style] = rowsWith(library)('SELECT name FROM data.styles WHERE id = :id', { id });
  if (!style) throw new AppError('not_found', `There is no style ${id}.`);
  return String(style.name ?? '');
}

export const styleNamed = (read: ReadRows, name: string): Row | undefined =>
  read('SELECT id FROM data.styles WHERE name = :name', { name })[0];

/** Throws `conflict`. */
export function refuseTaken(read: ReadRows, name: string): void {
  if (styleNamed(read, name)) throw new AppError('conflict', `There is a style ${name} already.`);
}

/** Throws `conflict` when the order is not known. */
function wholeList(order: ModuleOrder | null, facts: PipeFacts): string {
  const places = order && placesOf(order, facts);
  if (!places) throw new AppError('conflict', facts.whyNoOrder);
  return listOf(places);
}
