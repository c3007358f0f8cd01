import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import type { FieldValue } from '../../contract/image-change.ts';
import { AppError } from '../../platform/errors.ts';
import { pathSql } from '../../library/image-sql.ts';
import { sidecarPath } from '../../library/sidecar-facts.ts';
import type { ListedField } from '../journal/change-journal.ts';
import {
  hasTable,
  IMAGE_TABLES,
  isTable,
  rowChanges,
  rowsWith,
  type ReadRows,
  type Row,
  type RowChange,
  type Scope,
  type Table,
} from '../writing/row-changes.ts';

/** The result of an operation on images. */
export interface ImageOperation {
  rows: RowChange[];
  fields: ListedField[];
  /** The images that it could not be done to. */
  failed: Map<number, string>;
}

export const NO_SUCH_IMAGE = 'There is no such image in the library.';
const LOCAL_COPY = 2_048;
const idsIn = (column: string) => `${column} IN (SELECT value FROM json_each(:ids))`;

interface ImageRow {
  id: number;
  group_id: number;
  flags: number;
  name: string;
}
const imagesSql = `SELECT id, coalesce(group_id, id) AS group_id, coalesce(flags, 0) AS flags,
  CAST(filename AS TEXT) || iif(coalesce(version, 0) = 0, '', ' (' || version || ')') AS name
FROM main.images WHERE ${idsIn('id')} ORDER BY id`;

const rowsOf = (library: Database.Database, ids: readonly number[]): Map<number, ImageRow> =>
  new Map((library.prepare(imagesSql).all({ ids: JSON.stringify(ids) }) as ImageRow[]).map((row) => [row.id, row]));

const missing = (ids: readonly number[], found: ReadonlyMap<number, unknown>) =>
  new Map(ids.filter((id) => !found.has(id)).map((id) => [id, NO_SUCH_IMAGE]));

/** All rows of these images. */
export const wholeImages = (ids: string): Scope[] =>
  IMAGE_TABLES.map(([table, column]) => ({ table, where: idsIn(column), names: { ids } }));

const columnsOf = (library: Database.Database, table: Table): string[] =>
  library
    .prepare(`SELECT * FROM ${table} LIMIT 0`)
    .columns()
    .map(({ name }) => name);

/** A place of its own in a tag's order, for each row: the next free upper half (image.c, _image_duplicate_with_version_ext). */
const nextInTags = `(SELECT coalesce(max(position), 0) & 0xFFFFFFFF00000000 FROM main.tagged_images) + (row_number() OVER (ORDER BY tagid) << 32)`;

/** The same file's versions, and images whose positions share its upper half. */
const besideSql = `(film_id, filename) IN (SELECT film_id, filename FROM main.images WHERE ${idsIn('id')})
  OR (position >> 32) IN (SELECT position >> 32 FROM main.images WHERE ${idsIn('id')})`;

/**
 * Creates another version of each image with its history, labels, texts and tags, as darktable does. `made`: the new images, in the order of `ids`.
 */
export function duplicateImages(
  library: Database.Database,
  ids: readonly number[],
): ImageOperation & { made: number[] } {
  const present = rowsOf(library, ids);
  const originals = ids.filter((id) => present.has(id));
  const seqSql = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'images'), 0) + 1";
  const next = library.prepare(seqSql).pluck().get() as number;
  const made = originals.map((_, at) => next + at);
  const rows = rowChanges(
    library,
    [
      { table: 'main.images', where: besideSql, names: { ids: JSON.stringify(originals) } },
      ...wholeImages(JSON.stringify(made)).slice(1),
    ],
    () => originals.forEach((id, at) => duplicate(library, id, made[at]!)),
  );
  const named = rowsOf(library, made);
  const fields = made.map((imageId) => ({ imageId, field: 'image', before: null, after: named.get(imageId)!.name }));
  return { rows, fields, failed: missing(ids, present), made };
}

/** Whether darktable would take something in the folder for the sidecar of this version, or its sidecar for that of another picture. */
export const isVersionTaken = (picture: string, version: number): boolean =>
  [sidecarPath(picture, version), sidecarPath(picture, version).slice(0, -'.xmp'.length)].some(existsSync);

/** The number that darktable gives the next version of an image, for a row of `images`: none that was removed. */
export const nextVersionSql = `(SELECT max(max(coalesce(other.version, 0), coalesce(other.max_version, 0))) + 1 FROM main.images AS other
  WHERE other.film_id IS images.film_id AND other.filename = images.filename)`;

const originalSql = `SELECT images.*, ${pathSql} AS path, ${nextVersionSql} AS next_version
  FROM main.images AS images LEFT JOIN main.film_rolls AS films ON films.id = images.film_id WHERE images.id = ?`;

function duplicate(library: Database.Database, id: number, next: number): void {
  const original = library.prepare(originalSql).safeIntegers().get(id) as Row;
  const { film_id: film, filename, position } = original;
  let version = Number(original.next_version);
  while (isVersionTaken(String(original.path), version)) version += 1;
  // The positions of one picture's versions share the upper half.
  const later = 'position > :position AND position < (:position & 0x7FFFFFFF00000000) + (1 << 32)';
  if (position !== null)
    library.prepare(`UPDATE main.images SET position = position + 1 WHERE ${later}`).run({ position });
  const set: Record<string, string> = {
    id: ':next',
    version: ':version',
    max_version: ':version',
    position: 'position + 1',
    write_timestamp: 'NULL',
    export_timestamp: '-1',
    print_timestamp: '-1',
    group_id: 'coalesce(group_id, id)',
    thumb_timestamp: '-1',
    thumb_maxmip: '0',
  };
  copyRows(library, 'main.images', 'id', set, { id, next, version });
  library
    .prepare('UPDATE main.images SET max_version = :version WHERE film_id = :film AND filename = :filename')
    .run({ film, filename, version });
  for (const [table, column] of IMAGE_TABLES.slice(1)) {
    if (!hasTable(library, table)) continue;
    // The new version has not been exported and has no thumbnail.
    const but =
      table === 'main.tagged_images'
        ? `AND tagid NOT IN (SELECT id FROM data.tags WHERE name IN ('darktable|exported', 'darktable|printed'))`
        : '';
    const place = table === 'main.tagged_images' ? { position: nextInTags } : {};
    copyRows(library, table, column, { [column]: ':next', mipmap_hash: 'NULL', ...place }, { id, next }, but);
  }
}

function copyRows(
  library: Database.Database,
  table: Table,
  column: string,
  set: Readonly<Record<string, string>>,
  names: Record<string, unknown>,
  but = '',
): void {
  const columns = columnsOf(library, table);
  const values = columns.map((name) => set[name] ?? name);
  library
    .prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${column} = :id ${but}`,
    )
    .run(names);
}

export interface Grouping {
  action: 'group' | 'ungroup' | 'leader';
  ids: readonly number[];
  leader?: number | undefined;
}

/**
 * group: puts all into one group, led by `leader` or by the leader of the first one's group. ungroup: takes each out of its group.
 * leader: makes each the leader of its group. Throws `invalid_body` for a leader that does not exist.
 */
export function groupImages(library: Database.Database, { action, ids, leader }: Grouping): ImageOperation {
  const found = rowsOf(library, ids);
  const present = ids.filter((id) => found.has(id));
  const groups = [...new Set([...found.values()].map(({ group_id: group }) => group))];
  const [led] = leader === undefined ? [] : rowsOf(library, [leader]).values();
  if (leader !== undefined && !led) throw new AppError('invalid_body', `leader: there is no image ${leader}`);
  const [firstId] = present;
  if (action === 'leader') refuseTwoLeaders([...found.values()]);
  const leaderId = leader ?? (firstId === undefined ? undefined : found.get(firstId)!.group_id);
  const names = {
    groups: JSON.stringify([...groups, ...(led ? [led.group_id] : [])]),
    ids: JSON.stringify([...present, ...(leaderId === undefined ? [] : [leaderId])]),
  };
  const scope: Scope = {
    table: 'main.images',
    // An image keeps its position here when its group changes.
    where: `id IN (SELECT id FROM main.images WHERE ${idsIn('id')})`,
    names: {
      ids: JSON.stringify(
        library
          .prepare(
            `SELECT id FROM main.images WHERE group_id IN (SELECT value FROM json_each(:groups)) OR ${idsIn('id')}`,
          )
          .pluck()
          .all(names),
      ),
    },
  };
  const rows = rowChanges(library, [scope], () => {
    if (leaderId === undefined) return;
    if (action === 'group') {
      if (leader !== undefined) lead(library, leader);
      for (const id of present) {
        if (groupOf(library, id) === leaderId) continue;
        leave(library, id);
        library.prepare('UPDATE main.images SET group_id = ? WHERE id = ?').run(leaderId, id);
      }
    } else for (const id of present) (action === 'ungroup' ? leave : lead)(library, id);
  });
  const fields = rows.map(({ before, after }) => ({
    imageId: Number(before!.id),
    field: 'group',
    before: asNumber(before!.group_id!),
    after: asNumber(after!.group_id!),
  }));
  return { rows, fields, failed: missing(ids, found) };
}

/** Throws `invalid_body` for two that would lead one group. */
export function refuseTwoLeaders(images: readonly { id: number; group_id: number }[]): void {
  for (const [group, [one, other]] of Map.groupBy(images, ({ group_id: id }) => id))
    if (one && other)
      throw new AppError(
        'invalid_body',
        `ids: ${one.id} and ${other.id} are of one group (${group}), which has one leader`,
      );
}

const asNumber = (value: unknown): FieldValue => (value === null ? null : Number(value));

const groupOf = (library: Database.Database, id: number) =>
  library.prepare('SELECT coalesce(group_id, id) FROM main.images WHERE id = ?').pluck().get(id) as number;

/** Takes an image out of its group. If it was the leader, the first of the others leads it now. */
function leave(library: Database.Database, id: number): void {
  const next = library
    .prepare('SELECT min(id) FROM main.images WHERE group_id = :id AND id <> :id')
    .pluck()
    .get({ id }) as number | null;
  if (next !== null)
    library.prepare('UPDATE main.images SET group_id = :next WHERE group_id = :id AND id <> :id').run({ next, id });
  library.prepare('UPDATE main.images SET group_id = id WHERE id = ?').run(id);
}

function lead(library: Database.Database, id: number): void {
  const group = groupOf(library, id);
  library.prepare('UPDATE main.images SET group_id = :id WHERE group_id = :group OR id = :id').run({ id, group });
}

/** What image rows refer to by id, and by what it is recognized again. */
export const NAMED_BY_IMAGES: readonly { table: Table; column: string; same: readonly string[] }[] = [
  { table: 'main.film_rolls', column: 'film_id', same: ['folder'] },
  { table: 'main.makers', column: 'maker_id', same: ['name'] },
  { table: 'main.models', column: 'model_id', same: ['name'] },
  { table: 'main.lens', column: 'lens_id', same: ['name'] },
  { table: 'main.cameras', column: 'camera_id', same: ['maker', 'model', 'alias'] },
];

/** Removes images from the library. Their files and sidecars stay. */
export function removeImages(library: Database.Database, ids: readonly number[]): ImageOperation {
  const found = rowsOf(library, ids);
  const failed = missing(ids, found);
  for (const [id, reason] of notToRemove(rowsWith(library), [...found.values()])) {
    failed.set(id, reason);
    found.delete(id);
  }
  const names = { ids: JSON.stringify([...found.keys()]) };
  const members = `SELECT id FROM main.images WHERE ${idsIn('group_id')} AND NOT ${idsIn('id')}`;
  const staying = JSON.stringify(library.prepare(members).pluck().all(names));
  const needed = neededRows(rowsWith(library), names);
  const rows = rowChanges(
    library,
    [...wholeImages(names.ids), { table: 'main.images', where: idsIn('id'), names: { ids: staying } }],
    () => {
      for (const id of found.keys()) leave(library, id);
      for (const [table, column] of IMAGE_TABLES.toReversed())
        if (hasTable(library, table)) library.prepare(`DELETE FROM ${table} WHERE ${idsIn(column)}`).run(names);
      library.prepare(`DELETE FROM main.selected_images WHERE ${idsIn('imgid')}`).run(names);
    },
  );
  const fields = [...found.values()].map(({ id, name }) => ({
    imageId: id,
    field: 'image',
    before: name,
    after: null,
  }));
  return { rows: rows.length === 0 ? [] : [...needed, ...rows], fields, failed };
}

/** The images that cannot be removed, and why. */
export function notToRemove(read: ReadRows, images: readonly Pick<ImageRow, 'id' | 'flags'>[]): Map<number, string> {
  const local = images.filter(({ flags }) => (flags & LOCAL_COPY) !== 0);
  const reasons = new Map(
    local.map(({ id }) => [
      id,
      'darktable keeps a local copy of it, which may have edits that the original lacks. Remove the copy in darktable first.',
    ]),
  );
  if (!isTable(read, 'main.overlay')) return reasons;
  const names = { ids: JSON.stringify(images.map(({ id }) => id)) };
  const overlays = `SELECT DISTINCT overlay_id AS id FROM main.overlay WHERE ${idsIn('overlay_id')} AND NOT ${idsIn('imgid')}`;
  for (const { id } of read(overlays, names)) reasons.set(Number(id), 'It is the overlay of another image.');
  return reasons;
}

/** A copy of the film rolls and cameras: darktable removes unused ones, and an undo may need them. */
export function neededRows(read: ReadRows, names: { ids: string }): RowChange[] {
  const [image] = read('SELECT * FROM main.images LIMIT 1', {});
  return NAMED_BY_IMAGES.filter(({ column }) => image && column in image).flatMap(({ table, column }) => {
    const sql = `SELECT * FROM ${table} WHERE id IN (SELECT ${column} FROM main.images WHERE ${idsIn('id')})`;
    return read(sql, names).map((row) => ({ table, before: row, after: row }));
  });
}
