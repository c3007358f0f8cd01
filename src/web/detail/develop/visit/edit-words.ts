import type { ModulePatch } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { shownText } from '../../../../contract/slider-value.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { blendingWords } from '../modules/blending-words.ts';
import { decimal } from '../controls/decimal.ts';

export interface Words {
  controls: readonly PanelControl[];
  /** What darktable stores for a named parameter. */
  storedOf: (field: string, value: unknown) => number | undefined;
  text: (english: string) => string;
  onOrOff: (isOn: boolean) => string;
  undone: string;
  blending: string;
  blendText: (english: string) => string;
}

/** What an edit did: "exposure +1.000 EV". `patch` null: it took an earlier one back. */
export function editWords(patch: ModulePatch | null, words: Words): string {
  if (patch === null) return words.undone;
  const changes = Object.entries(patch.params ?? {});
  const [first] = changes;
  if (patch.blend) return `${words.blending}: ${blendingWords(patch.blend, words.blendText)}`;
  if (!first) return patch.enabled === undefined ? '' : words.onOrOff(patch.enabled);
  const hit = changes.find(([field]) => words.controls.some((control) => control.field === field)) ?? first;
  return changeWords(...hit, words);
}

/** A field and its value as the panel shows them. */
export function changeWords(field: string, value: unknown, { controls, storedOf, text, onOrOff }: Words): string {
  const control = controls.find((one) => one.field === field);
  if (!control) return storedName(field);
  const name = fullName(control, text);
  const stored = storedOf(field, value);
  if (stored === undefined) return name;
  switch (control.kind) {
    case 'slider':
      return `${name} ${shownText(control, stored, decimal())}`;
    case 'combobox': {
      const chosen = control.options?.find((option) => option.value === stored);
      return chosen ? `${name}: ${text(chosen.label)}` : name;
    }
    case 'toggle':
      return `${name}: ${onOrOff(stored === (control.set_to ?? 1))}`;
    default:
      return name;
  }
}

/** The name of a stored field in words; nothing for the points of curves, which the name of the module tells. */
function storedName(field: string): string {
  const name = field.replace(/[[.].*/, '');
  return name.endsWith('_nodes') ? '' : name.replaceAll('_', ' ');
}
