import { MOST_FAILED, type ChangeResult } from '../../contract/image-change.ts';
import type { ListedField } from '../journal/change-journal.ts';
import type { PluginOutcome } from './plugin-operations.ts';
import { notStored } from './through-plugin.ts';

export const idsOf = (fields: readonly ListedField[]) => [...new Set(fields.map(({ imageId }) => imageId))];
export const imagesOf = (fields: readonly ListedField[]) => idsOf(fields).length;

/** How a change of the plugin ended, by the images that were asked for. */
export function resultOf({ change, plan, done, reasons }: PluginOutcome, ids: readonly number[]): ChangeResult {
  const failed = new Map([...plan.failed, ...reasons]);
  return counted(change, ids.length > 0 ? ids : plan.job.images.map(({ imageId }) => imageId), done.fields, failed);
}

/** How a change ended, by the images that were asked for. */
export function counted(
  change: number | null,
  ids: readonly number[],
  fields: readonly ListedField[],
  failed: ReadonlyMap<number, string>,
): ChangeResult {
  const asked = new Set(ids);
  const failures = [...failed].filter(([id]) => asked.has(id)).map(([id, reason]) => ({ id, reason }));
  const lost = new Set(failures.map(({ id }) => id));
  const all = fields.map(({ imageId }) => imageId).filter((id) => asked.has(id) && !lost.has(id));
  const changed = new Set(all).size;
  return {
    change,
    changed,
    unchanged: ids.length - lost.size - changed,
    failed: lost.size,
    failures: failures.slice(0, MOST_FAILED),
  };
}

/** Throws `db_write_error` when the plugin was to change something and nothing was stored. */
export function refuseNothing({ change, problem }: PluginOutcome): void {
  if (change === null && problem !== null) throw notStored(problem);
}
