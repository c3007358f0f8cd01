import { useQuery } from '@tanstack/react-query';
import { ShieldQuestion } from 'lucide-react';
import { answerRightsRequest, rightsRequestsQuery } from '../api/rights-requests.ts';
import { colon } from '../i18n/words.ts';
import { useAct } from './parts.tsx';
import { clock, t } from './words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import parts from './parts.module.css';

/** Devices that ask for more rights, while there are some. */
export function RightsRequests() {
  const { data } = useQuery(rightsRequestsQuery);
  const answer = useAct(answerRightsRequest, { changes: ['rights-requests', 'clients'] });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className={card.card} aria-labelledby="requests-title">
      <h2 id="requests-title">{t('devices.requests')}</h2>
      <ul className={parts.rows}>
        {items.map(({ id, client_name: name, rights, expires }) => (
          <li key={id}>
            <ShieldQuestion size={22} strokeWidth={1.5} className={text.muted} aria-hidden />
            <div>
              <strong>{name}</strong>
              {colon() + t(`devices.rights.${rights}`)}
              <p className={text.muted}>
                {t(`devices.rights.${rights}How`)} {t('devices.until', { time: clock(expires) })}
              </p>
            </div>
            {[false, true].map((granted) => (
              <button
                key={String(granted)}
                type="button"
                className={granted ? button('primary') : button()}
                aria-label={t(granted ? 'devices.grantTo' : 'devices.refuseTo', { name })}
                disabled={answer.isPending}
                onClick={() => answer.mutate({ id, granted })}
              >
                {t(granted ? 'devices.grant' : 'devices.refuse')}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
