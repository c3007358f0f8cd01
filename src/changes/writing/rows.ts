/** A value of SQLite; integers as bigint, since darktable's positions and times exceed 2^53. */
export type Value = null | bigint | number | string | Buffer;
export type Row = Readonly<Record<string, Value>>;

/** What an operation does to one row. `before` null: insert; `after` null: delete. */
export interface RowChange {
  table: Table;
  before: Row | null;
  after: Row | null;
}

/**
 * The tables that operations change, with their key columns. Rows without a key are only added and removed as a whole. Tables come after those
 * they refer to.
 */
export const KEYS = {
  'data.tags': ['id'],
  'data.locations': ['tagid'],
  'data.styles': ['id'],
  'data.style_items': null,
  'main.film_rolls': ['id'],
  'main.makers': ['id'],
  'main.models': ['id'],
  'main.lens': ['id'],
  'main.cameras': ['id'],
  'main.images': ['id'],
  'main.tagged_images': ['imgid', 'tagid'],
  'main.color_labels': ['imgid', 'color'],
  'main.meta_data': ['id', 'key', 'value'],
  'main.history': null,
  'main.masks_history': null,
  'main.module_order': ['imgid'],
  'main.history_hash': ['imgid'],
  'main.harmony_guide': ['imgid'],
  'main.overlay': ['imgid', 'overlay_id'],
} as const satisfies Record<string, readonly string[] | null>;
export type Table = keyof typeof KEYS;
export const TABLES = Object.keys(KEYS) as Table[];

/** Reads rows with integers as bigint. */
export type ReadRows = (sql: string, names: Record<string, unknown>) => Row[];
