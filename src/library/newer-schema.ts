import { imageRowsSql, oneImage } from './image-sql.ts';
import { AT_MAIN, type At, type LibrarySchema, NEWEST_SCHEMA } from './schema.ts';

/** A schema that came out after this Safelight. Its libraries are read where they have what is read, and never written. */
export const isNewer = ({ version }: { version: number }): boolean => version > NEWEST_SCHEMA;

/** Besides what the records of images need. */
const otherReads = ({ library }: At) => [
  `SELECT imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name FROM ${library}.history`,
  `SELECT imgid, num, formid, form, name, version, points, points_count, source FROM ${library}.masks_history`,
  `SELECT imgid, version, iop_list FROM ${library}.module_order`,
  `SELECT id, folder FROM ${library}.film_rolls`,
  `SELECT id, history_end, flags, group_id FROM ${library}.images`,
];

/** Whether a library of a newer schema has all tables and columns that are read. `prepare` throws SQLite's error for a wrong statement. */
export function isReadable(schema: LibrarySchema, prepare: (sql: string) => unknown, at: At = AT_MAIN): boolean {
  try {
    for (const sql of [imageRowsSql(schema, oneImage, at), ...otherReads(at)]) prepare(sql);
    return true;
  } catch {
    return false;
  }
}
