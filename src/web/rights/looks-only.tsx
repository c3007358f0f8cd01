import { Suspense, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../api/session.ts';
import { t } from '../i18n/words.ts';
import { lateExtra } from '../ui/late-part.tsx';
import { say } from '../ui/toasts.tsx';
import styles from './looks-only.module.css';

const AsksLine = lateExtra(async () => (await import('./asks-line.tsx')).AsksLine);

/** Says that this device may only look, and asks for more. */
export function LooksOnly() {
  const { data: session } = useQuery(sessionQuery);
  const mayMark = session?.scopes.includes('images:write') ?? true;
  useTellsGranted(mayMark);
  return mayMark ? null : (
    // Its place is kept, so that nothing below is pushed down.
    <Suspense fallback={<div className={styles.line} />}>
      <AsksLine />
    </Suspense>
  );
}

function useTellsGranted(mayMark: boolean): void {
  const before = useRef(mayMark);
  useEffect(() => {
    if (mayMark && !before.current) say({ title: t('rights.granted') });
    before.current = mayMark;
  }, [mayMark]);
}
