import type { LibraryReader } from '../../library/library.ts';
import { rowsRead, type KeyedRows, type Row } from '../writing/row-changes.ts';
import type { StyleContent, StyleStep } from './style-file.ts';

/** A style of data.db with everything that a file of it has. null: there is no such style. */
export function readStyleContent(reader: LibraryReader, id: number): StyleContent | null {
  const read = rowsRead(reader);
  const [style] = read('SELECT name, description, iop_list FROM data.styles WHERE id = :id', { id });
  return style
    ? styleContentOf(style, read('SELECT * FROM data.style_items WHERE styleid = :id ORDER BY rowid', { id }))
    : null;
}

/** A row of `styles` with its rows of `style_items`. */
export const styleContentOf = ({ name, description, iop_list: order }: Row, items: readonly Row[]): StyleContent => ({
  name: textOf(name),
  description: textOf(description),
  order: textOf(order) || null,
  items: items.map(styleStepOf),
});

/** The styles among these rows, by name. */
export function stylesIn(rows: KeyedRows): Map<string, StyleContent> {
  const all = [...rows.values()];
  const items = Map.groupBy(
    all.flatMap(({ table, row }) => (table === 'data.style_items' ? [row] : [])),
    ({ styleid }) => styleid,
  );
  return new Map(
    all.flatMap(({ table, row }) => {
      if (table !== 'data.styles') return [];
      const style = styleContentOf(row, items.get(row.id) ?? []);
      return [[style.name, style] as const];
    }),
  );
}

/** Whether darktable does the same with both. It keeps the order of their modules to itself. */
export function isSameStyle(one: StyleContent, other: StyleContent): boolean {
  const textOfStyle = ({ name, description, order, items }: StyleContent) =>
    JSON.stringify([
      name,
      description,
      order,
      items
        .map(({ num: _num, nameIsTyped: _typed, params, blendParams, ...step }) =>
          JSON.stringify([step, params.toString('hex'), blendParams.toString('hex')]),
        )
        .toSorted(),
    ]);
  return textOfStyle(one) === textOfStyle(other);
}

/** A step of a style as a row of `style_items`. */
export const rowOf = ({ name, nameIsTyped, ...step }: StyleStep): Row => ({
  num: BigInt(step.num),
  module: BigInt(step.module),
  operation: step.operation,
  op_params: step.params,
  enabled: step.enabled ? 1n : 0n,
  blendop_params: step.blendParams,
  blendop_version: BigInt(step.blendVersion),
  multi_priority: BigInt(step.priority),
  multi_name: name,
  // darktable 4.2 does not tell in its files. A name that darktable gives is the number, or begins like this.
  multi_name_hand_edited:
    (nameIsTyped ?? (name !== '' && name !== String(step.priority) && !name.startsWith('_builtin_'))) ? 1n : 0n,
});

/** A row of `style_items`, or of `history`, as a step of a style. */
export const styleStepOf = (row: Row): StyleStep => ({
  num: Number(row.num ?? 0n),
  module: Number(row.module ?? 0n),
  operation: textOf(row.operation),
  params: blobOf(row.op_params),
  enabled: Number(row.enabled ?? 0n) !== 0,
  blendParams: blobOf(row.blendop_params),
  blendVersion: Number(row.blendop_version ?? 0n),
  priority: Number(row.multi_priority ?? 0n),
  name: textOf(row.multi_name),
  nameIsTyped: 'multi_name_hand_edited' in row ? Number(row.multi_name_hand_edited ?? 0n) !== 0 : null,
});

const textOf = (value: Row[string] | undefined) => (value === null || value === undefined ? '' : String(value));
const blobOf = (value: Row[string] | undefined) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
