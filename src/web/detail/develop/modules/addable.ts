import type { Panel, PanelModule } from '../../../../contract/panel.ts';
import type { ModuleEntry } from '../../../api/modules.ts';

/** The modules that darktable would show and a picture does not have, as the panel lists them: the last of the pipe first. */
export function addable(modules: readonly ModuleEntry[], panel: Panel): PanelModule[] {
  const there = new Set(modules.map(({ operation }) => operation));
  return panel.modules
    .filter(({ operation, deprecated, never_shown }) => !there.has(operation) && !deprecated && !never_shown)
    .toSorted((one, other) => other.pipe_order - one.pipe_order);
}

/** Not one that is for raw files alone, or the other way round. */
export function doesSomething({ not_applicable, on_jpeg }: PanelModule, isRaw: boolean): boolean {
  return !(isRaw ? not_applicable : (on_jpeg?.not_applicable ?? not_applicable));
}
