import type Database from 'better-sqlite3';
import type { ListedField } from '../journal/change-journal.ts';
import type { TagChange } from '../writing/operation.ts';
import { makeRoomSql, rowChanges, type RowChange } from '../writing/row-changes.ts';
import {
  imagesWith,
  ownersTag,
  tagNamed,
  tagsToMerge,
  tagsToRename,
  type MovedTag,
  type TagReader,
  type TagRow,
} from './tag-plans.ts';

/** The result of an operation on a tag. */
export interface TagOperation {
  rows: RowChange[];
  fields: ListedField[];
  tag: TagChange;
  /** The id of the tag afterwards; null if it was deleted. */
  tagId: number | null;
}

const attachSql = `INSERT OR IGNORE INTO main.tagged_images (imgid, tagid, position)
  SELECT imgid, :into, position FROM main.tagged_images WHERE tagid = :id`;
const readerOf = (library: Database.Database): TagReader => ({
  get: (sql, names = {}) => library.prepare(sql).get(names),
  all: (sql, names = {}) => library.prepare(sql).all(names),
});

/** Creates a tag, or finds the existing one, without rows then. */
export function createTag(library: Database.Database, name: string): TagOperation {
  const rows = rowChanges(library, [{ table: 'data.tags', where: 'name = :name', names: { name } }], () => {
    library.prepare('INSERT OR IGNORE INTO data.tags (name) VALUES (?)').run(name);
  });
  return { rows, fields: [], tag: { before: null, after: name }, tagId: tagNamed(readerOf(library), name)!.id };
}

/** Renames a tag and all tags below it, or moves them to another branch. Throws `not_found`, `conflict`, `invalid_body`. */
export function renameTag(library: Database.Database, id: number, name: string): TagOperation {
  const moved = tagsToRename(readerOf(library), id, name);
  const changed = moved.filter((one) => one.name !== one.to);
  const rows = rowChanges(library, [tagRows(moved)], () => {
    const makeRoom = library.prepare(makeRoomSql);
    const rename = library.prepare('UPDATE data.tags SET name = ? WHERE id = ?');
    for (const one of changed) makeRoom.run(one.id);
    for (const one of changed) rename.run(one.to, one.id);
  });
  return { rows, fields: renamed(library, changed), tag: { before: moved[0]!.name, after: name }, tagId: id };
}

/** Replaces a tag by another one on all images, and the tags below it by those in the other's branch. Throws like `renameTag`. */
export function mergeTag(library: Database.Database, id: number, intoId: number): TagOperation {
  const reader = readerOf(library);
  const { into, moved } = tagsToMerge(reader, id, intoId);
  const fields = renamed(library, moved);
  const targets = moved.flatMap(({ to }) => tagNamed(reader, to) ?? []);
  const names = { ids: idsOf([...moved, ...targets]) };
  const rows = rowChanges(
    library,
    [tagRows(moved), { table: 'main.tagged_images', where: 'tagid IN (SELECT value FROM json_each(:ids))', names }],
    () => {
      // From the top of the branch: its names become free for those below.
      for (const { id: from, to } of moved) {
        const target = tagNamed(reader, to);
        if (target) {
          library.prepare(attachSql).run({ id: from, into: target.id });
          removeTag(library, from);
        } else library.prepare('UPDATE data.tags SET name = ? WHERE id = ?').run(to, from);
      }
    },
  );
  return { rows, fields, tag: { before: moved[0]!.name, after: into.name }, tagId: into.id };
}

/** Removes a tag from all images. Tags below it stay. Throws `not_found`, `conflict`. */
export function deleteTag(library: Database.Database, id: number): TagOperation {
  const reader = readerOf(library);
  const tag = ownersTag(reader, id);
  const fields = imagesWith(reader, id).map((imageId) => ({
    imageId,
    field: `tag:${tag.name}`,
    before: true,
    after: false,
  }));
  const rows = rowChanges(
    library,
    [tagRows([tag]), { table: 'main.tagged_images', where: 'tagid = :id', names: { id } }],
    () => removeTag(library, id),
  );
  return { rows, fields, tag: { before: tag.name, after: null }, tagId: null };
}

function removeTag(library: Database.Database, id: number): void {
  library.prepare('DELETE FROM main.tagged_images WHERE tagid = ?').run(id);
  library.prepare('DELETE FROM data.tags WHERE id = ?').run(id);
}

const tagRows = (tags: readonly TagRow[]) => ({
  table: 'data.tags' as const,
  where: 'id IN (SELECT value FROM json_each(:ids))',
  names: { ids: idsOf(tags) },
});

const idsOf = (tags: readonly TagRow[]) => JSON.stringify(tags.map(({ id }) => id));

/** The effect of a new name on the images that have the tag. */
function renamed(library: Database.Database, tags: readonly MovedTag[]): ListedField[] {
  const reader = readerOf(library);
  const fields = new Map<string, ListedField>();
  const note = (imageId: number, field: string, before: boolean) => {
    // A name may be freed and taken in the same change.
    const key = `${imageId} ${field}`;
    if (fields.has(key)) fields.delete(key);
    else fields.set(key, { imageId, field, before, after: !before });
  };
  for (const { id, name, to } of tags) {
    const target = tagNamed(reader, to);
    const isToStay = target && !tags.some((one) => one.id === target.id);
    const carrying = new Set(isToStay ? imagesWith(reader, target.id) : []);
    for (const imageId of imagesWith(reader, id)) {
      note(imageId, `tag:${name}`, true);
      if (!carrying.has(imageId)) note(imageId, `tag:${to}`, false);
    }
  }
  return [...fields.values()];
}
