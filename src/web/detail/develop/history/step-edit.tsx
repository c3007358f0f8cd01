import type { ModuleContext } from '../modules/module-context.ts';
import { editWords } from '../visit/edit-words.ts';
import { useEditWords } from '../visit/use-edit-words.ts';
import type { LastEdit } from './last-edits.ts';

/** What a step did, as far as this visit knows: "exposure +1.000 EV". */
export function StepEdit({ module, patch, context }: LastEdit & { context: ModuleContext }) {
  const words = useEditWords(module, context);
  // That it is off is said anyway.
  const isSwitch = !patch.blend && Object.keys(patch.params ?? {}).length === 0;
  return isSwitch ? null : <small>{editWords(patch, words)}</small>;
}
