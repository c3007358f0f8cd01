import type { LibraryReader } from './connection.ts';
import { hasLocalCopySql, pathSql } from './image-sql.ts';
import { inForce, listed } from './listed-history.ts';

/** Everything darktable needs to render one image: what an XMP sidecar would hold about its development. */
export interface DevelopState {
  imageId: number;
  /** Full path of the picture. */
  path: string;
  /** See `pictureFile` in library.ts. */
  hasLocalCopy: boolean;
  /**
   * Automatic presets have been applied, so the history is complete. Until then darktable adds its default steps when
   * it renders.
   */
  isComplete: boolean;
  /** Only steps below this number are active. */
  historyEnd: number;
  /** darktable's column raw_parameters: how very old versions flipped the picture. */
  rawParameters: number;
  /**
   * null: darktable's default order. `list` (`exposure,0,exposure,1,…`) is present when the user changed the order or
   * the instances.
   */
  order: { version: number; list: string | null } | null;
  /** Active steps, oldest first. */
  history: DevelopStep[];
  masks: DevelopMask[];
}

export interface DevelopStep {
  /** Without gaps ([Note: The end of a history]). */
  num: number;
  operation: string;
  /** Version of the parameters. */
  module: number;
  enabled: boolean;
  params: Uint8Array | null;
  blendParams: Uint8Array | null;
  blendVersion: number;
  priority: number;
  name: string;
  /** The user typed the name. null: unknown, schemas before 38 do not store it. */
  nameIsTyped: boolean | null;
}

/** A drawn shape as it was at one step. */
export interface DevelopMask {
  num: number;
  id: number;
  type: number;
  name: string;
  version: number;
  points: Uint8Array | null;
  count: number;
  source: Uint8Array | null;
}

/** Flag in images.flags (darktable's image.h, DT_IMAGE_AUTO_PRESETS_APPLIED). */
const AUTO_PRESETS_APPLIED = 512;

const imageSql = `
SELECT coalesce(flags, 0) & ${AUTO_PRESETS_APPLIED} AS complete, coalesce(history_end, 0) AS history_end,
  coalesce(raw_parameters, 0) AS raw_parameters,
  ${pathSql} AS path, ${hasLocalCopySql} AS has_local_copy
FROM images JOIN film_rolls AS films ON films.id = images.film_id
WHERE images.id = :id`;

const stepsSql = (typed: string) => `
SELECT num, operation, module, coalesce(enabled, 0) AS enabled, op_params, blendop_params,
  coalesce(blendop_version, 0) AS blendop_version, coalesce(multi_priority, 0) AS multi_priority,
  coalesce(multi_name, '') AS multi_name, ${typed} AS typed
FROM history
WHERE imgid = :id AND operation IS NOT NULL
ORDER BY num, rowid`;

const masksSql = `
SELECT num, formid, form, coalesce(name, '') AS name, version, points, coalesce(points_count, 0) AS points_count, source
FROM masks_history
WHERE imgid = :id
ORDER BY num, rowid`;

const orderSql = 'SELECT version, iop_list FROM module_order WHERE imgid = :id';

/** From library version 38 on the history tells whether the user typed an instance's name (database.c). */
const NAMES_ARE_TYPED = 38;

interface ImageRow {
  complete: number;
  history_end: number;
  raw_parameters: number;
  path: string;
  has_local_copy: number;
}
interface StepRow {
  num: number;
  operation: string;
  module: number;
  enabled: number;
  op_params: Uint8Array | null;
  blendop_params: Uint8Array | null;
  blendop_version: number;
  multi_priority: number;
  multi_name: string;
  typed: number | null;
}
interface MaskRow {
  num: number;
  formid: number;
  form: number;
  name: string;
  version: number;
  points: Uint8Array | null;
  points_count: number;
  source: Uint8Array | null;
}

/** null: no such image. */
export function developState(reader: LibraryReader, imageId: number): DevelopState | null {
  const id = { id: imageId };
  const image = reader.get(imageSql, id) as ImageRow | undefined;
  if (!image) return null;
  const typed = reader.schema.version >= NAMES_ARE_TYPED ? 'multi_name_hand_edited' : 'NULL';
  const has = (table: string) => reader.schema.tables.has(table);
  const order = has('module_order')
    ? (reader.get(orderSql, id) as { version: number; iop_list: string | null } | undefined)
    : undefined;
  const { end, steps, masks } = listed({
    end: image.history_end,
    steps: reader.all(stepsSql(typed), id) as StepRow[],
    masks: has('masks_history') ? (reader.all(masksSql, id) as MaskRow[]) : [],
  });
  return {
    imageId,
    path: image.path,
    hasLocalCopy: image.has_local_copy !== 0,
    isComplete: image.complete !== 0,
    historyEnd: end,
    rawParameters: image.raw_parameters,
    order: order ? { version: order.version, list: order.iop_list } : null,
    history: inForce(steps, end).map((row) => ({
      num: row.num,
      operation: row.operation,
      module: row.module,
      enabled: row.enabled !== 0,
      params: row.op_params,
      blendParams: row.blendop_params,
      blendVersion: row.blendop_version,
      priority: row.multi_priority,
      name: row.multi_name,
      nameIsTyped: row.typed === null ? null : row.typed !== 0,
    })),
    masks: inForce(masks, end).map((row) => ({
      num: row.num,
      id: row.formid,
      type: row.form,
      name: row.name,
      version: row.version,
      points: row.points,
      count: row.points_count,
      source: row.source,
    })),
  };
}
