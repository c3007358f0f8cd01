import type { HistoryStep } from '../../../api/history.ts';
import type { ModuleEntry, ModulePatch } from '../../../api/modules.ts';
import type { Visit } from '../edits.ts';
import { isHistoryEdit, isSame } from '../visit-steps.ts';

export interface LastEdit {
  module: ModuleEntry;
  patch: ModulePatch;
}

/** The last edit of this visit that each step holds, by the number of the step. */
export function lastEdits(
  steps: readonly HistoryStep[],
  modules: readonly ModuleEntry[],
  { edits, at }: Visit,
): ReadonlyMap<number, LastEdit> {
  const told = new Map<number, LastEdit>();
  for (const edit of edits.slice(0, at)) {
    if (isHistoryEdit(edit) || edit.patch === null) continue;
    const module = modules.find((one) => isSame(one, edit.before));
    const step = module && steps.find(({ num }) => num === module.num);
    if (step && isSame(step, module)) told.set(step.num, { module, patch: edit.patch });
  }
  return told;
}
