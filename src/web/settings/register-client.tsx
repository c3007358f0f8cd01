import { type SubmitEvent, useState } from 'react';
import type { ClientSecret } from '../../contract/clients.ts';
import { LONGEST_CLIENT_ID } from '../../contract/longest-client-id.ts';
import type { Scope } from '../../contract/scopes.ts';
import { addClient } from '../api/admin.ts';
import { reasonOf } from '../api/reason.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { useAct } from './parts.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ScopeChoice, USUAL_SCOPES } from './scope-choice.tsx';
import { t } from './words.ts';
import controls from '../ui/controls.module.css';
import text from '../ui/text.module.css';
import form from '../ui/form.module.css';

/** "Picture frame in the hall" → picture-frame-in-the-hall. */
const idOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);

/** The service names a field before its complaint: `id: 1 to 255 ASCII…`. */
const about = (error: Error | null, field: string): string => {
  const text = error ? reasonOf(error) : '';
  return text.startsWith(`${field}: `) ? text.slice(field.length + 2) : '';
};

interface Props {
  onDone: (made: ClientSecret) => void;
  onCancel: () => void;
}

/** Registers a program: its name, id and rights; the service makes its secret. */
export function RegisterClient({ onDone, onCancel }: Props) {
  const [name, setName] = useState('');
  const [ownId, setOwnId] = useState<string | null>(null);
  const [scopes, setScopes] = useState<Scope[]>(USUAL_SCOPES);
  const id = ownId ?? idOf(name);
  const add = useAct(addClient, { changes: ['clients'], quiet: true, done: onDone });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (scopes.length > 0) add.mutate({ id: id.trim(), name: name.trim(), scope: scopes.join(' ') });
  };
  const nameComplaint = about(add.error, 'name');
  const idComplaint = nameComplaint === '' && add.error ? about(add.error, 'id') || reasonOf(add.error) : '';
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('clients.name')}
        help={t('clients.nameHelp')}
        complaint={nameComplaint}
        value={name}
        most={200}
        isFirst
        onChange={setName}
      />
      <Labelled label={t('clients.id')} help={t('clients.idHelp')} complaint={idComplaint}>
        {(names) => (
          <input
            className={classes(controls.field, text.mono)}
            value={id}
            maxLength={LONGEST_CLIENT_ID}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
            onChange={({ target }) => {
              setOwnId(target.value);
              add.reset();
            }}
            {...names}
          />
        )}
      </Labelled>
      <ScopeChoice
        legend={t('clients.scopes')}
        help={t('clients.scopesHelp')}
        chosen={scopes}
        onChange={setScopes}
        complaint={scopes.length === 0 ? t('clients.needScope') : ''}
      />
      <div className={form.actions}>
        <button type="button" className={button()} onClick={onCancel}>
          {page('common.cancel')}
        </button>
        <button type="submit" className={button('primary')} disabled={add.isPending || scopes.length === 0}>
          {t(add.isPending ? 'clients.adding' : 'clients.add')}
        </button>
      </div>
    </form>
  );
}
