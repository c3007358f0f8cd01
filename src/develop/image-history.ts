import type { ImageHistory } from '../contract/history.ts';
import { changedParams } from '../darktable/changed-params.ts';
import { moduleLayouts } from '../darktable/layouts.ts';
import { wholeHistory, type HistoryRow } from '../library/history.ts';
import type { Library } from '../library/library.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import type { Params } from '../darktable/params-decode.ts';
import type { JournaledEdit } from '../changes/journal/edit-journal.ts';
import type { Edits } from '../changes/modules/edits.ts';

/** All steps of an image, with the times of those that Safelight stored. null: no such image. */
export async function imageHistory(
  { library, changes }: { library: Library; changes: { modules: Pick<Edits, 'list'> } },
  imageId: number,
): Promise<ImageHistory | null> {
  const history = await readWholeHistory(library, imageId, (reader) => wholeHistory(reader, imageId));
  if (!history) return null;
  const last = new Map<string, HistoryRow>();
  const { items } = changes.modules.list(imageId, { limit: -1, offset: 0 });
  return {
    image_id: imageId,
    end: history.end,
    steps: history.steps.map((row) => ({
      num: row.num,
      operation: row.operation,
      label: moduleLayouts(row.operation)?.label ?? row.operation,
      multi_priority: row.priority,
      multi_name: row.name,
      module_version: row.module,
      enabled: row.enabled,
      in_force: row.num < history.end,
      ...changedBy(row, last),
      time: items.find((edit) => isOf(edit, row))?.time ?? null,
    })),
  };
}

/** `last`: the latest row of each instance before this one, which becomes it. */
function changedBy(row: HistoryRow, last: Map<string, HistoryRow>): { changed?: Params } {
  const instance = `${row.operation} ${row.priority}`;
  const changed = changedParams(row, last.get(instance) ?? null);
  last.set(instance, row);
  return changed === null ? {} : { changed };
}

/** Whether the row holds what this edit left. */
const isOf = ({ operation, priority, module, after }: JournaledEdit, row: HistoryRow): boolean =>
  operation === row.operation &&
  priority === row.priority &&
  module === row.module &&
  after.enabled === row.enabled &&
  Buffer.compare(after.params, row.params) === 0;
