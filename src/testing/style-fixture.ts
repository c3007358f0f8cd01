import type { FixtureLibrary } from './library-fixture.ts';

/** One module of a style, as a row of `style_items`. */
export interface FixtureStyleItem {
  operation: string;
  /** Version of the parameters; default 1. */
  module?: number;
  params?: Uint8Array | null;
  enabled?: boolean;
  priority?: number;
  name?: string;
}

/** Adds a style to data.db, as darktable would. */
export function addStyle(
  library: Pick<FixtureLibrary, 'change'>,
  style: { id: number; name: string; description?: string; order?: string; items: readonly FixtureStyleItem[] },
): void {
  const { id, name, description = '', order = null, items } = style;
  library.change('INSERT INTO data.styles VALUES (?, ?, ?, ?)', id, name, description, order);
  for (const [num, item] of items.entries()) {
    const { operation, module = 1, params = Buffer.alloc(8), enabled = true, priority = 0, name: called = '' } = item;
    library.change(
      `INSERT INTO data.style_items (styleid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
       VALUES (?, ?, ?, ?, ?, ?, NULL, 0, ?, ?)`,
      ...[id, num, module, operation, params, enabled ? 1 : 0, priority, called],
    );
  }
}
