import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import type { CreatedWebhook, Webhook } from '../../../contract/webhooks.ts';
import { removeWebhook, renewWebhookSecret, webhooksQuery } from '../../api/webhooks.ts';
import { button } from '../../ui/button.ts';
import card from '../../ui/card.module.css';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, NotYet, useAct } from '../parts.tsx';
import parts from '../parts.module.css';
import { Deliveries } from './deliveries.tsx';
import { WebhookCard, type Asked } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { SECRET_TITLE, WebhookSecret } from './webhook-secret.tsx';
import { t } from './words.ts';

/** Programs elsewhere that are told what happens. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null);
  const [asked, setAsked] = useState<{ what: Asked | 'add'; id: number | null } | null>(null);
  const close = () => setAsked(null);
  const items = webhooks.data ?? [];
  const webhook = items.find(({ id }) => id === asked?.id) ?? null;
  const remove = useAct(removeWebhook, { changes: ['webhooks'], done: close });
  const renew = useAct(({ id }: Webhook) => renewWebhookSecret(id), {
    changes: ['webhooks'],
    done: ({ secret: made }, { name }) => {
      close();
      setSecret({ name, secret: made });
    },
  });
  const done = (added: CreatedWebhook | null) => {
    close();
    if (added) setSecret(added);
  };
  const add = (
    <button type="button" className={button('primary')} onClick={() => setAsked({ what: 'add', id: null })}>
      <Plus size={17} aria-hidden />
      {t('new')}
    </button>
  );
  return (
    <>
      {secret && <WebhookSecret key={secret.secret} made={secret} onDone={() => setSecret(null)} />}
      {items.length > 0 && <div className={parts.actions}>{add}</div>}
      <NotYet query={webhooks} />
      {webhooks.data && items.length === 0 && (
        <Empty icon={<WebhookIcon size={32} strokeWidth={1.5} />} title={t('empty')} words={t('emptyHow')}>
          {add}
        </Empty>
      )}
      {items.length > 0 && (
        <ul className={card.list}>
          {items.map((each) => (
            <WebhookCard key={each.id} webhook={each} onAsk={(what) => setAsked({ what, id: each.id })} />
          ))}
        </ul>
      )}
      <Dialog
        open={asked?.what === 'add'}
        onClose={close}
        title={t('new')}
        startsInField
        finalFocus={() => document.getElementById(SECRET_TITLE)}
      >
        <WebhookForm webhook={null} onDone={done} />
      </Dialog>
      {asked?.what === 'edit' && webhook && (
        <Dialog open onClose={close} title={t('editTitle', { name: webhook.name })} startsInField>
          <WebhookForm webhook={webhook} onDone={done} />
        </Dialog>
      )}
      {asked?.what === 'deliveries' && webhook && (
        <Dialog open onClose={close} title={t('deliveriesTitle', { name: webhook.name })}>
          <Deliveries webhook={webhook} />
        </Dialog>
      )}
      <Confirm
        open={asked?.what === 'renew' && webhook !== null}
        title={t('renewTitle', { name: webhook?.name ?? '' })}
        words={t('renewHow')}
        action={t('renew')}
        busy={renew.isPending}
        onYes={() => webhook && renew.mutate(webhook)}
        onClose={close}
      />
      <Confirm
        open={asked?.what === 'remove' && webhook !== null}
        title={t('removeTitle', { name: webhook?.name ?? '' })}
        words={t('removeHow')}
        action={t('remove')}
        busy={remove.isPending}
        onYes={() => webhook && remove.mutate(webhook.id)}
        onClose={close}
      />
    </>
  );
}
