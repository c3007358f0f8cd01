import type { ImageRecord } from '../contract/image-record.ts';
import type { LibraryReader } from './connection.ts';
import { type ImageRow, imageRowsSql, oneImage } from './image-sql.ts';

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

/** Leaves out darktable's own tags, categories (1) and private tags (2): tags.h, DT_TF_CATEGORY and DT_TF_PRIVATE. */
const publicTagsSql = `
SELECT CAST(tags.name AS TEXT) AS name
FROM tagged_images AS tagged JOIN data.tags ON tags.id = tagged.tagid
WHERE tagged.imgid = :id AND tags.name NOT GLOB 'darktable|*' AND coalesce(tags.flags, 0) & 3 = 0
ORDER BY tags.name`;

/** The record with the tags that may leave. As stored in the library, which may differ from the file. null: no such image. */
export function exportFacts(reader: LibraryReader, imageId: number): ImageRecord | null {
  const id = { id: imageId };
  const row = reader.get(imageRowsSql(reader.schema, oneImage), { ...id, waiting: reader.waiting }) as
    ImageRow | undefined;
  if (!row) return null;
  const tags = (reader.all(publicTagsSql, id) as { name: string }[]).map(({ name }) => name);
  return { ...(JSON.parse(`${row.json}}`) as ImageRecord), tags };
}
