import type { OperationImage } from '../../darktable/operation-jobs.ts';
import type { LibraryReader } from '../../library/library.ts';
import { readImageFiles } from '../../library/organised.ts';
import { AppError } from '../../platform/errors.ts';
import { NOTHING_ELSE, type PluginPlan } from '../writing/plugin-plan.ts';
import type { Scope } from '../writing/row-changes.ts';
import { ownersTag, tagNamed, tagsToMerge, tagsToRename, type MovedTag } from './tag-plans.ts';

/** In the order that the photographer gave the images of a tag. */
const carriersSql = `SELECT tagged.tagid AS tagId, tagged.imgid AS imageId FROM main.tagged_images AS tagged
  JOIN main.images ON images.id = tagged.imgid
  WHERE tagged.tagid IN (SELECT value FROM json_each(:ids)) ORDER BY tagged.position, tagged.imgid`;
const markedSql = `SELECT CAST(name AS TEXT) AS name FROM data.tags
  WHERE id IN (SELECT value FROM json_each(:ids)) AND (coalesce(flags, 0) <> 0 OR coalesce(synonyms, '') <> '')`;

export function createTagPlan(reader: LibraryReader, name: string): PluginPlan {
  const createTags = tagNamed(reader, name) ? [] : [name];
  return {
    ...NOTHING_ELSE,
    kind: 'tag',
    tag: { before: null, after: name },
    job: { createTags, images: [], deleteTags: [] },
    scopes: tagScopes([], [name], []),
  };
}

/** darktable lets no plugin rename a tag: all images get a new one, and the old one goes. Throws like `renameTag`. */
export function renameTagPlan(reader: LibraryReader, id: number, name: string): PluginPlan {
  const moved = tagsToRename(reader, id, name);
  const changed = moved.filter((one) => one.name !== one.to);
  // After an interruption nobody could tell a tag that moved from one that has yet to.
  if (changed.some(({ to }) => moved.some((one) => one.name === to)))
    throw new AppError(
      'db_write_error',
      `The tag was not renamed: while darktable is open, ${moved[0]!.name} cannot be moved into its own branch. Close darktable and try again.`,
    );
  return movePlan(reader, changed, { before: moved[0]!.name, after: name });
}

/** Throws like `mergeTag`. */
export function mergeTagPlan(reader: LibraryReader, id: number, intoId: number): PluginPlan {
  const { into, moved } = tagsToMerge(reader, id, intoId);
  return movePlan(reader, moved, { before: moved[0]!.name, after: into.name });
}

function movePlan(
  reader: LibraryReader,
  moved: readonly MovedTag[],
  tag: PluginPlan['tag'],
  known: ReadonlySet<number> = new Set(),
): PluginPlan {
  refuseMarked(
    reader,
    moved.filter(({ to }) => !tagNamed(reader, to)),
  );
  const changes = new Map<number, { add: Set<string>; remove: Set<string> }>();
  const tags = new Map(moved.map((one) => [one.id, one]));
  for (const { tagId, imageId } of carriersOf(reader, [...tags.keys()])) {
    if (known.has(imageId)) continue;
    const { name, to } = tags.get(tagId)!;
    const change = changes.get(imageId) ?? { add: new Set(), remove: new Set() };
    change.add.add(to);
    change.remove.add(name);
    changes.set(imageId, change);
  }
  const names = { createTags: moved.map(({ to }) => to), deleteTags: moved.map(({ name }) => name) };
  return {
    ...tagPlan(reader, tag, { ...names, changes }),
    again: (later, done) => movePlan(later, moved, tag, done),
  };
}

/** Throws like `deleteTag`. */
export function deleteTagPlan(reader: LibraryReader, id: number): PluginPlan {
  const { name } = ownersTag(reader, id);
  const remove = new Set([name]);
  const planWithout = (later: LibraryReader, known: ReadonlySet<number>): PluginPlan => {
    const images = carriersOf(later, [id]).filter(({ imageId }) => !known.has(imageId));
    const changes = new Map(images.map(({ imageId }) => [imageId, { add: new Set<string>(), remove }]));
    return {
      ...tagPlan(later, { before: name, after: null }, { createTags: [], deleteTags: [name], changes }),
      again: planWithout,
    };
  };
  return planWithout(reader, new Set());
}

/** Changes of tags: of each image those that it gets and loses. */
export function tagPlan(
  reader: LibraryReader,
  tag: PluginPlan['tag'],
  {
    createTags,
    deleteTags,
    changes,
  }: {
    createTags: readonly string[];
    deleteTags: readonly string[];
    changes: ReadonlyMap<number, { add: ReadonlySet<string>; remove: ReadonlySet<string> }>;
  },
): PluginPlan {
  const files = readImageFiles(reader, [...changes.keys()]);
  const images = [...changes].flatMap(([imageId, { add, remove }]): OperationImage[] => {
    const file = files.get(imageId)?.file;
    return file === undefined ? [] : [{ imageId, file, step: { do: 'tags', add: [...add], remove: [...remove] } }];
  });
  const names = new Set([
    ...createTags,
    ...deleteTags,
    ...[...changes.values()].flatMap(({ add, remove }) => [...add, ...remove]),
  ]);
  const known = [...names].flatMap((name) => tagNamed(reader, name)?.id ?? []);
  const scopes = tagScopes(known, [...names], [...changes.keys()]);
  return { ...NOTHING_ELSE, kind: 'tag', tag, job: { createTags, images, deleteTags }, scopes };
}

/** By id as well as by name: somebody may rename a tag meanwhile. */
function tagScopes(tagIds: readonly number[], tagNames: readonly string[], imageIds: readonly number[]): Scope[] {
  const names = { tagIds: JSON.stringify(tagIds), tagNames: JSON.stringify(tagNames) };
  const isTag = `(id IN (SELECT value FROM json_each(:tagIds)) OR name IN (SELECT value FROM json_each(:tagNames)))`;
  const where = `imgid IN (SELECT value FROM json_each(:imageIds)) AND tagid IN (SELECT id FROM data.tags WHERE ${isTag})`;
  return [
    { table: 'data.tags', where: isTag, names },
    ...(imageIds.length === 0
      ? []
      : [{ table: 'main.tagged_images' as const, where, names: { ...names, imageIds: JSON.stringify(imageIds) } }]),
  ];
}

export const carriersOf = (reader: LibraryReader, tagIds: readonly number[]) =>
  reader.all(carriersSql, { ids: JSON.stringify(tagIds) }) as { tagId: number; imageId: number }[];

/** A new tag has neither synonyms nor the marks "private" and "category", and no plugin can set them. */
export function refuseMarked(reader: LibraryReader, tags: readonly { id: number }[]): void {
  const [marked] = reader.all(markedSql, { ids: JSON.stringify(tags.map(({ id }) => id)) }) as { name: string }[];
  if (marked)
    throw new AppError(
      'db_write_error',
      `The tag was not renamed: ${marked.name} has synonyms, or is marked as private or as a category, which would be lost while darktable is open. Rename it in darktable, or close darktable and try again.`,
    );
}
