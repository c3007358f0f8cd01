import { COLOR_LABELS, type ColorLabel } from '../contract/color-labels.ts';
import { COORDINATES, TEXTS, type Coordinate, type TextName } from '../contract/image-texts.ts';
import type { LibraryReader } from './library.ts';
import { ratingSql } from './stars.ts';

/** A value that several images have; `value` is null where they have nothing, or not the same. */
interface Shared<Value> {
  value: Value | null;
  is_shared: boolean;
}
interface Counts {
  images: number;
  tags: { name: string; count: number }[];
  ratings: { rating: number; count: number }[];
  color_labels: { label: ColorLabel; count: number }[];
}
type Summary = Counts & Record<TextName, Shared<string>> & Record<Coordinate, Shared<number>>;

/** `:ids` is a JSON array, as in all of them. */
const tagsSql = `
SELECT CAST(tags.name AS TEXT) AS name, count(*) AS count
FROM main.tagged_images AS tagged JOIN data.tags ON tags.id = tagged.tagid
WHERE tagged.imgid IN (SELECT value FROM json_each(:ids)) AND tags.name NOT GLOB 'darktable|*'
GROUP BY tags.id ORDER BY name`;
const ratingsSql = `
SELECT ${ratingSql} AS rating, count(*) AS count
FROM main.images WHERE id IN (SELECT value FROM json_each(:ids)) GROUP BY rating ORDER BY rating`;
const labelsSql = `
SELECT color, count(DISTINCT imgid) AS count
FROM main.color_labels
WHERE imgid IN (SELECT value FROM json_each(:ids)) AND color BETWEEN 0 AND ${COLOR_LABELS.length - 1}
GROUP BY color ORDER BY color`;
/** Empty texts are no texts, as in an image's record. */
const textsSql = `
SELECT key, count(DISTINCT id) AS count, count(DISTINCT CAST(value AS TEXT)) AS kinds, min(CAST(value AS TEXT)) AS value
FROM main.meta_data
WHERE id IN (SELECT value FROM json_each(:ids)) AND key BETWEEN 0 AND ${TEXTS.length - 1} AND CAST(value AS TEXT) <> ''
GROUP BY key`;
const placesSql = `
SELECT count(*) AS images,
  ${COORDINATES.map((name) => `count(${name}) AS ${name}_count, count(DISTINCT ${name}) AS ${name}_kinds, min(${name}) AS ${name}`).join(',\n  ')}
FROM main.images WHERE id IN (SELECT value FROM json_each(:ids))`;

interface TextRow {
  key: number;
  count: number;
  kinds: number;
  value: string;
}

/** What these images have in common; those that are not there do not count. */
export function summarise(reader: LibraryReader, imageIds: readonly number[]): Summary {
  const ids = JSON.stringify(imageIds);
  const [places] = reader.all(placesSql, { ids }) as [Record<string, number | null>];
  const images = places.images ?? 0;
  const shared = <Value>(count: number, kinds: number, value: Value | null): Shared<Value> => {
    const isShared = count === 0 || (count === images && kinds === 1);
    return { value: isShared ? value : null, is_shared: isShared };
  };
  const rows = reader.all(textsSql, { ids }) as TextRow[];
  const texts = TEXTS.map((name, at) => {
    const row = rows.find(({ key }) => key === at);
    return [name, shared(row?.count ?? 0, row?.kinds ?? 0, row?.value ?? null)];
  });
  const coordinates = COORDINATES.map((name) => [
    name,
    shared(places[`${name}_count`] ?? 0, places[`${name}_kinds`] ?? 0, places[name] ?? null),
  ]);
  const labels = reader.all(labelsSql, { ids }) as { color: number; count: number }[];
  return {
    images,
    tags: reader.all(tagsSql, { ids }) as Counts['tags'],
    ratings: reader.all(ratingsSql, { ids }) as Counts['ratings'],
    color_labels: labels.flatMap(({ color, count }) => {
      const label = COLOR_LABELS[color];
      return label ? [{ label, count }] : [];
    }),
    ...(Object.fromEntries([...texts, ...coordinates]) as Omit<Summary, keyof Counts>),
  };
}
