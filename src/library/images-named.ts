import type { LibraryReader } from './connection.ts';

const namedSql =
  'SELECT id FROM images WHERE CAST(filename AS TEXT) IN (SELECT value FROM json_each(:names)) ORDER BY id';

/** The images whose files have one of these names, in whatever folder. */
export const imagesNamed = (reader: LibraryReader, names: readonly string[]): number[] =>
  (reader.all(namedSql, { names: JSON.stringify(names) }) as { id: number }[]).map(({ id }) => id);

const turnSql = 'SELECT orientation FROM images WHERE id = :id';

/** How the camera says that its picture is to be turned, in darktable's bits; null: it does not say. */
export function exifTurn(reader: LibraryReader, id: number): number | null {
  const { orientation } = (reader.get(turnSql, { id }) as { orientation: unknown } | undefined) ?? {};
  return typeof orientation === 'number' && orientation >= 0 ? orientation : null;
}
