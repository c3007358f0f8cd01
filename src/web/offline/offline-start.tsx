import { useEffect, useState } from 'react';
import { isCulling } from '../culling/culling-address.ts';
import { button } from '../ui/button.ts';
import { type KeptSet, readKeptSet } from './kept-set.ts';
import { openKeptSet } from './open-kept-set.ts';
import { t } from './words.ts';
import { pathNow } from '../base.ts';

/** While nobody answers and the page has just begun: what can be done without Safelight. */
export function OfflineStart() {
  const [set, setSet] = useState<KeptSet | null>(null);
  useEffect(() => {
    void readKeptSet().then((kept) => {
      // A page that was reloaded goes on where it was.
      if (kept && isCulling(pathNow())) openKeptSet(kept);
      else setSet(kept);
    });
  }, []);
  if (set === null) return null;
  return (
    <>
      <p>{t('kept', { count: set.records.length })}</p>
      <button type="button" className={button('primary')} onClick={() => openKeptSet(set)}>
        {t('goOn')}
      </button>
    </>
  );
}
