import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { libraryQuery } from './api/library.ts';
import { queryClient } from './api/query-client.ts';
import { ApiError } from './api/request.ts';
import { sessionQuery } from './api/session.ts';
import { Detail } from './detail/detail.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { LibraryNotice } from './gallery/library-notice.tsx';
import { readView, writeView } from './gallery/gallery-view.ts';
import { Header } from './gallery/header.tsx';
import { imageIdOf, usePlace } from './location.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { ConnectionBar, useConnectionLost } from './ui/connection-bar.tsx';
import { LibraryIcon, PictureIcon, UnpluggedIcon } from './ui/icons.tsx';
import { Notice, Waiting } from './ui/notice.tsx';

/** Signed in? Is there a library? Then the gallery, with one image over it when the address names one. */
export function App() {
  const session = useQuery(sessionQuery);
  const lost = useConnectionLost();
  const place = usePlace();

  if (!session.data) {
    return (
      <div className="app">
        <ConnectionBar />
        {!session.isError ? (
          <Waiting />
        ) : (
          <main className="app">
            <Notice mark={<UnpluggedIcon size={40} />} title="Safelight is not answering">
              <p>{lost ? 'Start Safelight on this computer; this page goes on by itself.' : session.error.message}</p>
            </Notice>
          </main>
        )}
      </div>
    );
  }
  if (!session.data.signed_in) return <SignIn expiredLink={place.search.get('sign-in') === 'expired'} />;
  return <SignedIn />;
}

function SignedIn() {
  const library = useQuery(libraryQuery);
  const place = usePlace();
  const imageId = imageIdOf(place.path);
  const isReady = library.data?.state === 'ready';
  const wasReady = useRef(isReady);
  useEffect(() => {
    // Back from being away or built anew: what was listed before may be another library's.
    if (isReady && !wasReady.current) void queryClient.invalidateQueries({ queryKey: ['images'] });
    wasReady.current = isReady;
  }, [isReady]);
  const view = readView(place.search);

  if (place.path !== '/' && imageId === null) {
    return (
      <Page>
        <Notice mark={<PictureIcon size={40} />} title="There is no such page">
          <a className="button" href="/">
            Open the gallery
          </a>
        </Notice>
      </Page>
    );
  }
  if (!library.data) {
    return (
      <Page>
        {library.error instanceof ApiError ? (
          <Notice mark={<LibraryIcon size={40} />} title="The library cannot be shown">
            <p>{library.error.message}</p>
          </Notice>
        ) : (
          <Waiting />
        )}
      </Page>
    );
  }
  if (library.data.state !== 'ready') {
    return (
      <Page>
        <LibraryNotice library={library.data} />
      </Page>
    );
  }
  return (
    <>
      <Gallery library={library.data} view={view} behind={imageId !== null} />
      {imageId !== null && <Detail id={imageId} view={view} place={place.state} backTo={`/${writeView(view)}`} />}
    </>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div className="app">
      <ConnectionBar />
      <Header />
      <main className="app-main">{children}</main>
    </div>
  );
}
