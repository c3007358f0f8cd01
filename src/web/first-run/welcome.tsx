import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LibraryStatus } from '../../contract/service.ts';
import { bridgeQuery } from '../api/admin.ts';
import { sessionQuery } from '../api/session.ts';
import { SampleBanner } from '../gallery/sample-banner.tsx';
import { isRenderingSetUp } from './set-up.ts';
import styles from './welcome.module.css';

/** A query, unlike `lazy`, can tell whether it has loaded. */
const firstRunPart = queryOptions({
  queryKey: ['first-run', 'part'],
  queryFn: async () => (await import('./first-run.tsx')).FirstRun,
  staleTime: Infinity,
});
const LibraryElsewhere = lazy(async () => ({ default: (await import('./choose-library.tsx')).LibraryElsewhere }));

const HIDDEN = 'first-run-hidden';
/** Whether there were steps at the last visit; at the first one there are. */
const BEGAN = 'first-run-began';
/** Pictures wait no longer than this for a slow service. */
const PATIENCE_MS = 1000;

function useIsAdmin(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.scopes.includes('admin') ?? false;
}

/**
 * Above the pictures: the first steps while some are left and they are wanted; otherwise which library this is, or
 * nothing. undefined while unknown: anything appearing after the pictures would push them down. Pictures that do not wait any longer leave
 * a line for the steps.
 */
export function useWelcome(library: LibraryStatus): ReactNode | undefined {
  const isAdmin = useIsAdmin();
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const isWanted = isAdmin && !hidden;
  const bridge = useQuery({ ...bridgeQuery, enabled: isWanted });
  const part = useQuery({ ...firstRunPart, enabled: isWanted });
  const isLate = useIsLate();
  // Set if there were steps when the page was opened: the card then stays until all are done.
  const [began, setBegan] = useState(false);
  if (!began && bridge.data && (library.is_sample || !isRenderingSetUp(bridge.data))) setBegan(true);

  useEffect(() => {
    if (bridge.data) localStorage.setItem(BEGAN, began ? '1' : '0');
  }, [bridge.data, began]);

  if (isWanted && (bridge.isPending || (began && part.isPending))) {
    if (!isLate) return undefined;
    return began || localStorage.getItem(BEGAN) !== '0' ? <div className={styles.place} /> : null;
  }
  const FirstRun = part.data;
  if (isWanted && began && FirstRun) {
    return (
      <FirstRun
        library={library}
        onHide={() => {
          localStorage.setItem(HIDDEN, '1');
          setHidden(true);
        }}
      />
    );
  }
  // Never one banner after another: the first steps already said this about the library.
  return library.is_sample && !isAdmin ? <SampleBanner /> : null;
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** For choosing another library when there is none to show. */
export function AnotherLibrary() {
  return useIsAdmin() ? (
    <Suspense>
      <LibraryElsewhere />
    </Suspense>
  ) : null;
}
