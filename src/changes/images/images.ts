import type Database from 'better-sqlite3';
import type { ChangeResult } from '../../contract/image-change.ts';
import type { Ability } from '../writing/which-way.ts';
import { duplicateImage, groupImages, removeImages, type Grouping, type ImageOperation } from './direct.ts';
import type { OperationKind } from '../writing/operation.ts';
import { counted, resultOf } from '../writing/operation-results.ts';
import type { OperationWriter, PluginWay } from '../writing/operation-writer.ts';
import type { ChangeBegun } from '../writing/running-changes.ts';
import { duplicatePlan, groupPlan, removePlan } from './plugin.ts';
import { notStored } from '../writing/through-plugin.ts';

/** Versions, groups and removals. */
export interface ChangesOfImages {
  /** Also throws `not_found`. */
  duplicate(imageId: number, client: string): Promise<{ change: number; imageId: number }>;
  /** Throws `invalid_body` for a leader that does not exist. */
  group(grouping: Grouping, client: string): Promise<ChangeResult>;
  remove(imageIds: readonly number[], client: string): Promise<ChangeResult>;
}

/** The two ways of an operation on images. */
export interface ImageWays {
  direct: (library: Database.Database) => ImageOperation;
  plugin: PluginWay;
  /** What the plugin must be able to do; omitted: operations. */
  can?: Ability | undefined;
}

export function changesOfImages(writer: OperationWriter): ChangesOfImages {
  return {
    duplicate: (imageId, client) => duplicate(writer, imageId, client),
    group: (grouping, client) =>
      changeImages(
        writer,
        'group',
        grouping.ids,
        { client },
        {
          direct: (library) => groupImages(library, grouping),
          plugin: (reader) => groupPlan(reader, grouping),
        },
      ),
    remove: (imageIds, client) =>
      changeImages(
        writer,
        'remove',
        imageIds,
        { client },
        {
          direct: (library) => removeImages(library, imageIds),
          plugin: (reader) => removePlan(reader, imageIds),
        },
      ),
  };
}

async function duplicate(
  writer: OperationWriter,
  imageId: number,
  client: string,
): Promise<{ change: number; imageId: number }> {
  const written = await writer.write(
    { client, kind: 'duplicate', undoes: null },
    {
      direct: (library) => ({ kind: 'duplicate' as const, tag: null, ...duplicateImage(library, imageId) }),
      plugin: (reader) => duplicatePlan(reader, imageId),
    },
  );
  if (written.way === 'direct') return { change: written.change!, imageId: written.planned.imageId };
  const [made] = written.done.fields;
  if (written.change === null || !made) throw notStored(written.problem ?? 'darktable made no new version.');
  return { change: written.change, imageId: made.imageId };
}

/** Changes images as one change, and reports what became of each. */
export async function changeImages(
  writer: OperationWriter,
  kind: OperationKind,
  ids: readonly number[],
  asked: Pick<ChangeBegun, 'client' | 'postponed' | 'check'>,
  { direct, plugin, can }: ImageWays,
): Promise<ChangeResult> {
  const written = await writer.write(
    { ...asked, kind, undoes: null },
    {
      direct: (library) => ({ kind, tag: null, ...direct(library) }),
      plugin,
      can,
      ids,
    },
  );
  if (written.way === 'direct') {
    const { change, planned } = written;
    return counted(change, ids, planned.fields, planned.failed);
  }
  return resultOf(written, ids);
}
