import { createHash } from 'node:crypto';
import type { ImageRecord } from '../contract/image-record.ts';
import type { LibraryReader } from './connection.ts';
import { type ImageRow, imageRowsSql, imageSet } from './image-sql.ts';

/** What an export says about itself besides its pixels. */
export type ExportFacts = Pick<
  ImageRecord,
  | 'rating'
  | 'datetime_taken'
  | 'latitude'
  | 'longitude'
  | 'altitude'
  | 'title'
  | 'description'
  | 'creator'
  | 'publisher'
  | 'rights'
  | 'tags'
>;

/** What an export shows and may tell. */
export interface ExportState {
  /** With the tags that may leave. As stored in the library, which may differ from the file. */
  record: ImageRecord;
  /** Another text whenever the picture was developed otherwise: history, order of modules and drawn masks. */
  development: string;
}

/** Categories (1) and private tags (2): tags.h, DT_TF_CATEGORY and DT_TF_PRIVATE. */
const [CATEGORY, PRIVATE] = [1, 2];
const flaggedTagsSql = `SELECT CAST(name AS TEXT) AS name, flags FROM data.tags WHERE flags & ${CATEGORY | PRIVATE}`;

/** Drawn masks are no part of darktable's hash of a history. */
const masksSql = `
SELECT imgid AS id, formid, form, version, points, source FROM masks_history AS mask
WHERE imgid IN (SELECT value FROM json_each(:ids)) AND num = (SELECT max(num) FROM masks_history WHERE imgid = mask.imgid)
ORDER BY imgid, formid`;

/** By image; without those that are not in the library. */
export function exportStates(reader: LibraryReader, imageIds: readonly number[]): Map<number, ExportState> {
  const ids = { ids: JSON.stringify(imageIds) };
  const rows = reader.all(imageRowsSql(reader.schema, imageSet), { ...ids, waiting: reader.waiting }) as ImageRow[];
  const mayLeave = leavingTags(reader);
  const masks = Map.groupBy(reader.all(masksSql, ids) as ({ id: number } & Record<string, unknown>)[], ({ id }) => id);
  return new Map(
    rows.map(({ id, json, history_key }) => {
      const record = JSON.parse(`${json}}`) as ImageRecord;
      const drawn = masks.get(id);
      return [
        id,
        {
          record: { ...record, tags: record.tags.filter(mayLeave) },
          development: drawn ? `${history_key}:${hashOf(drawn)}` : history_key,
        },
      ];
    }),
  );
}

function hashOf(rows: readonly Record<string, unknown>[]): string {
  const hash = createHash('sha1');
  for (const row of rows)
    for (const value of Object.values(row))
      hash.update(value instanceof Uint8Array ? value : String(value)).update('\0');
  return hash.digest('hex');
}

/** The record with the tags that may leave; null: no such image. */
export const exportFacts = (reader: LibraryReader, imageId: number): ImageRecord | null =>
  exportStates(reader, [imageId]).get(imageId)?.record ?? null;

/** Leaves out categories, private tags, and whatever is below a private one. */
function leavingTags(reader: LibraryReader): (tag: string) => boolean {
  const flagged = reader.all(flaggedTagsSql) as { name: string; flags: number }[];
  const names = new Set(flagged.map(({ name }) => name));
  const branches = flagged.filter(({ flags }) => flags & PRIVATE).map(({ name }) => `${name}|`);
  return (tag) => !names.has(tag) && !branches.some((branch) => tag.startsWith(branch));
}
