import { createHash } from 'node:crypto';

/** The two things that a history hash covers, read through any connection to the library. */
export interface HashSource {
  /** Newest row of every instance with num <= history_end, ordered by num. darktable includes the first undone step. */
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
 * The MD5 by which darktable detects a changed history (history.c, _history_hash_compute_from_db; recomputing gave the
 * values that 4.2.1 had stored). null: no module is on, so there is no hash; darktable 4.2.1 then leaves the previous
 * one in place.
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
    // Only a custom order is spelled out; the built-in ones are identified by their number.
    if (order.version === 0 && order.iop_list !== null) hash.update(order.iop_list);
  }
  return hash.digest();
}
