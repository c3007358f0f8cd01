import type { ModulePatch } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { shownText } from '../../../../contract/slider-value.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { blendingWords } from '../modules/blending-words.ts';
import { decimal } from '../controls/decimal.ts';
import { colon } from '../../../i18n/words.ts';

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

/** More values than these are not read in a line. */
const MOST_TOLD = 2;

/** What an edit did: "exposure +1.000 EV". `patch` null: it took an earlier one back. */
export function editWords(patch: ModulePatch | null, words: Words): string {
  if (patch === null) return words.undone;
  const changes = Object.entries(patch.params ?? {});
  if (patch.blend) return words.blending + colon() + blendingWords(patch.blend, words.blendText);
  if (changes.length === 0) return patch.enabled === undefined ? '' : words.onOrOff(patch.enabled);
  const told = changes.map((change) => changeWords(...change, words)).filter((text) => text !== '');
  return [...told.slice(0, MOST_TOLD), ...(told.length > MOST_TOLD ? ['…'] : [])].join(', ');
}

/** Behind the module's name, which is not said twice: exposure's exposure is "+1.000 EV". */
export const behindName = (told: string, name: string): string =>
  told.startsWith(`${name} `) ? told.slice(name.length + 1) : told;

/** A field and its value as the panel shows them; nothing for what has no control, such as the points of a curve: the module's name tells. */
export function changeWords(field: string, value: unknown, { controls, storedOf, text, onOrOff }: Words): string {
  const control = controls.find((one) => one.field === field);
  if (!control) return '';
  const name = fullName(control, text);
  const stored = storedOf(field, value);
  if (stored === undefined) return name;
  switch (control.kind) {
    case 'slider':
      return `${name} ${shownText(control, stored, decimal())}`;
    case 'combobox': {
      const chosen = control.options?.find((option) => option.value === stored);
      return chosen ? name + colon() + text(chosen.label) : name;
    }
    case 'toggle':
      return name + colon() + onOrOff(stored === (control.set_to ?? 1));
    default:
      return name;
  }
}
