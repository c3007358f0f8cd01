import { COLOR_LABELS } from '../contract/color-labels.ts';
import { COORDINATES, TEXTS, type Coordinate, type TextName } from '../contract/image-texts.ts';
import type { LibraryReader } from './library.ts';
import { imageFilesSql, imageSet } from './image-sql.ts';
import { isRejectedSql, starsSql } from './stars.ts';

export { COORDINATES, TEXTS, type TextName };

/** What a photographer decides about an image, as the library holds it. */
export interface Organised {
  id: number;
  /** The stars that are kept behind a reject, too. */
  stars: number;
  isRejected: boolean;
  /** One bit a label, in darktable's order. */
  labels: number;
  /** Full names; darktable's own are left out. */
  tags: readonly string[];
  texts: Readonly<Record<TextName, string | null>>;
  place: Readonly<Record<Coordinate, number | null>>;
}

type Row = { id: number; stars: number; isRejected: 0 | 1; labels: number; tags: string } & Record<
  TextName,
  string | null
> &
  Record<Coordinate, number | null>;

/** `:ids` is a JSON array. */
export const organisedSql = `
SELECT images.id, ${starsSql} AS stars, ${isRejectedSql} AS isRejected, images.latitude, images.longitude, images.altitude,
  coalesce((SELECT sum(1 << color) FROM main.color_labels WHERE imgid = images.id AND color BETWEEN 0 AND ${COLOR_LABELS.length - 1}), 0) AS labels,
  ${TEXTS.map((name, key) => `(SELECT nullif(CAST(value AS TEXT), '') FROM main.meta_data WHERE id = images.id AND key = ${key}) AS ${name}`).join(',\n  ')},
  (SELECT json_group_array(CAST(tags.name AS TEXT)) FROM main.tagged_images AS tagged JOIN data.tags ON tags.id = tagged.tagid
    WHERE tagged.imgid = images.id AND tags.name NOT GLOB 'darktable|*') AS tags
FROM main.images WHERE ${imageSet}`;

export function organisedOf(row: unknown): Organised {
  const found = row as Row;
  return {
    id: found.id,
    stars: found.stars,
    isRejected: found.isRejected === 1,
    labels: found.labels,
    tags: JSON.parse(found.tags) as string[],
    texts: pick<TextName, string | null>(found, TEXTS),
    place: pick<Coordinate, number | null>(found, COORDINATES),
  };
}

/** Those of the ids that are there. */
export function readOrganised(reader: LibraryReader, ids: readonly number[]): Map<number, Organised> {
  const rows = reader.all(organisedSql, { ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [(row as Row).id, organisedOf(row)]));
}

/** Where the files of images are, and their stars, behind a reject too. */
export function readImageFiles(
  reader: LibraryReader,
  ids: readonly number[],
): Map<number, { file: string; stars: number }> {
  const rows = reader.all(imageFilesSql(), { ids: JSON.stringify(ids) }) as {
    id: number;
    file: string;
    stars: number;
  }[];
  return new Map(rows.map(({ id, file, stars }) => [id, { file, stars }]));
}

/** Full names of the tags with these ids, by id. */
export function readTagNames(reader: LibraryReader, ids: readonly number[]): Map<number, string> {
  const sql = 'SELECT id, CAST(name AS TEXT) AS name FROM data.tags WHERE id IN (SELECT value FROM json_each(:ids))';
  const rows = reader.all(sql, { ids: JSON.stringify(ids) }) as { id: number; name: string }[];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const pick = <Name extends string, Value>(from: Record<Name, Value>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Record<Name, Value>;
