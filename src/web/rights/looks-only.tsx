import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { ownRequestQuery } from '../api/rights-requests.ts';
import { sessionQuery } from '../api/session.ts';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { say } from '../ui/toasts.tsx';
import styles from './looks-only.module.css';

const AskDialog = lazy(async () => ({ default: (await import('./ask-dialog.tsx')).AskDialog }));

/** Says that this device may only look, and asks for more. */
export function LooksOnly() {
  const { data: session } = useQuery(sessionQuery);
  const mayMark = session?.scopes.includes('images:write') ?? true;
  useTellsGranted(mayMark);
  return mayMark ? null : <Line />;
}

function Line() {
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

function useTellsGranted(mayMark: boolean): void {
  const before = useRef(mayMark);
  useEffect(() => {
    if (mayMark && !before.current) say({ title: t('rights.granted') });
    before.current = mayMark;
  }, [mayMark]);
}
