import { type SubmitEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { LONGEST_CLIENT_ID, type ClientInfo, type ClientSecret } from '../../contract/clients.ts';
import type { Scope } from '../../contract/scopes.ts';
import { reasonOf } from '../api/reason.ts';
import { addClient, changeClient, clientsQuery, removeClient, rotateClient } from '../api/admin.ts';
import { t as page } from '../i18n/words.ts';
import { navigate, usePlace } from '../location.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Confirm, CopyButton, Empty, Labelled, NotYet, useAct, useFocusOnce } from './parts.tsx';
import { Switch } from '../ui/switch.tsx';
import { ScopeChoice, USUAL_SCOPES } from './scope-choice.tsx';
import { ago, dateTime, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import factList from './fact-list.module.css';
import form from './form.module.css';
import parts from './parts.module.css';
import styles from './clients.module.css';

const HERE = '/settings/clients';

/** Programs that may use the API. `?register=1` opens the form, for links from elsewhere. */
export function Clients() {
  const clients = useQuery(clientsQuery);
  const { search } = usePlace();
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
    <button type="button" className="button button-primary" onClick={() => navigate(`${HERE}?register=1`)}>
      <Plus size={17} aria-hidden />
      {t('clients.register')}
    </button>
  );
  const items = clients.data?.items ?? [];
  return (
    <>
      {secret && <Secret key={secret.client_secret} made={secret} onDone={() => setSecret(null)} />}
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
        <RegisterForm onDone={shown} onCancel={() => navigate(HERE, { replace: true })} />
      </Dialog>
      {asked?.what === 'edit' && (
        <Dialog open onClose={close} title={t('clients.editTitle', { name: asked.client.name })}>
          <EditForm client={asked.client} onDone={close} />
        </Dialog>
      )}
      {asked?.what === 'rotate' && (
        <Dialog open onClose={close} title={t('clients.rotateTitle', { name: asked.client.name })}>
          <RotateForm client={asked.client} onDone={shown} onCancel={close} />
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
        {!enabled && <span className="tag">{t('clients.isOff')}</span>}
        <Switch
          aria-label={t('clients.switch', { name })}
          checked={change.isPending ? change.variables : enabled}
          onChange={(on) => change.mutate(on)}
        />
      </div>
      <p className={styles.tags}>
        {scopes.map((scope) => (
          <span key={scope} className={classes('tag', text.mono, scope === 'admin' && 'tag-strong')}>
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
        <button type="button" className="button" onClick={() => onAsk('edit')}>
          <Pencil size={15} aria-hidden />
          {t('clients.edit')}
        </button>
        <button type="button" className="button" onClick={() => onAsk('rotate')}>
          <RefreshCw size={15} aria-hidden />
          {t('clients.rotate')}
        </button>
        <button type="button" className="button" onClick={() => onAsk('remove')}>
          <Trash2 size={15} aria-hidden />
          {t('clients.remove')}
        </button>
      </div>
    </li>
  );
}

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

function RegisterForm({ onDone, onCancel }: { onDone: (made: ClientSecret) => void; onCancel: () => void }) {
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
      <Labelled label={t('clients.name')} help={t('clients.nameHelp')} complaint={nameComplaint}>
        {(names) => (
          <input
            className="field"
            value={name}
            maxLength={200}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => setName(target.value)}
            {...names}
          />
        )}
      </Labelled>
      <Labelled label={t('clients.id')} help={t('clients.idHelp')} complaint={idComplaint}>
        {(names) => (
          <input
            className={classes('field', text.mono)}
            value={id}
            maxLength={LONGEST_CLIENT_ID}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
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
        <button type="button" className="button" onClick={onCancel}>
          {page('common.cancel')}
        </button>
        <button type="submit" className="button button-primary" disabled={add.isPending || scopes.length === 0}>
          {t(add.isPending ? 'clients.adding' : 'clients.add')}
        </button>
      </div>
    </form>
  );
}

function EditForm({ client, onDone }: { client: ClientInfo; onDone: () => void }) {
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
            className="field"
            value={name}
            maxLength={200}
            autoComplete="off"
            autoFocus
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
        <button type="button" className="button" onClick={onDone}>
          {page('common.cancel')}
        </button>
        <button type="submit" className="button button-primary" disabled={change.isPending || scopes.length === 0}>
          {t('clients.saveEdit')}
        </button>
      </div>
    </form>
  );
}

const DAY_HOURS = 24;
/** Hours that the old secret may live on. */
const OVERLAPS = [0, 1, DAY_HOURS, 7 * DAY_HOURS, 30 * DAY_HOURS];

const overlapWords = (hours: number) => {
  if (hours === 0) return t('clients.ends');
  return hours < DAY_HOURS ? t('clients.hours', { count: hours }) : t('clients.days', { count: hours / DAY_HOURS });
};

function RotateForm({
  client,
  onDone,
  onCancel,
}: {
  client: ClientInfo;
  onDone: (made: ClientSecret) => void;
  onCancel: () => void;
}) {
  const [hours, setHours] = useState(DAY_HOURS);
  const rotate = useAct(() => rotateClient(client.id, hours), { changes: ['clients'], quiet: true, done: onDone });
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate(undefined);
      }}
    >
      <p className={text.muted}>{t('clients.rotateHow')}</p>
      <fieldset className={form.choices}>
        <legend>{t('clients.overlap')}</legend>
        {OVERLAPS.map((each) => (
          <label key={each} className={form.choice}>
            <input type="radio" name="overlap" checked={hours === each} onChange={() => setHours(each)} />
            {overlapWords(each)}
          </label>
        ))}
      </fieldset>
      <p className={text.complaint} role="alert">
        {rotate.error ? reasonOf(rotate.error) : ''}
      </p>
      <div className={form.actions}>
        <button type="button" className="button" onClick={onCancel}>
          {page('common.cancel')}
        </button>
        <button type="submit" className="button button-primary" disabled={rotate.isPending}>
          {t('clients.rotateGo')}
        </button>
      </div>
    </form>
  );
}

/** Form-encoded, as RFC 6749 2.3.1 has it, and safe between the quotes of a shell. */
const inBasicHeader = (id: string) => encodeURIComponent(id).replaceAll("'", '%27');

/** Stays on the page until it is put away: a stray click must not lose what is never shown again. */
function Secret({ made, onDone }: { made: ClientSecret; onDone: () => void }) {
  const title = useFocusOnce<HTMLHeadingElement>();
  const { client_id, client_secret } = made;
  const command = `curl -u '${inBasicHeader(client_id)}:${client_secret}' -d grant_type=client_credentials ${location.origin}/oauth/token`;
  return (
    <section className={classes(card.card, styles.secret)} aria-labelledby="secret-title">
      <h2 id="secret-title" ref={title} tabIndex={-1}>
        {t('clients.secretTitle', { id: client_id })}
      </h2>
      <p>{t('clients.secretOnce')}</p>
      <dl className={styles.secretValues}>
        <div>
          <dt>{t('clients.id')}</dt>
          <dd>
            <span className={text.mono}>{client_id}</span>
            <CopyButton text={client_id} label={t('clients.copyId')} />
          </dd>
        </div>
        <div>
          <dt>{t('clients.secret')}</dt>
          <dd>
            <span className={text.mono} data-testid="client-secret">
              {client_secret}
            </span>
            <CopyButton text={client_secret} label={t('clients.copySecret')} words={page('common.copy')} />
          </dd>
        </div>
      </dl>
      <details>
        <summary>{t('clients.try')}</summary>
        <div className={styles.command}>
          <code>{command}</code>
          <CopyButton text={command} label={t('clients.copyCommand')} />
        </div>
      </details>
      <div className={card.actions}>
        <button type="button" className="button button-primary" onClick={onDone}>
          {t('clients.kept')}
        </button>
      </div>
    </section>
  );
}
