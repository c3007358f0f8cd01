import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { LibraryStatus } from '../../contract/service.ts';
import { bridgeQuery } from '../api/admin.ts';
import { sessionQuery } from '../api/session.ts';
import { SampleBanner } from '../gallery/sample-banner.tsx';

const FirstRun = lazy(async () => ({ default: (await import('./first-run.tsx')).FirstRun }));
const LibraryElsewhere = lazy(async () => ({ default: (await import('./choose-library.tsx')).LibraryElsewhere }));

const HIDDEN = 'first-run-hidden';

function useIsAdmin(): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.scopes.includes('admin') ?? false;
}

/** Over the pictures: the first steps as long as there are some to do and they are wanted; else what library this is. */
export function Welcome({ library }: { library: LibraryStatus }) {
  const isAdmin = useIsAdmin();
  const [wasHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const [hidden, setHidden] = useState(wasHidden);
  const isWanted = isAdmin && !hidden;
  const { data: bridge } = useQuery({ ...bridgeQuery, enabled: isWanted });
  // What was to do when the page was opened: the card stays while it is worked through.
  const [began, setBegan] = useState(false);
  if (!began && bridge && (library.is_sample || !bridge.plugin.installed)) setBegan(true);

  if (isWanted && began) {
    return (
      <Suspense>
        <FirstRun
          library={library}
          onHide={() => {
            localStorage.setItem(HIDDEN, '1');
            setHidden(true);
          }}
        />
      </Suspense>
    );
  }
  return library.is_sample && (wasHidden || !isAdmin) ? <SampleBanner /> : null;
}

/** Where there is no library to show: the place to name another. */
export function AnotherLibrary() {
  return useIsAdmin() ? (
    <Suspense>
      <LibraryElsewhere />
    </Suspense>
  ) : null;
}
