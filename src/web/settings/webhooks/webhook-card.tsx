import { List, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react';
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks.ts';
import { changeWebhook, testWebhook } from '../../api/webhooks.ts';
import { button } from '../../ui/button.ts';
import card from '../../ui/card.module.css';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/switch.tsx';
import tag from '../../ui/tag.module.css';
import text from '../../ui/text.module.css';
import { Said, useAct } from '../parts.tsx';
import { dateTime } from '../../i18n/words.ts';
import styles from './webhooks.module.css';
import { t } from './words.ts';

export type Asked = 'edit' | 'deliveries' | 'renew' | 'remove';

export function WebhookCard({ webhook, onAsk }: { webhook: Webhook; onAsk: (what: Asked) => void }) {
  const { id, name, url, types, enabled, state } = webhook;
  const changes = ['webhooks', `deliveries-${id}`];
  const change = useAct((on: boolean) => changeWebhook(id, { enabled: on }), { changes });
  const test = useAct(() => testWebhook(id), { changes });
  return (
    <li className={card.card} aria-label={name}>
      <div className={card.head}>
        <div>
          <h2>{name}</h2>
          <p className={classes(text.mono, text.muted, styles.address)}>{url}</p>
        </div>
        {state !== 'working' && <span className={tag.tag}>{t(`states.${state}`)}</span>}
        <Switch
          aria-label={t('switch', { name })}
          checked={change.isPending ? change.variables : enabled}
          onChange={(on) => change.mutate(on)}
        />
      </div>
      <p className={styles.tags}>
        {types.map((type) => (
          <span key={type} className={classes(tag.tag, text.mono)}>
            {type}
          </span>
        ))}
      </p>
      <Notes webhook={webhook} />
      <div role="status">{test.isSuccess && <Tested delivery={test.data} />}</div>
      <div className={card.actions}>
        <button type="button" className={button()} disabled={test.isPending} onClick={() => test.mutate(undefined)}>
          <Send size={15} aria-hidden />
          {t(test.isPending ? 'testing' : 'test')}
        </button>
        <button type="button" className={button()} onClick={() => onAsk('deliveries')}>
          <List size={15} aria-hidden />
          {t('deliveries')}
        </button>
        <button type="button" className={button()} onClick={() => onAsk('edit')}>
          <Pencil size={15} aria-hidden />
          {t('edit')}
        </button>
        <button type="button" className={button()} onClick={() => onAsk('renew')}>
          <RefreshCw size={15} aria-hidden />
          {t('renew')}
        </button>
        <button type="button" className={button()} onClick={() => onAsk('remove')}>
          <Trash2 size={15} aria-hidden />
          {t('remove')}
        </button>
      </div>
    </li>
  );
}

function Notes({ webhook }: { webhook: Webhook }) {
  const { state, problem, waiting, dropped, next_try, former_secret_until } = webhook;
  return (
    <>
      {state === 'gone' && <p className={text.note}>{t('goneHow')}</p>}
      {state === 'failing' && problem !== null && (
        <p className={text.complaint}>
          <Said>{problem}</Said>
        </p>
      )}
      {waiting > 0 && (
        <p className={text.muted}>
          {t('waiting', { count: waiting })}
          {next_try !== null && ` ${t('nextTry', { time: dateTime(Date.parse(next_try)) })}`}
        </p>
      )}
      {dropped > 0 && <p className={text.note}>{t('dropped', { count: dropped })}</p>}
      {former_secret_until !== null && (
        <p className={text.note}>{t('formerUntil', { time: dateTime(Date.parse(former_secret_until)) })}</p>
      )}
    </>
  );
}

const Tested = ({ delivery: { state, problem } }: { delivery: WebhookDelivery }) =>
  state === 'delivered' ? (
    <p>{t('arrived')}</p>
  ) : (
    <p className={text.complaint}>
      <span>
        {t('notArrived')} <Said>{problem}</Said>
      </span>
    </p>
  );
