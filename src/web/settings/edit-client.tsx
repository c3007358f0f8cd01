import { type SubmitEvent, useState } from 'react';
import type { ClientInfo } from '../../contract/clients.ts';
import type { Scope } from '../../contract/scopes.ts';
import { changeClient } from '../api/admin.ts';
import { reasonOf } from '../api/reason.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { takesFocus } from '../ui/takes-focus.ts';
import { useAct } from './parts.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { t } from './words.ts';
import controls from '../ui/controls.module.css';
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
      <Labelled
        label={t('clients.name')}
        help={t('clients.nameHelp')}
        complaint={change.error ? reasonOf(change.error) : ''}
      >
        {(names) => (
          <input
            className={controls.field}
            value={name}
            maxLength={200}
            autoComplete="off"
            ref={takesFocus}
            onChange={({ target }) => setName(target.value)}
            {...names}
          />
        )}
      </Labelled>
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
