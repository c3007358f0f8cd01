import { isOwnTag, LONGEST_TAG } from '../../contract/tag-names.ts';
import type { LibraryReader } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';

export type TagReader = Pick<LibraryReader, 'get' | 'all'>;

export interface TagRow {
  id: number;
  name: string;
}

/** A tag with the name that it shall get. */
export type MovedTag = TagRow & { to: string };

const tagSql = 'SELECT id, CAST(name AS TEXT) AS name FROM data.tags WHERE id = :id';
const namedSql = 'SELECT id, CAST(name AS TEXT) AS name FROM data.tags WHERE name = :name';
/** Not LIKE: names may contain wildcards. */
const belowSql =
  "SELECT id, CAST(name AS TEXT) AS name FROM data.tags WHERE substr(name, 1, length(:above) + 1) = :above || '|' ORDER BY name";
const imagesSql = 'SELECT imgid AS id FROM main.tagged_images WHERE tagid = :id ORDER BY imgid';

export const tagNamed = (reader: TagReader, name: string) => reader.get(namedSql, { name }) as TagRow | undefined;

export const imagesWith = (reader: TagReader, tagId: number): number[] =>
  (reader.all(imagesSql, { id: tagId }) as { id: number }[]).map(({ id }) => id);

/** A tag that may be changed. Throws `not_found`, or `invalid_body` for the value of a field, and `conflict`. */
export function ownersTag(reader: TagReader, id: number, field?: string): TagRow {
  const tag = reader.get(tagSql, { id }) as TagRow | undefined;
  if (!tag && field !== undefined) throw new AppError('invalid_body', `${field}: there is no tag ${id}`);
  if (!tag) throw new AppError('not_found', `There is no tag ${id}.`);
  if (isOwnTag(tag.name)) throw new AppError('conflict', `${tag.name} is darktable's own tag.`);
  return tag;
}

/** The tag and those below it with their new names. Throws `not_found`, `conflict`, `invalid_body`. */
export function tagsToRename(reader: TagReader, id: number, name: string): MovedTag[] {
  const tag = ownersTag(reader, id);
  const moved = branchOf(reader, tag).map((one) => ({ ...one, to: name + one.name.slice(tag.name.length) }));
  for (const { to } of moved) {
    refuseUnfit(to);
    const there = tagNamed(reader, to);
    if (there && !moved.some((one) => one.id === there.id))
      throw new AppError('conflict', `There is a tag ${to} already (${there.id}). Merge the tags instead.`);
  }
  return moved;
}

/** As `tagsToRename`, for tags that may be there already. */
export function tagsToMerge(reader: TagReader, id: number, intoId: number): { into: TagRow; moved: MovedTag[] } {
  const tag = ownersTag(reader, id);
  const into = ownersTag(reader, intoId, 'merge_into');
  const branch = branchOf(reader, tag);
  if (branch.some((one) => one.id === into.id))
    throw new AppError('invalid_body', 'merge_into: must be a tag outside of the branch that is merged');
  const moved = branch.map((one) => ({ ...one, to: into.name + one.name.slice(tag.name.length) }));
  for (const { to } of moved) refuseUnfit(to);
  return { into, moved };
}

const branchOf = (reader: TagReader, tag: TagRow): TagRow[] => [
  tag,
  ...(reader.all(belowSql, { above: tag.name }) as TagRow[]),
];

function refuseUnfit(name: string): void {
  if (name.length > LONGEST_TAG)
    throw new AppError('invalid_body', `name: a tag below it would have more than ${LONGEST_TAG} characters`);
}
