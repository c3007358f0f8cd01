import type { HistoryStep } from '../../../api/history.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import { isSame } from '../visit-steps.ts';
import { behindName, editWords } from '../visit/edit-words.ts';
import { useEditWords } from '../visit/use-edit-words.ts';
import type { LastEdit } from './last-edits.ts';

interface Props {
  step: HistoryStep;
  /** Of this visit. */
  edit: LastEdit | null | undefined;
  modules: readonly ModuleEntry[];
  context: ModuleContext;
}

/** What a step did: "+1.000 EV". This visit's own edits are known; of the others, what differs from the step before. */
export function StepWords({ step, edit, modules, context }: Props) {
  if (edit) return <Words {...edit} context={context} />;
  const module =
    modules.find((one) => isSame(one, step)) ?? modules.find(({ operation }) => operation === step.operation);
  if (module?.module_version !== step.module_version || step.changed === undefined) return null;
  return <Words module={module} patch={{ params: step.changed }} context={context} />;
}

function Words({ module, patch, context }: LastEdit & { context: ModuleContext }) {
  const words = useEditWords(module, context);
  // That it is off is said anyway.
  const isSwitch = !patch.blend && Object.keys(patch.params ?? {}).length === 0;
  const told = isSwitch ? '' : behindName(editWords(patch, words), module.label);
  return told !== '' && <small>{told}</small>;
}
