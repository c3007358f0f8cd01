import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AddressTest } from '../../contract/public-address.ts';
import { settingsQuery } from '../api/admin.ts';
import { send } from '../api/request.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import { Said, useAct } from './parts.tsx';
import { t } from './words.ts';

async function testAddress(): Promise<AddressTest> {
  const answer = await send('/api/v1/admin/public-address/test', { method: 'POST' });
  return (await answer.json()) as AddressTest;
}

/** Whether pages, changes and events get through the proxy in front of this Safelight. */
export function PublicAddress() {
  const address = useQuery({ ...settingsQuery, select: ({ settings }) => settings.publicAddress }).data ?? null;
  const [found, setFound] = useState<AddressTest | null>(null);
  const test = useAct(testAddress, { changes: [], done: setFound });
  if (address === null) return null;
  return (
    <section className={card.card} aria-labelledby="public-address-title">
      <h2 id="public-address-title">{t('publicAddress.title')}</h2>
      <p className={text.muted}>{t('publicAddress.how', { address })}</p>
      <div role="status">
        {test.isPending && <p>{t('publicAddress.testing')}</p>}
        {!test.isPending && found?.address === address && (
          <>
            {found.works && <p>{t('publicAddress.works')}</p>}
            {found.findings.map(({ code, message }) => (
              <p key={code}>
                <Said>{message}</Said>
              </p>
            ))}
          </>
        )}
      </div>
      <div className={card.actions}>
        <button type="button" className={button()} disabled={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('publicAddress.test')}
        </button>
      </div>
    </section>
  );
}
