import type { Tag } from '../contract/image-record.ts';
import type { LibraryReader } from './library.ts';

const tagSql = `SELECT id, CAST(name AS TEXT) AS name,
  (SELECT count(*) FROM main.tagged_images JOIN main.images ON images.id = imgid WHERE tagid = tags.id) AS count
FROM data.tags WHERE id = :id`;

/** null: there is no such tag. */
export function readTag(reader: LibraryReader, id: number): Tag | null {
  const row = reader.get(tagSql, { id }) as { id: number; name: string; count: number } | undefined;
  if (!row) return null;
  const levels = row.name.split('|');
  return {
    id: row.id,
    name: row.name,
    count: row.count,
    leaf: levels.at(-1)!,
    parent: levels.length > 1 ? levels.slice(0, -1).join('|') : null,
  };
}
