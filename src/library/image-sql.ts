import { COLOR_LABELS } from '../contract/color-labels.ts';
import { ratingSql, starsSql } from './stars.ts';
import { AT_MAIN, type At, type LibrarySchema } from './schema.ts';
import { rejectWaitsSql } from './waiting-rejects.ts';

/** One row of `imageRowsSql`. Texts that darktable leaves empty and numbers that it does not know are null. */
export type ImageRow = {
  id: number;
  film_id: number;
  /** The id of the image that leads its group; its own when it has no group. */
  group_id: number | null;
  /** 0-5; -1 is rejected. */
  rating: number;
  /** One bit per label: 1 red, 2 yellow, 4 green, 8 blue, 16 purple. */
  labels: number;
  is_raw: 0 | 1;
  is_hdr: 0 | 1;
  /** Edited: see `isAlteredSql`. */
  is_altered: 0 | 1;
  /** The camera's wall clock in milliseconds, as if it were UTC. */
  taken_ms: number | null;
  /** Unix milliseconds. */
  import_ms: number | null;
  change_ms: number | null;
  aspect_ratio: number | null;
  /** Width / height of the file, upright. */
  file_shape: number | null;
  /** darktable keeps a copy of the file in its cache folder. */
  has_local_copy: 0 | 1;
  filename: string;
  version: number;
  film_roll: string;
  title: string | null;
  description: string | null;
  maker: string | null;
  model: string | null;
  lens: string | null;
  /** JSON arrays ordered by name, without darktable's own tags (`darktable|…`). */
  tag_ids: string;
  tag_names: string;
  /** Changes with the develop history; '0' while the image has no history of its own. */
  history_key: string;
  /** Whether darktable made its thumbnails after the last edit; null when it does not say. */
  thumbnails_current: 0 | 1 | null;
  /** The `ImageRecord` as JSON text, without `preview_version` and without the closing brace. */
  json: string;
};

/** One row of `imageFactsSql`; see `ImageRow`. */
export type ImageFactsRow = Pick<
  ImageRow,
  | 'id'
  | 'filename'
  | 'history_key'
  | 'change_ms'
  | 'thumbnails_current'
  | 'taken_ms'
  | 'model'
  | 'file_shape'
  | 'has_local_copy'
> & { path: string };

/** Conditions for `where`. Each names the parameters it needs. */
export const oneImage = 'images.id = :id';
/** `:ids` is a JSON array. */
export const imageSet = 'images.id IN (SELECT value FROM json_each(:ids))';

/**
 * The statement that reads images as `ImageRow`, ordered by id.
 *
 * `where` is one of the constants above or any condition on `images.id`. `:waiting`: see [Note: Rejects that wait]. Works on library.db itself or attached under
 * another name. Columns and their meaning: darktable's src/common/image.h (flags), metadata.h (keys), datetime.c
 * (times), history.c (hashes); measured with darktable 4.2.1 and 5.4.1.
 */
export function imageRowsSql(schema: LibrarySchema, where: string, at: At = AT_MAIN): string {
  const camera = cameraSql(schema, at);
  // [Note: LIMIT -1 keeps the inner SELECT whole] SQLite would otherwise fold it into the outer one and evaluate every
  // subquery twice, once for its column and once for the record.
  return `
SELECT *,
  rtrim(json_object(
    'id', id, 'path', path, 'filename', filename, 'film_id', film_id, 'film_roll', film_roll,
    'version', version, 'group_id', group_id, 'width', width, 'height', height, 'aspect_ratio', aspect_ratio,
    'rating', rating, 'color_labels', json(${labelNamesSql}),
    'is_raw', json(iif(is_raw, 'true', 'false')), 'is_hdr', json(iif(is_hdr, 'true', 'false')),
    'is_altered', json(iif(is_altered, 'true', 'false')),
    'has_local_copy', json(iif(has_local_copy, 'true', 'false')),
    'datetime_taken', strftime('%Y-%m-%dT%H:%M:%S', (taken_ms - taken_fraction) / 1000, 'unixepoch')
      || iif(taken_fraction, printf('.%03d', taken_fraction), ''),
    'maker', maker, 'model', model, 'lens', lens,
    'exposure', exposure, 'aperture', aperture, 'iso', iso, 'focal_length', focal_length,
    'focus_distance', focus_distance, 'exposure_bias', exposure_bias,
    'latitude', latitude, 'longitude', longitude, 'altitude', altitude,
    'title', title, 'description', description, 'creator', creator, 'publisher', publisher, 'rights', rights, 'notes', notes,
    'tags', json(tag_names), 'import_timestamp', import_ms, 'change_timestamp', change_ms
  ), '}') || iif(reject_waits, ',"reject_waits":true', '') AS json
FROM (
  SELECT images.id, coalesce(${id('images.film_id')}, 0) AS film_id,
    ${text('films.folder')} AS film_roll, ${text('images.filename')} AS filename, ${pathSql} AS path,
    coalesce(${id('images.version')}, 0) AS version, ${id('images.group_id')} AS group_id,
    ${positive('images.width')} AS width, ${positive('images.height')} AS height,
    coalesce(${single('images.aspect_ratio')}, ${shapeOfFileSql}) AS aspect_ratio, ${shapeOfFileSql} AS file_shape,
    ${hasLocalCopySql} AS has_local_copy,
    ${rejectWaitsSql} AS reject_waits, iif(${rejectWaitsSql}, -1, ${ratingSql}) AS rating,
    coalesce((SELECT sum(1 << color) FROM ${at.library}.color_labels WHERE imgid = images.id AND color BETWEEN 0 AND 4), 0) AS labels,
    -- 64 and 128 are set when darktable has read the file for the first time: its own is_raw of a raw file just imported may be
    -- false.
    coalesce(images.flags & 64, 0) <> 0 AS is_raw,
    coalesce(images.flags & 128, 0) <> 0 AS is_hdr,
    ${isAlteredSql} AS is_altered, ${historySql},
    ${ms('images.datetime_taken')} AS taken_ms, images.datetime_taken / 1000 % 1000 AS taken_fraction,
    ${ms('images.import_timestamp')} AS import_ms, ${ms('images.change_timestamp')} AS change_ms,
    ${camera.maker} AS maker, ${camera.model} AS model, ${camera.lens} AS lens,
    ${single('images.exposure')} AS exposure, ${single('images.aperture')} AS aperture, ${single('images.iso')} AS iso,
    ${single('images.focal_length')} AS focal_length, ${single('images.focus_distance')} AS focus_distance,
    ${between('images.exposure_bias', 100, sevenDigits('images.exposure_bias'))} AS exposure_bias,
    ${between('images.latitude', 90)} AS latitude, ${between('images.longitude', 180)} AS longitude,
    ${between('images.altitude', 1e6)} AS altitude,
    ${metadataKeys.map((name, key) => `${metadata(at, key)} AS ${name}`).join(', ')},
    (SELECT json_group_array(tags.id ORDER BY tags.name) ${visibleTags(at)}) AS tag_ids,
    (SELECT json_group_array(CAST(tags.name AS TEXT) ORDER BY tags.name) ${visibleTags(at)}) AS tag_names
  FROM ${at.library}.images
  LEFT JOIN ${at.library}.film_rolls AS films ON films.id = images.film_id
  LEFT JOIN ${at.library}.history_hash AS hash ON hash.imgid = images.id
  ${camera.joins}
  WHERE ${where}
  ORDER BY images.id
  LIMIT -1
)`;
}

/** The often needed facts of one image: a tenth of the cost of its whole record. */
export const imageFactsSql = (schema: LibrarySchema): string => {
  const { model, joins } = cameraSql(schema, AT_MAIN);
  return `
SELECT images.id, ${text('images.filename')} AS filename, ${pathSql} AS path, ${historySql},
  ${ms('images.change_timestamp')} AS change_ms, ${ms('images.datetime_taken')} AS taken_ms, ${model} AS model,
  ${shapeOfFileSql} AS file_shape, ${hasLocalCopySql} AS has_local_copy
FROM images
LEFT JOIN film_rolls AS films ON films.id = images.film_id
LEFT JOIN history_hash AS hash ON hash.imgid = images.id
${joins}
WHERE ${oneImage}`;
};

/** Paths, and the stars that are kept behind a reject, too. */
export const imageFilesSql = (): string => `
SELECT images.id, ${pathSql} AS file, ${starsSql} AS stars
FROM images LEFT JOIN film_rolls AS films ON films.id = images.film_id
WHERE ${imageSet}`;

/**
 * [Note: Images without a usable number] darktable's ids have 31 bits. A damaged library may hold any 64-bit number,
 * and those beyond 2^53 are not exact in JavaScript or in a client's JSON. One such row must not make the rest
 * unreadable, so it is left out and counted.
 */
const LARGEST_ID = Number.MAX_SAFE_INTEGER;
export const withoutNumber = (table: string, id = 'id') =>
  `((SELECT count(*) FROM ${table} WHERE ${id} > ${LARGEST_ID}) + (SELECT count(*) FROM ${table} WHERE ${id} < -${LARGEST_ID}))`;

/**
 * `{ images, left_out, first, last }`: the number of images, the number of those left out, and the lowest and highest
 * id (null in an empty library).
 */
export const imageCountSql = (at: At = AT_MAIN) => {
  const table = `${at.library}.images`;
  return `
SELECT count(*) - ${withoutNumber(table)} AS images, ${withoutNumber(table)} AS left_out,
  (SELECT min(id) FROM ${table} WHERE id >= -${LARGEST_ID} AND id <= ${LARGEST_ID}) AS first,
  (SELECT max(id) FROM ${table} WHERE id >= -${LARGEST_ID} AND id <= ${LARGEST_ID}) AS last
FROM ${table}`;
};
export type ImageCount = { images: number; left_out: number };

/** In 4.2 the camera is text in `images`; later it is an id into tables of names. Versions in between may have both. */
function cameraSql(schema: LibrarySchema, at: At) {
  const sources = { maker: 'makers', model: 'models', lens: 'lens' };
  const parts = Object.entries(sources).map(([column, table]) => {
    const byId = schema.imageColumns.has(`${column}_id`) && schema.tables.has(table);
    const values = [byId && `name_of_${column}.name`, schema.imageColumns.has(column) && `images.${column}`].filter(
      Boolean,
    );
    const value = values.map((name) => emptyIsNull(String(name))).join(', ');
    return {
      column,
      value: values.length === 2 ? `coalesce(${value})` : value || 'NULL',
      join: byId
        ? `LEFT JOIN ${at.library}.${table} AS name_of_${column} ON name_of_${column}.id = images.${column}_id`
        : '',
    };
  });
  const [maker, model, lens] = parts.map((part) => part.value);
  return { maker, model, lens, joins: parts.map((part) => part.join).join('\n  ') };
}

/** The keys 0-5 of `meta_data`. */
const metadataKeys = ['creator', 'publisher', 'title', 'description', 'rights', 'notes'];

const metadata = (at: At, key: number) =>
  `(SELECT ${emptyIsNull('value')} FROM ${at.library}.meta_data WHERE id = images.id AND key = ${key})`;

const visibleTags = (
  at: At,
) => `FROM ${at.library}.tagged_images AS tagged JOIN ${at.data}.tags ON tags.id = tagged.tagid
      WHERE tagged.imgid = images.id AND ${isVisibleTag}`;

/** darktable keeps its own notes (format, changed, exported, styles) as tags below this branch. */
const isVisibleTag = `tags.name NOT GLOB 'darktable|*'`;

/**
 * Edited in the sense of darktable's "altered" mark (`dt_history_hash_get_status` in src/common/history.c): the hash of
 * the present history is neither that of an untouched image (`basic_hash`) nor the one after automatic presets
 * (`auto_hash`), whatever these hold. Having a history means nothing: rendering alone gives an image 4 (JPEG) to 11
 * (raw) steps. An import without edits has no row in `history_hash`, or one that says the same. Measured with 4.2.1, in
 * agreement with `is_altered` of its Lua: imports, renders and presets leave it false, an exposure makes it true,
 * discarding the history makes it false again.
 */
export const isAlteredSql = `(hash.current_hash IS NOT NULL AND hash.current_hash IS NOT hash.basic_hash
      AND hash.current_hash IS NOT hash.auto_hash)`;

/** DT_IMAGE_LOCAL_COPY in darktable's image.h. */
export const hasLocalCopySql = 'coalesce(images.flags & 2048, 0) <> 0';

const historySql = `iif(${isAlteredSql}, hex(hash.current_hash), '0') AS history_key,
    hash.mipmap_hash = hash.current_hash AS thumbnails_current`;

/** `history_key` of one image. */
export const historyKeySql = `SELECT ${historySql}
FROM images LEFT JOIN history_hash AS hash ON hash.imgid = images.id WHERE ${oneImage}`;

/**
 * Full path of a picture, for a row of `images` joined with its film roll as `films`. Windows keeps its own separator.
 * A film roll may be the root itself.
 */
export const pathSql = `iif(films.folder IS NULL OR films.folder = '' OR films.folder GLOB '*/', ${text('films.folder')},
      films.folder || iif(films.folder GLOB '[A-Za-z]:\\*' OR films.folder GLOB '\\\\*', '\\', '/')) || ${text('images.filename')}`;

/** Bit 4 of the orientation swaps width and height; -1 is unknown. */
const shapeOfFileSql = `CASE WHEN images.width > 0 AND images.height > 0
      THEN ${sevenDigits('iif(images.orientation > 0 AND images.orientation & 4, 1.0 * images.height / images.width, 1.0 * images.width / images.height)')} END`;

const labelNamesSql = `'[' || ltrim(${COLOR_LABELS.map((name, bit) => `iif(labels & ${1 << bit}, ',"${name}"', '')`).join(' || ')}, ',') || ']'`;

/**
 * Converts microseconds since 0001-01-01 to Unix milliseconds. SQL does the division because the values exceed 2^53.
 * -1, 0 and NULL are unset.
 */
function ms(column: string) {
  return `CASE WHEN typeof(${column}) = 'integer' AND ${column} BETWEEN 1 AND ${END_OF_9999} THEN ${column} / 1000 - 62135596800000 END`;
}

/** In darktable's microseconds. Later years are nonsense; neither SQLite nor ISO 8601 can write them. */
const END_OF_9999 = '315537897599999999';

/** darktable's ids have 31 bits. Anything else means a damaged library, and one bad row must not spoil the others. */
function id(column: string) {
  return `CASE WHEN typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 2147483647 THEN ${column} END`;
}

/**
 * A positive number that darktable holds in single precision; 0, NULL and infinity mean unknown. (Text sorts above all
 * numbers, so it counts as unknown too.)
 */
function single(column: string) {
  return `CASE WHEN ${column} > 0 AND ${column} < 1e30 THEN ${sevenDigits(column)} END`;
}

/** Rounded to what single precision holds: 0.008 instead of 0.00800000037997961. */
function sevenDigits(number: string) {
  return `CAST(printf('%.7g', ${number}) AS REAL)`;
}

function between(column: string, limit: number, value = column) {
  return `CASE WHEN ${column} BETWEEN -${limit} AND ${limit} THEN ${value} END`;
}

function positive(column: string) {
  return `CASE WHEN ${column} > 0 AND ${column} < 1e9 THEN CAST(${column} AS INTEGER) END`;
}

/** JSON cannot hold a blob, and SQLite allows one in any column. */
function text(column: string) {
  return `coalesce(CAST(${column} AS TEXT), '')`;
}

function emptyIsNull(column: string) {
  return `nullif(CAST(${column} AS TEXT), '')`;
}
