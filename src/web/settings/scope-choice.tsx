import { useId } from 'react';
import type { Scope } from '../../contract/scopes.ts';
import { Complaint } from '../ui/complaint.tsx';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import form from '../ui/form.module.css';

/** In the contract's order. `satisfies` and the record below ensure that none is missing. */
const WORDS = {
  'images:read': 'scope.images-read',
  'previews:read': 'scope.previews-read',
  'tags:read': 'scope.tags-read',
  'films:read': 'scope.films-read',
  'cache:refresh': 'scope.cache-refresh',
  'images:write': 'scope.images-write',
  'proofing:manage': 'scope.proofing-manage',
  admin: 'scope.admin',
} as const satisfies Record<Scope, string>;
export const SCOPES = Object.keys(WORDS) as Scope[];
export const USUAL_SCOPES = SCOPES.filter(
  (scope) => scope !== 'admin' && scope !== 'images:write' && scope !== 'proofing:manage',
);

export function ScopeChoice({
  legend,
  help,
  chosen,
  onChange,
  complaint = '',
}: {
  legend: string;
  help?: string;
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
  complaint?: string;
}) {
  const id = useId();
  return (
    <fieldset className={form.choices} aria-describedby={`${id}-help ${id}-complaint`}>
      <legend>{legend}</legend>
      {help !== undefined && (
        <p className={text.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {SCOPES.map((scope) => (
        <label key={scope} className={form.choice}>
          <input
            name="scope"
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(SCOPES.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
            }
          />
          <span>
            <span className={text.mono}>{scope}</span>
            <span className={text.help}>{t(WORDS[scope])}</span>
          </span>
        </label>
      ))}
      <Complaint id={`${id}-complaint`} words={complaint} />
    </fieldset>
  );
}
