import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { ClientInfo, ClientSecret } from '../../contract/clients.ts';
import { changeClient, clientsQuery, removeClient } from '../api/admin.ts';
import { navigate, useAddress } from '../location.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import { EditClient } from './edit-client.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty, NotYet, useAct } from './parts.tsx';
import { NewSecret } from './new-secret.tsx';
import { RegisterClient } from './register-client.tsx';
import { RotateClient } from './rotate-client.tsx';
import { ago, t } from './words.ts';
import card from '../ui/card.module.css';
import tag from '../ui/tag.module.css';
import text from '../ui/text.module.css';
import { dateTime } from '../i18n/words.ts';
import factList from './fact-list.module.css';
import parts from './parts.module.css';
import styles from './clients.module.css';

const HERE = '/settings/clients';

/** Programs that may use the API. `?register=1` opens the form, for links from elsewhere. */
export function Clients() {
  const clients = useQuery(clientsQuery);
  const { search } = useAddress();
  const [secret, setSecret] = useState<ClientSecret | null>(null);
  const [asked, setAsked] = useState<{ what: 'edit' | 'rotate' | 'remove'; client: ClientInfo } | null>(null);
  const isRegistering = search.get('register') === '1';
  const close = () => setAsked(null);
  const shown = (made: ClientSecret) => {
    close();
    setSecret(made);
    if (isRegistering) navigate(HERE, { replace: true });
  };
  const remove = useAct(removeClient, {
    changes: ['clients'],
    done: (_nothing, id) => {
      close();
      if (secret?.client_id === id) setSecret(null);
    },
  });

  const register = (
    <button type="button" className={button('primary')} onClick={() => navigate(`${HERE}?register=1`)}>
      <Plus size={17} aria-hidden />
      {t('clients.register')}
    </button>
  );
  const items = clients.data?.items ?? [];
  return (
    <>
      {secret && <NewSecret key={secret.client_secret} made={secret} onDone={() => setSecret(null)} />}
      {items.length > 0 && <div className={parts.actions}>{register}</div>}
      <NotYet query={clients} />
      {clients.data && items.length === 0 && (
        <Empty icon={<KeyRound size={32} strokeWidth={1.5} />} title={t('clients.empty')} words={t('clients.emptyHow')}>
          {register}
        </Empty>
      )}
      {items.length > 0 && (
        <ul className={card.list}>
          {items.map((client) => (
            <Client key={client.id} client={client} onAsk={(what) => setAsked({ what, client })} />
          ))}
        </ul>
      )}

      <Dialog open={isRegistering} onClose={() => navigate(HERE, { replace: true })} title={t('clients.register')}>
        <RegisterClient onDone={shown} onCancel={() => navigate(HERE, { replace: true })} />
      </Dialog>
      {asked?.what === 'edit' && (
        <Dialog open onClose={close} title={t('clients.editTitle', { name: asked.client.name })}>
          <EditClient client={asked.client} onDone={close} />
        </Dialog>
      )}
      {asked?.what === 'rotate' && (
        <Dialog open onClose={close} title={t('clients.rotateTitle', { name: asked.client.name })}>
          <RotateClient client={asked.client} onDone={shown} onCancel={close} />
        </Dialog>
      )}
      <Confirm
        open={asked?.what === 'remove'}
        title={t('clients.removeTitle', { name: asked?.client.name ?? '' })}
        words={t('clients.removeHow')}
        action={t('clients.remove')}
        busy={remove.isPending}
        onYes={() => asked && remove.mutate(asked.client.id)}
        onClose={close}
      />
    </>
  );
}

function Client({ client, onAsk }: { client: ClientInfo; onAsk: (what: 'edit' | 'rotate' | 'remove') => void }) {
  const { id, name, scopes, enabled, created, last_used, old_secret_until } = client;
  const change = useAct((on: boolean) => changeClient(id, { enabled: on }), { changes: ['clients'] });
  return (
    <li className={classes(card.card, !enabled && styles.off)} aria-label={name}>
      <div className={card.head}>
        <div>
          <h2>{name}</h2>
          {name !== id && <p className={classes(text.mono, text.muted)}>{id}</p>}
        </div>
        {!enabled && <span className={tag.tag}>{t('clients.isOff')}</span>}
        <Switch
          aria-label={t('clients.switch', { name })}
          checked={change.isPending ? change.variables : enabled}
          onChange={(on) => change.mutate(on)}
        />
      </div>
      <p className={styles.tags}>
        {scopes.map((scope) => (
          <span key={scope} className={classes(tag.tag, text.mono, scope === 'admin' && tag.strong)}>
            {scope}
          </span>
        ))}
      </p>
      <dl className={factList.line}>
        <div>
          <dt>{t('clients.lastUsed')}</dt>
          <dd title={last_used === null ? undefined : dateTime(last_used)}>
            {last_used === null ? t('never') : ago(last_used)}
          </dd>
        </div>
        <div>
          <dt>{t('clients.created')}</dt>
          <dd>{dateTime(created)}</dd>
        </div>
      </dl>
      {old_secret_until !== null && (
        <p className={text.note}>{t('clients.oldUntil', { time: dateTime(old_secret_until) })}</p>
      )}
      <div className={card.actions}>
        <button type="button" className={button()} onClick={() => onAsk('edit')}>
          <Pencil size={15} aria-hidden />
          {t('clients.edit')}
        </button>
        <button type="button" className={button()} onClick={() => onAsk('rotate')}>
          <RefreshCw size={15} aria-hidden />
          {t('clients.rotate')}
        </button>
        <button type="button" className={button()} onClick={() => onAsk('remove')}>
          <Trash2 size={15} aria-hidden />
          {t('clients.remove')}
        </button>
      </div>
    </li>
  );
}
