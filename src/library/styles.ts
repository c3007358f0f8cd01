import type { Style } from '../contract/styles.ts';
import type { LibraryReader } from './library.ts';

/** A style without the names that darktable shows for its modules. */
export type StoredStyle = Omit<Style, 'items'> & { items: Omit<Style['items'][0], 'label'>[] };

const stylesSql = `SELECT id, CAST(coalesce(name, '') AS TEXT) AS name, CAST(coalesce(description, '') AS TEXT) AS description,
  coalesce(iop_list, '') <> '' AS sets_module_order
FROM data.styles`;

/** In the order in which darktable applies them (styles.c, dt_styles_apply_to_image). */
const itemsSql = `SELECT styleid, CAST(coalesce(operation, '') AS TEXT) AS operation, CAST(coalesce(multi_name, '') AS TEXT) AS multi_name,
  coalesce(enabled, 0) <> 0 AS enabled, CAST(coalesce(module, 0) AS INTEGER) AS module_version
FROM data.style_items`;
const ITEM_ORDER = 'ORDER BY style_items.operation, style_items.multi_priority';

type StyleRow = Pick<Style, 'id' | 'name' | 'description'> & { sets_module_order: number };
interface ItemRow {
  styleid: number;
  operation: string;
  multi_name: string;
  enabled: number;
  module_version: number;
}

/** Sorted by name. */
export function readStyles(reader: LibraryReader): StoredStyle[] {
  const rows = reader.all(`${stylesSql} ORDER BY styles.name, id`) as StyleRow[];
  const items = Map.groupBy(reader.all(`${itemsSql} ${ITEM_ORDER}`) as ItemRow[], ({ styleid }) => styleid);
  return rows.map((row) => styleOf(row, items.get(row.id) ?? []));
}

/** null: there is no such style. */
export function readStyle(reader: LibraryReader, id: number): StoredStyle | null {
  const row = reader.get(`${stylesSql} WHERE id = :id`, { id }) as StyleRow | undefined;
  return row ? styleOf(row, reader.all(`${itemsSql} WHERE styleid = :id ${ITEM_ORDER}`, { id }) as ItemRow[]) : null;
}

const styleOf = (row: StyleRow, items: readonly ItemRow[]): StoredStyle => ({
  ...row,
  sets_module_order: row.sets_module_order === 1,
  items: items.map(({ operation, multi_name, enabled, module_version }) => ({
    operation,
    multi_name,
    enabled: enabled === 1,
    module_version,
  })),
});
