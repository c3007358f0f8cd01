import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks.ts';
import { deliveriesQuery, replayDelivery } from '../../api/webhooks.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import tag from '../../ui/tag.module.css';
import text from '../../ui/text.module.css';
import { NotYet, Said, useAct } from '../parts.tsx';
import { dateTime } from '../../i18n/words.ts';
import styles from './webhooks.module.css';
import { t } from './words.ts';

/** What was sent, and what was answered. */
export function Deliveries({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const deliveries = useQuery(deliveriesQuery(id));
  const replay = useAct((delivery: string) => replayDelivery(id, delivery), {
    changes: ['webhooks', `deliveries-${id}`],
  });
  return (
    <>
      <NotYet query={deliveries} />
      {deliveries.data?.length === 0 && <p className={text.muted}>{t('noDeliveries')}</p>}
      <ul className={styles.deliveries}>
        {deliveries.data?.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            canReplay={enabled && !replay.isPending}
            onReplay={() => replay.mutate(delivery.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface Props {
  delivery: WebhookDelivery;
  canReplay: boolean;
  onReplay: () => void;
}

function Delivery({ delivery, canReplay, onReplay }: Props) {
  const { type, happened, tried, state, status, attempts, answer, problem } = delivery;
  return (
    <li className={styles.delivery}>
      <div className={styles.deliveryHead}>
        <span className={text.mono}>{type}</span>
        <span className={classes(tag.tag, state !== 'delivered' && tag.strong)}>{t(`outcome.${state}`)}</span>
        <button type="button" className={button()} disabled={!canReplay} onClick={onReplay}>
          {t('again')}
        </button>
      </div>
      <p className={text.muted}>
        {dateTime(Date.parse(tried ?? happened))}
        {status !== null && ` · ${status}`}
        {attempts > 1 && ` · ${t('attempts', { count: attempts })}`}
      </p>
      {problem !== null && (
        <p className={text.complaint}>
          <Said>{problem}</Said>
        </p>
      )}
      {answer !== '' && (
        <details>
          <summary>{t('answer')}</summary>
          <pre className={styles.answer}>{answer}</pre>
        </details>
      )}
    </li>
  );
}
