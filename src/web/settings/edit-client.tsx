import { type SubmitEvent, useState } from 'react';
import type { ClientInfo } from '../../contract/clients.ts';
import type { Scope } from '../../contract/scopes.ts';
import { changeClient } from '../api/admin.ts';
import { reasonOf } from '../api/reason.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { useAct } from './parts.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { t } from './words.ts';
import form from '../ui/form.module.css';

/** Changes name and rights. */
export function EditClient({ client, onDone }: { client: ClientInfo; onDone: () => void }) {
  const [name, setName] = useState(client.name);
  const [scopes, setScopes] = useState<Scope[]>(client.scopes);
  const change = useAct(() => changeClient(client.id, { name, scope: scopes.join(' ') }), {
    changes: ['clients'],
    quiet: true,
    done: onDone,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (scopes.length > 0) change.mutate(undefined);
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('clients.name')}
        help={t('clients.nameHelp')}
        complaint={change.error ? reasonOf(change.error) : ''}
        value={name}
        most={200}
        isFirst
        onChange={setName}
      />
      <ScopeChoice
        legend={t('clients.scopes')}
        chosen={scopes}
        onChange={setScopes}
        complaint={scopes.length === 0 ? t('clients.needScope') : ''}
      />
      <div className={form.actions}>
        <button type="button" className={button()} onClick={onDone}>
          {page('common.cancel')}
        </button>
        <button type="submit" className={button('primary')} disabled={change.isPending || scopes.length === 0}>
          {t('clients.saveEdit')}
        </button>
      </div>
    </form>
  );
}
