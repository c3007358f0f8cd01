import type { HistoryStep, ImageHistory } from '../../contract/history.ts';
import type { PanelModule } from '../../contract/panel.ts';
import { NEVER_COPIED, OF_ONE_PICTURE } from '../../contract/whole-histories.ts';

/** A module that can be pasted; its instances go together. */
export interface CopiedModule {
  operation: string;
  /** English. */
  label: string;
  /** The newest step of each instance, the newest first. */
  instances: HistoryStep[];
  /** darktable's own copy takes it. */
  isUsual: boolean;
}

/**
 * What can be pasted from a history: the modules in force, that with the newest step first. `known` are darktable's modules; others cannot be
 * pasted one by one. Without it, all are taken for known.
 */
export function copiedModules(
  { steps }: Pick<ImageHistory, 'steps'>,
  known?: readonly Pick<PanelModule, 'operation' | 'deprecated'>[],
): CopiedModule[] {
  const modules = new Map<string, CopiedModule>();
  for (const step of steps.toReversed()) {
    const { operation, label, multi_priority: priority } = step;
    const facts = known?.find((one) => one.operation === operation);
    if (!step.in_force || NEVER_COPIED.includes(operation) || (known && !facts)) continue;
    const isUsual = !OF_ONE_PICTURE.includes(operation) && facts?.deprecated !== true;
    const module = modules.get(operation) ?? { operation, label, instances: [], isUsual };
    if (!module.instances.some((one) => one.multi_priority === priority)) module.instances.push(step);
    modules.set(operation, module);
  }
  return [...modules.values()];
}
