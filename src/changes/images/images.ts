import type Database from 'better-sqlite3';
import { MOST_FAILED, type ChangeResult } from '../../contract/image-change.ts';
import { imageNotFound } from '../../platform/errors.ts';
import type { ListedField } from '../journal/change-journal.ts';
import type { Ability } from '../writing/which-way.ts';
import {
  duplicateImages,
  groupImages,
  NO_SUCH_IMAGE,
  removeImages,
  type Grouping,
  type ImageOperation,
} from './direct.ts';
import type { OperationKind } from '../writing/operation.ts';
import { counted, refuseNothing, resultOf } from '../writing/operation-results.ts';
import type { OperationWriter, PluginWay } from '../writing/operation-writer.ts';
import type { PluginOutcome } from '../writing/plugin-operations.ts';
import type { ChangeBegun } from '../writing/running-changes.ts';
import { duplicatePlan, groupPlan, removePlan } from './plugin.ts';
import { notStored } from '../writing/through-plugin.ts';

/** Versions, groups and removals. */
export interface ChangesOfImages {
  /** Also throws `not_found`. */
  duplicate(imageId: number, client: string): Promise<{ change: number; imageId: number }>;
  /** As one change. `made`: the new versions, in the order of their originals. */
  duplicateAll(imageIds: readonly number[], client: string): Promise<ChangeResult & { made: number[] }>;
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
    duplicateAll: (imageIds, client) => duplicateAll(writer, imageIds, client),
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
  const { change, made, failures } = await duplicateAll(writer, [imageId], client);
  const [failure] = failures;
  if (failure?.reason === NO_SUCH_IMAGE) throw imageNotFound(imageId);
  if (change === null || made[0] === undefined) throw notStored(failure?.reason ?? 'darktable made no new version.');
  return { change, imageId: made[0] };
}

async function duplicateAll(
  writer: OperationWriter,
  ids: readonly number[],
  client: string,
): Promise<ChangeResult & { made: number[] }> {
  const result = ({ change, plan, done, reasons }: PluginOutcome) =>
    versionsMade(change, done.fields, new Map([...plan.failed, ...reasons]));
  const written = await writer.write(
    { client, kind: 'duplicate', undoes: null },
    {
      direct: (library) => ({ kind: 'duplicate' as const, tag: null, ...duplicateImages(library, ids) }),
      plugin: (reader) => duplicatePlan(reader, ids),
      ids,
      result,
    },
  );
  if (written.way === 'direct') {
    const { fields, failed } = written.planned;
    return versionsMade(written.change, fields, failed);
  }
  refuseNothing(written);
  return result(written);
}

/** `fields`: of the new images; those that were asked for are not changed. */
function versionsMade(change: number | null, fields: readonly ListedField[], failed: ReadonlyMap<number, string>) {
  const failures = [...failed].map(([id, reason]) => ({ id, reason }));
  const made = fields.map(({ imageId }) => imageId);
  const counts = { changed: made.length, unchanged: 0, failed: failures.length };
  return { change, ...counts, failures: failures.slice(0, MOST_FAILED), made };
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
