import { useEffect, useState } from 'react';
import { isCulling } from '../culling/culling-address.ts';
import { button } from '../ui/button.ts';
import { saveDecisions } from './decisions-file.ts';
import { type KeptSet, readKeptSet } from './kept-set.ts';
import { openKeptSet } from './open-kept-set.ts';
import { WaitingDecisions } from './waiting-decisions.tsx';
import { t } from './words.ts';
import { pathNow } from '../base.ts';

/** While nobody answers and the page has just begun: why that may be, and what can be done without Safelight. */
export function OfflineStart() {
  const [set, setSet] = useState<KeptSet | null>(null);
  useEffect(() => {
    void readKeptSet().then((kept) => {
      // A page that was reloaded goes on where it was.
      if (kept && isCulling(pathNow())) openKeptSet(kept);
      else setSet(kept);
    });
  }, []);
  return (
    <>
      <Why authority={set?.authority ?? null} />
      <WaitingDecisions>
        <button type="button" className={button()} onClick={() => void saveDecisions()}>
          {t('save')}
        </button>
      </WaitingDecisions>
      {set && (
        <>
          <p>{t('kept', { count: set.records.length })}</p>
          <button type="button" className={button('primary')} onClick={() => openKeptSet(set)}>
            {t('goOn')}
          </button>
        </>
      )}
    </>
  );
}

/** A page cannot tell a refused certificate from a computer that is off. The plain page on which devices learn to trust it can. */
function Why({ authority }: Pick<KeptSet, 'authority'>) {
  if (!navigator.onLine) return <p>{t('noNetwork')}</p>;
  if (location.protocol !== 'https:') return null;
  return (
    <>
      <p>{t('whyNot')}</p>
      {authority && (
        <a className={button()} href={`${authority.page}?knew=${encodeURIComponent(authority.fingerprint)}`}>
          {t('see')}
        </a>
      )}
    </>
  );
}
