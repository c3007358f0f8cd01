import type { ModuleEntry } from '../../contract/modules.ts';
import type { Panel, PanelModule } from '../../contract/panel.ts';
import { storedAt } from '../../contract/stored-values.ts';

/**
 * The modules that nobody set by hand: darktable switches them on when a picture is opened for the first time, and
 * writes one step for each at the start of the history. What is set by hand later is a step behind those. A history
 * that was compressed keeps only the newest steps: there, a module with the values that darktable gives it counts as
 * automatic.
 */
export function automatic<Entry extends ModuleEntry>(
  entries: readonly Entry[],
  panel: Panel,
  { isRaw, isEdited }: { isRaw: boolean; isEdited: (entry: Entry) => boolean },
): Set<Entry> {
  const byOperation = new Map(panel.modules.map((module) => [module.operation, module]));
  const candidates = entries.filter((entry) => {
    const module = byOperation.get(entry.operation);
    return module && entry.enabled && entry.multi_priority === 0 && isGiven(module, entry, isRaw);
  });
  return new Set(candidates.filter((entry) => entry.num < candidates.length && !isEdited(entry)));
}

function isGiven(module: PanelModule, { params = {}, fields = [] }: ModuleEntry, isRaw: boolean): boolean {
  const onJpeg = isRaw ? undefined : module.on_jpeg;
  if (onJpeg?.always_on ?? module.always_on) return true;
  if (onJpeg?.enabled_by_default ?? module.enabled_by_default) return true;
  const given = onJpeg?.auto_applied === false ? undefined : module.auto_applied;
  if (!given) return false;
  const isEqual = ([field, value]: [string, number]) =>
    Math.fround(storedAt(params, fields, field) ?? NaN) === Math.fround(value);
  return Object.entries(given).every(isEqual);
}
