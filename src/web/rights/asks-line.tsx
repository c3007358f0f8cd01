import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { ownRequestQuery } from '../api/rights-requests.ts';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import styles from './looks-only.module.css';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** What a device that may only look can do about it. */
export function AsksLine() {
  const { data } = useQuery(ownRequestQuery);
  const [asks, setAsks] = useState(false);
  const state = data?.request?.state;
  const isOpen = state === 'open';
  return (
    <div className={styles.line}>
      <Eye size={16} aria-hidden />
      <p role="status">{t(isOpen ? 'rights.asked' : state === 'refused' ? 'rights.refused' : 'rights.looksOnly')}</p>
      {!isOpen && (
        <button type="button" className={button('quiet')} aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {t('rights.askMore')}
        </button>
      )}
      {asks && (
        <Suspense fallback={null}>
          <AskDialog onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </div>
  );
}
