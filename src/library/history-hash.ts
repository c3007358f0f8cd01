import { createHash } from 'node:crypto';

/** The two things that the hash of a history covers, from any connection to the library. */
export interface HashSource {
  /** Newest row of every instance with num <= history_end, by num; darktable counts the first undone step in. */
  rows: {
    operation: string;
    enabled: number | null;
    op_params: Uint8Array | null;
    blendop_params: Uint8Array | null;
  }[];
  order: { version: number; iop_list: string | null } | undefined;
}

export const hashRowsSql = `
SELECT operation, enabled, op_params, blendop_params, max(num) AS newest
FROM history
WHERE imgid = :id AND num <= (SELECT history_end FROM images WHERE id = :id)
GROUP BY operation, multi_priority
ORDER BY num`;
export const hashOrderSql = 'SELECT version, iop_list FROM module_order WHERE imgid = :id';

/**
 * The MD5 by which darktable tells whether a history changed (history.c, _history_hash_compute_from_db; equal to what 4.2.1
 * stored when recomputed). null: no module is switched on, so there is no hash; darktable 4.2.1 then leaves the one that it stored before.
 */
export function historyHash({ rows, order }: HashSource): Buffer | null {
  const enabled = rows.filter((row) => row.enabled !== null && row.enabled !== 0);
  if (enabled.length === 0) return null;
  const hash = createHash('md5');
  for (const { operation, op_params, blendop_params } of enabled) {
    hash.update(operation);
    if (op_params) hash.update(op_params);
    if (blendop_params) hash.update(blendop_params);
  }
  if (order) {
    const version = Buffer.alloc(4);
    version.writeInt32LE(order.version);
    hash.update(version);
    // Only an order of the user's own is spelled out; the others are known by their number.
    if (order.version === 0 && order.iop_list !== null) hash.update(order.iop_list);
  }
  return hash.digest();
}
