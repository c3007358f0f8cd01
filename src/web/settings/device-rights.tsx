import type { Scope } from '../../contract/scopes.ts';
import { SCOPES } from './scope-choice.tsx';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import form from './form.module.css';

const LOOK: readonly Scope[] = ['images:read', 'previews:read', 'tags:read', 'films:read'];
const RIGHTS = {
  look: LOOK,
  cull: [...LOOK, 'images:write'],
  most: SCOPES.filter((scope) => scope !== 'admin'),
} as const satisfies Record<string, readonly Scope[]>;
export type Rights = keyof typeof RIGHTS;

export const scopesOf = (rights: Rights): Scope[] => [...RIGHTS[rights]];

/** What a phone or tablet may do, in words instead of scopes. */
export function DeviceRights({ chosen, onChange }: { chosen: Rights; onChange: (chosen: Rights) => void }) {
  return (
    <fieldset className={form.choices}>
      <legend>{t('devices.may')}</legend>
      {(Object.keys(RIGHTS) as Rights[]).map((rights) => (
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
