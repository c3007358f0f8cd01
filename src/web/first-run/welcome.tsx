import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LibraryStatus } from '../../contract/service.ts';
import { bridgeQuery } from '../api/admin.ts';
import { sessionQuery } from '../api/session.ts';
import { SampleBanner } from '../gallery/sample-banner.tsx';
import { isRenderingSetUp } from './set-up.ts';

/** A query, unlike `lazy`, can be asked whether it is there yet. */
const firstRunPart = queryOptions({
  queryKey: ['first-run', 'part'],
  queryFn: async () => (await import('./first-run.tsx')).FirstRun,
  staleTime: Infinity,
});
const LibraryElsewhere = lazy(async () => ({ default: (await import('./choose-library.tsx')).LibraryElsewhere }));

const HIDDEN = 'first-run-hidden';
/** Pictures do not wait longer than this for a service that is slow to tell. */
const PATIENCE_MS = 1000;

function useIsAdmin(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.scopes.includes('admin') ?? false;
}

/**
 * Over the pictures: the first steps as long as there are some to do and they are wanted; else what library this is, or nothing.
 * undefined as long as that is not known: what came after the pictures would push them down.
 */
export function useWelcome(library: LibraryStatus): ReactNode | undefined {
  const isAdmin = useIsAdmin();
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const isWanted = isAdmin && !hidden;
  const bridge = useQuery({ ...bridgeQuery, enabled: isWanted });
  const part = useQuery({ ...firstRunPart, enabled: isWanted });
  const isLate = useIsLate();
  // What was to do when the page was opened: the card stays while it is worked through.
  const [began, setBegan] = useState(false);
  if (!began && bridge.data && (library.is_sample || !isRenderingSetUp(bridge.data))) setBegan(true);

  if (isWanted && !isLate && (bridge.isPending || (began && part.isPending))) return undefined;
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
  // Never one banner after another: whoever hid the first steps has seen what they say of the library.
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

/** Where there is no library to show: the place to name another. */
export function AnotherLibrary() {
  return useIsAdmin() ? (
    <Suspense>
      <LibraryElsewhere />
    </Suspense>
  ) : null;
}
