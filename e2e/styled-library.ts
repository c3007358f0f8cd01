import Database from 'better-sqlite3';

/** Puts a style of one module into the library with this data.db. */
export function addStyle(
  data: string,
  name: string,
  { operation, version, params }: { operation: string; version: number; params: Uint8Array },
): void {
  const database = new Database(data);
  try {
    const { lastInsertRowid: id } = database.prepare("INSERT INTO styles (name, description) VALUES (?, '')").run(name);
    database
      .prepare(
        `INSERT INTO style_items (styleid, num, module, operation, op_params, enabled, blendop_version, multi_priority, multi_name)
         VALUES (?, 0, ?, ?, ?, 1, 0, 0, '')`,
      )
      .run(id, version, operation, params);
  } finally {
    database.close();
  }
}
