import { imageSet } from './image-sql.ts';
import type { Library } from './library.ts';

const existingIdsSql = `SELECT id FROM images WHERE ${imageSet}`;

/** Returns those of `ids` that exist in the library, all looked up in one state of it. Throws `library_unavailable`. */
export async function existingIds(library: Pick<Library, 'read'>, ids: readonly number[]): Promise<Set<number>> {
  const parameters = { ids: JSON.stringify(ids) };
  const rows = await library.read((reader) => reader.all(existingIdsSql, parameters) as { id: number }[]);
  return new Set(rows.map(({ id }) => id));
}
