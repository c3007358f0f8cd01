import type { DeviceRights as Rights } from '../../contract/device-rights.ts';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import form from '../ui/form.module.css';

interface Props<Choice extends Rights> {
  legend: string;
  choices: readonly Choice[];
  chosen: Choice;
  onChange: (chosen: Choice) => void;
}

/** What a phone or tablet may do, in words instead of scopes. */
export function DeviceRights<Choice extends Rights>({ legend, choices, chosen, onChange }: Props<Choice>) {
  return (
    <fieldset className={form.choices}>
      <legend>{legend}</legend>
      {choices.map((rights) => (
        <label key={rights} className={form.choice}>
          <input type="radio" name="rights" checked={rights === chosen} onChange={() => onChange(rights)} />
          <span>
            {t(`devices.rights.${rights}`)}
            <span className={text.help}>{t(`devices.rights.${rights}How`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
