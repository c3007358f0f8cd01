import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { HttpsStatus } from '../../contract/https.ts';
import { changeSettings, settingsQuery } from '../api/admin.ts';
import { httpsQuery, renewAuthority } from '../api/https.ts';
import { queryClient } from '../api/query-client.ts';
import { Fingerprint } from '../trust/fingerprint.tsx';
import { t } from '../trust/words.ts';
import { Confirm } from '../ui/confirm.tsx';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import { NotYet, Said, useAct } from './parts.tsx';

/** HTTPS for other devices: its switch, and what a device has to trust. */
export function Https() {
  const https = useQuery(httpsQuery);
  const turnOn = useAct(() => changeSettings({ https: true }), {
    changes: ['https'],
    done: (stored) => queryClient.setQueryData(settingsQuery.queryKey, stored),
  });
  const answer = https.data;
  return (
    <section className={card.card} aria-labelledby="https-title">
      <h2 id="https-title">{t('card')}</h2>
      <NotYet query={https} />
      {answer && !answer.on && (
        <>
          <p className={text.muted}>{t('cardOff')}</p>
          <div className={card.actions}>
            <button
              type="button"
              className={button()}
              disabled={turnOn.isPending}
              onClick={() => turnOn.mutate(undefined)}
            >
              {t('turnOn')}
            </button>
          </div>
        </>
      )}
      {typeof answer?.problem === 'string' && (
        <p role="alert">
          <Said>{answer.problem}</Said>
        </p>
      )}
      {answer?.authority && <ToTrust authority={answer.authority} urls={answer.trust_urls} />}
    </section>
  );
}

type Status = NonNullable<HttpsStatus['authority']>;

function ToTrust({ authority, urls }: { authority: Status; urls: readonly string[] }) {
  const [asks, setAsks] = useState(false);
  const renew = useAct(renewAuthority, {
    changes: ['https'],
    done: () => setAsks(false),
  });
  const { name, fingerprint, former, uncovered } = authority;
  return (
    <>
      {urls.length > 0 && (
        <>
          <p>{t('cardHow')}</p>
          <p className={text.mono}>{urls[0]}</p>
        </>
      )}
      <Fingerprint name={name} fingerprint={fingerprint} />
      {former.length > 0 && <p className={text.muted}>{t('former', { names: former.join(', ') })}</p>}
      {uncovered.length > 0 && <p>{t('uncovered', { names: uncovered.join(', ') })}</p>}
      <div className={card.actions}>
        <button type="button" className={button()} onClick={() => setAsks(true)}>
          {t('renew')}
        </button>
      </div>
      <Confirm
        open={asks}
        title={t('renewTitle')}
        words={t('renewHow')}
        action={t('renew')}
        busy={renew.isPending}
        onYes={() => renew.mutate(undefined)}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
