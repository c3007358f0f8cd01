import type Database from 'better-sqlite3';
import type { Library } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import { imagesOf, refuseNothing } from '../writing/operation-results.ts';
import type { OperationWriter, PluginWay } from '../writing/operation-writer.ts';
import { createTagPlan, deleteTagPlan, mergeTagPlan, renameTagPlan } from './plugin.ts';
import { createTag, deleteTag, mergeTag, renameTag, type TagOperation } from './direct.ts';
import { tagNamed } from './tag-plans.ts';

export interface ChangedTag {
  /** null: nothing was changed. */
  change: number | null;
  /** null: it was deleted. */
  tagId: number | null;
  /** How many images had it, or a tag below it that changed too. */
  images: number;
}

/** These throw `db_write_error` also when only a part could be stored. */
export interface ChangesOfTags {
  create(name: string, client: string): Promise<ChangedTag>;
  /** These also throw `not_found`, `conflict` and `invalid_body`. */
  rename(id: number, name: string, client: string): Promise<ChangedTag>;
  merge(id: number, intoId: number, client: string): Promise<ChangedTag>;
  delete(id: number, client: string): Promise<ChangedTag>;
}

export interface ChangesOfTagsOptions {
  library: Pick<Library, 'read'>;
  writer: OperationWriter;
  onTagMoved: OnTagMoved;
}

/** A tag, with all below it, has another full name; null: it was deleted. */
export type OnTagMoved = (before: string, after: string | null) => void;

interface TagWays {
  direct: (library: Database.Database) => TagOperation;
  plugin: PluginWay;
}

export function changesOfTags(options: ChangesOfTagsOptions): ChangesOfTags {
  return {
    create: (name, client) =>
      changeTag(options, client, {
        direct: (library) => createTag(library, name),
        plugin: (reader) => createTagPlan(reader, name),
      }),
    rename: (id, name, client) =>
      changeTag(options, client, {
        direct: (library) => renameTag(library, id, name),
        plugin: (reader) => renameTagPlan(reader, id, name),
      }),
    merge: (id, intoId, client) =>
      changeTag(options, client, {
        direct: (library) => mergeTag(library, id, intoId),
        plugin: (reader) => mergeTagPlan(reader, id, intoId),
      }),
    delete: (id, client) =>
      changeTag(options, client, {
        direct: (library) => deleteTag(library, id),
        plugin: (reader) => deleteTagPlan(reader, id),
      }),
  };
}

async function changeTag(
  { library, writer, onTagMoved }: ChangesOfTagsOptions,
  client: string,
  { direct, plugin }: TagWays,
): Promise<ChangedTag> {
  const written = await writer.write(
    { client, kind: 'tag', undoes: null },
    {
      direct: (database) => ({ kind: 'tag' as const, ...direct(database) }),
      plugin,
    },
  );
  if (written.way === 'direct') {
    const { change, planned } = written;
    if (planned.tag.before !== null) onTagMoved(planned.tag.before, planned.tag.after);
    return { change, tagId: planned.tagId, images: imagesOf(planned.fields) };
  }
  refuseNothing(written);
  const { change, plan, done, problem } = written;
  if (problem !== null && change !== null)
    throw new AppError(
      'db_write_error',
      `Only a part was stored, as change ${change}: ${imagesOf(done.fields)} of ${plan.job.images.length} images. ${problem} Take it back with POST /api/v1/changes/${change}/undo, or merge the tags.`,
    );
  const { before, after } = plan.tag!;
  if (before !== null) onTagMoved(before, after);
  const tag = after === null ? undefined : await library.read((reader) => tagNamed(reader, after));
  return { change, tagId: tag?.id ?? null, images: imagesOf(done.fields) };
}
